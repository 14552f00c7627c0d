import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import { json } from '../../../../tests/support/arbitraries.ts';
import { casesOf } from '../../../../tests/support/cases.ts';
import { isJsonList, type JsonValue } from '#core/base/json/json-value.ts';
import { parseJson, printJson } from '#core/base/json/parse-json.ts';
import { dialectOf } from './dialect.ts';
import type { Tolerance } from './tolerance.ts';
import { readJson, type ReadResult } from './read-json.ts';
import { readLiteral, readLiteralAt, type LiteralResult } from './read-literal.ts';

const valueOf = (text: string): unknown => {
  const reading = readLiteral(text);
  return reading.ok ? reading.value : reading;
};

const kindNames = (tolerances: readonly Tolerance[]): string[] =>
  tolerances.map(({ kind, name }) => (name === '' ? kind : `${kind} ${name}`));

/** What a text is read as, in the words of the fixture. */
function givenBy(reading: LiteralResult | ReadResult): string {
  if (!reading.ok) return `${String(reading.column)}: ${reading.reason}`;
  const kinds = 'tolerances' in reading ? kindNames(reading.tolerances) : [];
  return printJson(reading.value) + (kinds.length > 0 ? ` (${kinds.join(', ')})` : '');
}

it.each(casesOf<{ of: string; text: string; gives: string }>('literals'))(
  '$of: $text',
  ({ of, text, gives }) => {
    expect(givenBy(of === 'strict JSON' ? readJson(text) : readLiteral(text))).toBe(gives);
  },
);

it('tolerances are counted from the first place', () => {
  const reading = readLiteral('[1, None, None]');
  expect(reading.ok && reading.tolerances).toEqual([
    { kind: 'python_words', name: '', count: 2, at: 4 },
  ]);
});

it('a text of more than a thousand levels is refused', () => {
  expect(givenBy(readLiteral('['.repeat(1001)))).toBe('1001: Nested deeper than 1000 levels');
});

describe('names', () => {
  it('without quotes in an object are variables in a program', () => {
    const names = new Map([['key', 'id']]);
    expect(readLiteralAt('{key: 1}', 0, 'python', names)).toMatchObject({ value: { id: 1 } });
    expect(readLiteralAt('{other: 1}', 0, 'python', names)).toMatchObject({ ok: false });
  });

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

it.each([
  ['{"a": \'b\'}', 'json'],
  ['{\'a\': "b": 1}', 'python'],
  ['// it\'s\n{"a": 1}', 'json'],
  ['[1 2]', 'python'],
  ["[\"it's\" 'b']", 'python'],
])('dialectOf %j is %s', (text, dialect) => {
  expect(dialectOf(text)).toBe(dialect);
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

  it('reading strict JSON needs no tolerance and gives the value back', () => {
    fc.assert(
      fc.property(json, fc.constantFrom(0, 2), (value, indent) => {
        const text = printJson(value, indent);
        // not the value itself: JSON prints −0 as 0
        expect(readLiteral(text, 'json')).toMatchObject({ ok: true, value: parseJson(text) });
        const isBeyond = text.includes('1e999');
        expect(givenBy(readLiteral(text))).toBe(
          givenBy(readJson(text)) + (isBeyond ? ' (beyond_range)' : ''),
        );
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
