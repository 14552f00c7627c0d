import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutsOf, json } from '../../../../../tests/support/arbitraries.ts';
import { headOf, readText, type ReadText } from '../../../../../tests/support/read-text.ts';
import { recogniseFormat } from '#core/read/formats/registry.ts';
import { isJsonObject, type JsonObject } from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { jsonValues } from './json-values.ts';

const CALL = '{"tool_name":"a","tool_input":{}}';

/** Reads a text that must be recognised as this format. */
const read = (text: string): ReadText => {
  expect(recogniseFormat(headOf(text))?.id).toBe('json-values');
  return readText(jsonValues, text);
};

describe('values', () => {
  it.each<[string, string, JsonObject[], number[]]>([
    ['comments first', '// x\n[\n {"a":1,},\n {"a":2}\n]', [{ a: 1 }, { a: 2 }], [3, 4]],
    [
      'comments within',
      '[ # ]"\n {"a":1}, /* { */\n {"a":2} // it\'s\n]',
      [{ a: 1 }, { a: 2 }],
      [2, 3],
    ],
    ['Python', "[{'a': None},\n {'a': True}]", [{ a: null }, { a: true }], [1, 2]],
    ['RFC 7464', '\u001e{"a":1}\n\u001e{"a":\n2}\n', [{ a: 1 }, { a: 2 }], [1, 2]],
    ['a list a line', '[{"a":1},{"a":2}]\n[{"a":3}]\n', [{ a: 1 }, { a: 2 }, { a: 3 }], [1, 1, 2]],
    ['a wrapper', '{\n"rows": [\n {"a":1},\n {"a":2}\n]}', [{ a: 1 }, { a: 2 }], [3, 4]],
    ['JavaScript', "[\n {a: 1},\n {a: undefined, 'b': 2},\n]", [{ a: 1 }, { b: 2 }], [2, 3]],
    ['text in single quotes', `'[{"a":1}]'`, [{ a: 1 }], [1]],
    ['text in text', JSON.stringify('[{"a":1}]'), [{ a: 1 }], [1]],
    ['text in text in text', JSON.stringify(JSON.stringify('[{"a":1}]')), [{ a: 1 }], [1]],
    [
      'pandas split',
      '{"columns":["a","b"],"index":[0,1],"data":[\n[1,2],\n[3,4]]}',
      [
        { a: 1, b: 2 },
        { a: 3, b: 4 },
      ],
      [2, 3],
    ],
    [
      'pandas table',
      '{"schema":{"fields":[],"primaryKey":["index"]},"data":[\n{"index":0,"a":1}]}',
      [{ a: 1 }],
      [2],
    ],
    ['pandas index', '{"0":{"a":1},"1":{"a":2}}', [{ a: 1 }, { a: 2 }], [1, 1]],
    [
      'pandas index of named rows',
      '{"x":{"prompt":"p","predicted_trajectory":[]},"y":{"prompt":"q","predicted_trajectory":[]}}',
      [
        { id: 'x', prompt: 'p', predicted_trajectory: [] },
        { id: 'y', prompt: 'q', predicted_trajectory: [] },
      ],
      [1, 1],
    ],
    [
      'pandas split of named rows',
      '{"columns":["a"],"index":["x"],"data":[[1]]}',
      [{ id: 'x', a: 1 }],
      [1],
    ],
    [
      'pandas values, lists of calls among them',
      `[["p",[${CALL}]],\n["q",[${CALL}]]]`,
      ['p', 'q'].map((prompt) => ({
        column_1: prompt,
        column_2: [JSON.parse(CALL) as JsonObject],
      })),
      [1, 2],
    ],
    [
      'pandas values',
      '[[1,2],[3,4]]',
      [
        { column_1: 1, column_2: 2 },
        { column_1: 3, column_2: 4 },
      ],
      [1, 1],
    ],
    [
      'a header and values',
      '[["a","b"],\n[1,2],\n[3,4]]',
      [
        { a: 1, b: 2 },
        { a: 3, b: 4 },
      ],
      [2, 3],
    ],
    [
      'a bare trajectory',
      `[\n${CALL}]`,
      [{ predicted_trajectory: [JSON.parse(CALL) as JsonObject] }],
      [1],
    ],
    [
      'trajectories',
      `[[${CALL}],\n[]]`,
      [{ predicted_trajectory: [JSON.parse(CALL) as JsonObject] }, { predicted_trajectory: [] }],
      [1, 2],
    ],
  ])('%s', (name, text, rows, lines) => {
    // bare calls are taken by the adapter for lists of calls when they are all there is
    const found = name.includes('trajector') ? readText(jsonValues, text) : read(text);
    expect(found.rows).toEqual(rows);
    expect(found.lines).toEqual(lines);
    expect([...found.skips, ...found.fails]).toEqual([]);
  });

  it('say what was done to them', () => {
    const kindsOf = (text: string): unknown[] =>
      read(text).notes.map((note) => ('from' in note ? note.from : note.code));
    expect(kindsOf('// x\n[{"a":1}]')).toEqual(['row_lenient']);
    expect(kindsOf('{"data":[{"a":1}]}')).toEqual(['wrapper']);
    expect(kindsOf(JSON.stringify('[{"a":1}]'))).toEqual(['double_encoded']);
    expect(kindsOf('[[1,2],[3,4]]')).toEqual(['value_lists']);
  });

  it('are skipped where they break, the rest is read', () => {
    const lines = "\u001e{'a': 1}\n\u001e{'a': oops}\n\u001e{'a': 3}\n";
    const found = read(lines);
    expect(found.rows).toEqual([{ a: 1 }, { a: 3 }]);
    expect(found.skips).toEqual([
      { code: 'row_not_json', line: 2, column: 8, reason: '“oops” is a name, not a value' },
    ]);
    expect(found.skipped).toEqual(["{'a': oops}"]);
  });

  it('keep the good rows of a lenient list that breaks', () => {
    const found = readText(jsonValues, '[{"a":1,},\n{"a":oops},\n{"a":3}]');
    expect(found.rows).toEqual([{ a: 1 }, { a: 3 }]);
    expect(found.skips.map(({ line }) => line)).toEqual([2]);
  });

  it('are never completed where they break off', () => {
    expect(readText(jsonValues, "{'a': [1, 2").rows).toEqual([]);
    expect(readText(jsonValues, JSON.stringify('[{"a":1}')).rows).toEqual([]);
  });

  it('that are no rows are skipped', () => {
    expect(readText(jsonValues, '[{"a":1},2]').skips).toEqual([
      { code: 'row_not_object', line: 1, found: 'number' },
    ]);
  });

  it('never reach a prototype', () => {
    const found = readText(jsonValues, "{'__proto__': {'polluted': 1}, 'a': 1}");
    expect(found.notes.map(({ code }) => code)).toContain('column_reserved');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('printed one after another are read back, however they are printed', () => {
    const object = json.filter(isJsonObject).map((value) => ({ row: value, id: 1 }));
    const texts = fc
      .tuple(fc.array(object, { minLength: 2, maxLength: 4 }), fc.constantFrom(0, 2))
      .chain(([rows, indent]) => {
        const text = rows.map((row) => printJson(row, indent)).join('\n');
        return fc.tuple(fc.constant(rows), cutsOf(text));
      });
    fc.assert(
      fc.property(texts, ([rows, pieces]) => {
        expect(readText(jsonValues, pieces).rows).toEqual(rows);
      }),
    );
  });
});
