import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import { json } from '../../../../tests/support/arbitraries.ts';
import { isJsonList, type JsonValue } from '#core/base/json/json-value.ts';
import { parseJson, printJson } from '#core/base/json/parse-json.ts';
import { dialectOf } from './dialect.ts';
import { readLiteral, readLiteralAt } from './read-literal.ts';

const valueOf = (text: string): unknown => {
  const reading = readLiteral(text);
  return reading.ok ? reading.value : reading;
};

const kindsOf = (text: string): string[] => {
  const reading = readLiteral(text);
  if (!reading.ok) throw new SyntaxError(`${text}: ${reading.reason}`);
  return reading.leniencies.map(({ kind, name }) => (name === '' ? kind : `${kind} ${name}`));
};

describe('values', () => {
  it.each<[string, unknown]>([
    ['[True, False, None, true, false, null]', [true, false, null, true, false, null]],
    ["{'a': {'b': ()}, }", { a: { b: [] } }],
    ['(7)', 7],
    ['(7,)', [7]],
    ['{7, 8}', [7, 8]],
    ['{}', {}],
    ['[nan, -inf, Infinity, -np.inf]', [Number.NaN, -Infinity, Infinity, -Infinity]],
    ['[NaT, <NA>, pd.NA]', [null, null, null]],
    ['0', 0],
    ['00', 0],
    ['-17', -17],
    ['+17', 17],
    ['- 17', -17],
    ['1_000', 1000],
    ['0xFF', 255],
    ['-0o17', -15],
    ['0B1_1', 3],
    ['.25', 0.25],
    ['2.', 2],
    ['1_0.5e-1', 1.05],
    ['6e+23', 6e23],
    ['9007199254740993', 9007199254740993n],
    ['-0xFFFFFFFFFFFFFFFF', -18446744073709551615n],
    ['2-3j', '(2-3j)'],
    ['-4j', '-4j'],
    ["{1: 'a', None: 'b', 2.5: 'c', (1, 2): 'd'}", { 1: 'a', null: 'b', 2.5: 'c', '[1,2]': 'd' }],
    ["{True: 'a', 1: 'b'}", { true: 'b' }],
    ["{'k': 1, 'k': 2}", { k: 2 }],
    ['[1, # one\n 2]', [1, 2]],
    ['{"a": 1, /* two */ "b": 2, // three\n}', { a: 1, b: 2 }],
    ['{"x": "http://h/"}', { x: 'http://h/' }],
  ])('%s', (text, expected) => {
    expect(valueOf(text)).toEqual(expected);
  });

  it.each<[string, string]>([
    [String.raw`'it\'s "so"'`, `it's "so"`],
    [String.raw`"\a\b\f\n\r\t\v\\"`, '\u0007\b\f\n\r\t\v\\'],
    [String.raw`'\x41\u00e9\U0001F642\101\0'`, 'A\u00e9\u{1f642}A\0'],
    [String.raw`'\N{EM DASH}\N{latin small letter e with acute}'`, '\u2014\u00e9'],
    [String.raw`'\d\/'`, String.raw`\d\/`],
    [String.raw`r'\n'`, String.raw`\n`],
    [String.raw`b'\x00\xff\u0041'`, '\0\u00ff\\u0041'],
    [`'''two\n"lines"'''`, 'two\n"lines"'],
    [`"a" 'b' u'c'`, 'abc'],
    ["'joined\\\nline'", 'joinedline'],
    [String.raw`'\ud83d'`, '\ud83d'],
    ["'a\u00a0b'", 'a\u00a0b'],
  ])('text %s', (text, expected) => {
    expect(valueOf(text)).toBe(expected);
  });

  it.each<[string, unknown]>([
    ['np.float64(1.5)', 1.5],
    ["np.str_('s')", 's'],
    ['np.True_', true],
    ["float('-inf')", -Infinity],
    ['array([1, 2], dtype=int64)', [1, 2]],
    ["Timestamp('2031-05-06 07:08:09', tz='UTC')", '2031-05-06 07:08:09'],
    ['datetime.date(2031, 5, 6)', '2031-05-06'],
    ['datetime.datetime(2031, 5, 6, 7, 8)', '2031-05-06T07:08:00'],
    [
      'datetime.datetime(2031, 5, 6, 7, 8, 9, 10, tzinfo=datetime.timezone.utc)',
      '2031-05-06T07:08:09.000010+00:00',
    ],
    [
      'datetime.datetime(2031, 5, 6, tzinfo=datetime.timezone(datetime.timedelta(seconds=-5400)))',
      '2031-05-06T00:00:00-01:30',
    ],
    [
      "datetime.datetime(2031, 5, 6, tzinfo=zoneinfo.ZoneInfo(key='Asia/Tokyo'))",
      '2031-05-06T00:00:00[Asia/Tokyo]',
    ],
    ['datetime.time(7, 8)', '07:08:00'],
    ["Decimal('2.50')", '2.50'],
    ['Fraction(1, 3)', '1/3'],
    ["UUID('00000000-0000-0000-0000-00000000000a')", '00000000-0000-0000-0000-00000000000a'],
    ["OrderedDict([('b', 1), ('a', 2)])", { b: 1, a: 2 }],
    ["OrderedDict({'b': 1})", { b: 1 }],
    ["defaultdict(<class 'list'>, {'a': [1]})", { a: [1] }],
    ['dict(a=1)', { a: 1 }],
    ['deque([1, 2], maxlen=3)', [1, 2]],
    ['set()', []],
    ["<Colour.RED: 'red'>", 'red'],
    ['<Perm.R|W: 6>', 6],
    ["Call(name='f', n=2)", { __class__: 'Call', name: 'f', n: 2 }],
    ["f('x', k=[1])", { __class__: 'f', arg_0: 'x', k: [1] }],
    ["date('tomorrow')", { __class__: 'date', arg_0: 'tomorrow' }],
    ["pd.DataFrame({'a': [1]})", { a: [1] }],
  ])('written call %s', (text, expected) => {
    expect(valueOf(text)).toEqual(expected);
  });
});

describe('what JavaScript writes', () => {
  it.each<[string, unknown]>([
    [
      "{id: 'r1', calls: [{tool_name: 'a', tool_input: {n: 1}}]}",
      { id: 'r1', calls: [{ tool_name: 'a', tool_input: { n: 1 } }] },
    ],
    ['{true: 1, null : 2}', { true: 1, null: 2 }],
    ['{a: undefined, b: [undefined], c: 1}', { b: [null], c: 1 }],
    ['[`two\nlines`, `a \\` and \\${b}`, ``]', ['two\nlines', 'a ` and ${b}', '']],
  ])('%j', (text, value) => {
    expect(readLiteral(text)).toMatchObject({ ok: true, value });
  });

  it('is a variable in a program', () => {
    const names = new Map([['key', 'id']]);
    expect(readLiteralAt('{key: 1}', 0, 'python', names)).toMatchObject({ value: { id: 1 } });
    expect(readLiteralAt('{other: 1}', 0, 'python', names)).toMatchObject({ ok: false });
  });
});

describe('what the console of Node prints', () => {
  it.each<[string, unknown]>([
    ['{ m: Msg { "id": 1 } }', { m: { __class__: 'Msg', id: 1 } }],
    ["[ Msg { a: 'b' }, Msg {} ]", [{ __class__: 'Msg', a: 'b' }, { __class__: 'Msg' }]],
    ['{ a: Array(2) [ 1, 2 ], b: Ids(1) [ 3 ] }', { a: [1, 2], b: [3] }],
    ["{ a: Map(1) { 'k' => 'v' }, b: Set(2) { 1, 2 } }", { a: { k: 'v' }, b: [1, 2] }],
    ['{ a: [Object: null prototype] { b: 1 } }', { a: { b: 1 } }],
    ['{ a: <ref *1> { b: 1 } }', { a: { b: 1 } }],
    [
      "{ a: 'one\\n' +\n    'two\\n' +\n    \"it's three\", b: 1 }",
      { a: "one\ntwo\nit's three", b: 1 },
    ],
  ])('%s', (text, value) => {
    expect(readLiteral(text)).toMatchObject({ ok: true, value });
  });

  it.each(['Msg { a: 1 }', "{ a: 'b' + c }", '{ a: [Object] }', '[ Msg { a: 1 ]'])(
    'is nothing else: %s',
    (text) => {
      expect(readLiteral(text).ok).toBe(false);
    },
  );
});

describe('numpy arrays, which have no commas', () => {
  it.each<[string, unknown]>([
    ['[1 2 3]', [1, 2, 3]],
    ['[ 1.  -2.5 nan]', [1, -2.5, Number.NaN]],
    ["[{'a': 1}\n {'a': 2}]", [{ a: 1 }, { a: 2 }]],
    [
      '[[1 2]\n [3 4]]',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    ["['a' 'b']", ['a', 'b']],
    ["['a' 'b', 'c']", ['ab', 'c']],
    ["['a', 'b' 'c']", ['a', 'bc']],
    ["['a''b']", ['ab']],
    ["[{'m': array([{'n': 1}],\n      dtype=object)}      ]", [{ m: [{ n: 1 }] }]],
  ])('%j', (text, expected) => {
    expect(valueOf(text)).toEqual(expected);
  });

  it('are noted, and refused where numpy has cut them', () => {
    expect(kindsOf('[1 2]')).toEqual(['numpy_arrays']);
    for (const text of ['[1 2 ... 9]', '[1, 2, ..., 9]', "[{'a': 1}\n ...\n {'a': 9}]", '[...]']) {
      expect(valueOf(text)).toMatchObject({
        ok: false,
        reason: expect.stringContaining('Cut short'),
      });
    }
  });

  it('are not seen where JSON lacks a comma', () => {
    expect(valueOf('[{"a":1} {"a":2}]')).toMatchObject({ ok: false, column: 10 });
    expect(valueOf('[1 2, 3]')).toMatchObject({ ok: false });
    expect(valueOf('[{1}{2}]')).toMatchObject({ ok: false });
  });
});

describe('leniencies', () => {
  it.each<[string, string[]]>([
    ['[1, "a", null, {"b": [true]}]', []],
    ["['a']", ['single_quotes']],
    ['[None]', ['python_words']],
    ['[NaN]', ['non_finite']],
    ['[1,]', ['trailing_commas']],
    ['[1] # x', ['comments']],
    ['{"a":1,"a":2}', ['duplicate_keys']],
    ['{"a":"\u001b"}', ['control_characters']],
    ['{1: 2}', ['keys_not_text']],
    ['(1, 2)', ['tuples']],
    ['{1}', ['sets']],
    ['b"x"', ['bytes']],
    ['0x1', ['number_forms']],
    ['1j', ['python_objects complex']],
    ['"a" "b"', ['python_texts']],
    ['{a: 1, b_2: [`c`]}', ['bare_keys', 'backtick_texts']],
    ['{"a": undefined}', ['undefined_words']],
    [
      '[Decimal("1"), Decimal("2"), np.int64(3)]',
      ['python_objects Decimal', 'python_objects np.int64'],
    ],
  ])('of %j are %j', (text, kinds) => {
    expect(kindsOf(text)).toEqual(kinds);
  });

  it('are counted from the first place', () => {
    const reading = readLiteral('[1, None, None]');
    expect(reading.ok && reading.leniencies).toEqual([
      { kind: 'python_words', name: '', count: 2, at: 4 },
    ]);
  });
});

describe('refusals', () => {
  it.each<[string, number, string]>([
    ['', 1, 'No value'],
    ['[1, 2', 6, 'List is not closed'],
    ["{'a': [1", 9, 'List is not closed'],
    ["{'a': 'b", 9, 'String is not closed'],
    ["{'a': ", 7, 'Object is not closed'],
    ["{'a'", 5, 'Object is not closed'],
    ["'a\nb'", 3, 'String is not closed on its line'],
    ['[1 + 1]', 4, 'Expected a comma or ]'],
    ['1+1', 2, 'Text after the end of the value'],
    ["'a'*9", 4, 'Text after the end of the value'],
    ['[x for x in y]', 2, '“x” is a name, not a value'],
    ['[*[1]]', 2, 'Unexpected “*”'],
    ['{**a}', 2, 'Unexpected “*”'],
    ['lambda: 1', 1, '“lambda” is a name, not a value'],
    ["f'{x}'", 1, 'An f-string is a program, not a value'],
    ['{a.b: 1}', 2, '“a.b” is a name, not a value'],
    ['{1: a}', 5, '“a” is a name, not a value'],
    ['[{a: [Object]}]', 7, 'Cut short by the console: copy it as JSON.stringify prints it'],
    ['[{…}]', 3, 'Cut short with “…”: what is left out cannot be known'],
    ['[`a${b}`]', 4, 'A string with “${” is code, not a value'],
    ['[`a]', 2, 'String is not closed'],
    ['[`\\u0041`]', 2, 'Bad escape inside a string'],
    ["{'a': 1, 'b'}", 13, 'Expected a colon after the key'],
    ["{'a' 1}", 6, 'Expected a colon after the key'],
    ["{'a': }", 7, 'A value is missing'],
    ['[,]', 2, 'Unexpected “,”'],
    ['[1)', 3, 'Expected a comma or ]'],
    [']', 1, 'Unexpected “]”'],
    ['012', 1, 'Not a number'],
    ['1__0', 1, 'Not a number'],
    ['--1', 1, 'Not a number'],
    ['1a', 1, 'Not a number'],
    [String.raw`'\x4'`, 2, 'Bad escape inside a string'],
    [String.raw`'\U00110000'`, 2, 'Bad escape inside a string'],
    [String.raw`'\N{NO SUCH NAME}'`, 2, 'A character name that is not known'],
    ["b'é'", 3, 'Bytes can only hold ASCII characters'],
    ['<object at 0x7f>', 1, 'Python wrote a description here, not a value'],
    ['\u201ca\u201d', 1, 'Curly quotes; JSON needs straight double quotes'],
    ['['.repeat(1001), 1001, 'Nested deeper than 1000 levels'],
  ])('%j', (text, column, reason) => {
    expect(readLiteral(text)).toEqual({ ok: false, column, reason });
  });
});

describe('names', () => {
  it('stand for values that a program has assigned, and for nothing else', () => {
    const names = new Map<string, JsonValue>([['a', [1]]]);
    expect(readLiteralAt('x = {"k": a}', 4, 'python', names)).toMatchObject({
      value: { k: [1] },
      end: 12,
    });
    expect(readLiteralAt('toString', 0, 'python', names).ok).toBe(false);
  });

  it('never reach a prototype', () => {
    const value = valueOf("{'__proto__': {'polluted': True}, 'constructor': 1}") as object;
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    valueOf("dict(__proto__={'polluted': 1})");
    valueOf("f(__proto__={'polluted': 1})");
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('dialectOf', () => {
  it.each([
    ['{"a": \'b\'}', 'json'],
    ['{\'a\': "b": 1}', 'python'],
    ['// it\'s\n{"a": 1}', 'json'],
    ['[1 2]', 'python'],
    ["[\"it's\" 'b']", 'python'],
  ])('%j is %s', (text, dialect) => {
    expect(dialectOf(text)).toBe(dialect);
  });
});

/** Prints a value as Python's repr does. */
function repr(value: JsonValue): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string') return reprText(value);
  if (typeof value === 'number') {
    if (Number.isNaN(value)) return 'nan';
    if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
    return Number.isInteger(value) && !Number.isSafeInteger(value)
      ? value.toExponential()
      : Object.is(value, -0)
        ? '-0.0'
        : String(value);
  }
  if (typeof value === 'bigint') return String(value);
  if (isJsonList(value)) return `[${value.map(repr).join(', ')}]`;
  const entries = Object.entries(value).map(([key, item]) => `${reprText(key)}: ${repr(item)}`);
  return `{${entries.join(', ')}}`;
}

function reprText(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const body = text
    .replaceAll('\\', '\\\\')
    .replaceAll(quote, `\\${quote}`)
    .replace(/[\0-\x1f\x7f-\xa0\ud800-\udfff]/g, (char) => {
      const code = char.charCodeAt(0);
      return code < 256
        ? `\\x${code.toString(16).padStart(2, '0')}`
        : `\\u${code.toString(16).padStart(4, '0')}`;
    });
  return quote + body + quote;
}

describe('laws', () => {
  it('reading what the console of Node prints gives the value back', () => {
    const options = { depth: null, maxArrayLength: null, maxStringLength: null } as const;
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        // a scalar is printed as text is typed
        const held = [value];
        const text = inspect(held, options);
        // long whole numbers are read digit by digit
        fc.pre(!/\d{16}/.test(text));
        expect(readLiteral(text)).toMatchObject({ ok: true, value: held });
      }),
      { numRuns: lawRuns(500), examples: [[JSON.parse('{"__proto__":0}') as never]] },
    );
  });

  it('reading what Python prints gives the value back', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(readLiteral(repr(value), 'python')).toMatchObject({ ok: true, value });
      }),
      { numRuns: lawRuns(500) },
    );
  });

  it('reading strict JSON needs no leniency and gives the value back', () => {
    fc.assert(
      fc.property(json, fc.constantFrom(0, 2), (value, indent) => {
        const text = printJson(value, indent);
        // not the value itself: JSON prints −0 as 0
        expect(readLiteral(text, 'json')).toMatchObject({ ok: true, value: parseJson(text) });
        const isBeyond = text.includes('1e999');
        expect(kindsOf(text)).toEqual(isBeyond ? ['beyond_range'] : []);
      }),
      { numRuns: lawRuns(500) },
    );
  });

  it('a text that breaks off is never completed', () => {
    const container = json.filter((value) => typeof value === 'object' && value !== null);
    fc.assert(
      fc.property(container, fc.nat(), (value, cut) => {
        const text = repr(value);
        expect(readLiteral(text.slice(0, cut % text.length), 'python').ok).toBe(false);
      }),
      { numRuns: lawRuns(500) },
    );
  });

  it('no text makes it throw, and a failure points into the text', () => {
    const noise = fc.string({
      unit: fc.constantFrom(...Array.from(`{}[]()<>"':,#/\\*.+-_01aefjnNrbuTx= \n`), 'None', 'np.'),
      maxLength: 60,
    });
    fc.assert(
      fc.property(noise, fc.constantFrom('json' as const, 'python' as const), (text, dialect) => {
        const reading = readLiteral(text, dialect);
        if (reading.ok) expect(reading.end).toBeLessThanOrEqual(text.length);
        else expect(reading.column).toBeLessThanOrEqual(text.length + 1);
      }),
      { numRuns: lawRuns(3000) },
    );
  });
});
