import { describe, expect, it } from 'vitest';
import type { JsonValue } from '#core/base/json/json-value.ts';
import { readWith, USUAL_OPTIONS } from '#core/read/framework/adapter.ts';
import { readDataset } from '#package/dataset.ts';
import { score } from '#package/scored-run.ts';
import { bfcl } from '#core/read/adapters/bfcl/bfcl.ts';
import { loadJson, plainOf, typeOf } from '#core/read/adapters/bfcl/accepted-values.ts';

const METRIC = 'trajectory_exact_match';

/** Whether an answer is right, as the page scores it; arguments as JSON text. */
async function isRight(
  type: Record<string, JsonValue>,
  accepted: string,
  made: string | undefined,
  { isRequired = false, isWritten = false } = {},
): Promise<boolean> {
  const properties = { x: type };
  const parameters = { type: 'dict', properties, required: isRequired ? ['x'] : [] };
  const question = { id: 'simple_0', question: 'Do it', function: { name: 'a.f', parameters } };
  const answer = `{"id": "simple_0", "ground_truth": {"a.f": {"x": ${accepted}}}}`;
  const input = made === undefined ? '{}' : `{"x": ${made}}`;
  const python = made?.replaceAll('true', 'True').replaceAll('false', 'False');
  const written = python === undefined ? '[a.f()]' : `[a.f(x=${python})]`;
  const result = { id: 'simple_0', result: isWritten ? written : [{ a_f: input }] };
  const text = [JSON.stringify(question), answer, JSON.stringify(result)].join('\n');
  const run = await score(await readDataset(text), { metrics: [METRIC] });
  return run.values(METRIC)[0] === 1;
}

/** The schema of a function of one integer. */
const OF_X = { type: 'dict', properties: { x: { type: 'integer' } }, required: ['x'] };

const list = (items: string): Record<string, JsonValue> => ({
  type: 'array',
  items: { type: items },
});

// each line follows from the checker's code at de8307b4: type, accepted values, value made, right
const CASES: readonly [Record<string, JsonValue>, string, string | undefined, boolean][] = [
  [{ type: 'string' }, '["New York, NY"]', '"new york ny"', true],
  [{ type: 'string' }, '["it\'s"]', '"IT\\"S"', true],
  [{ type: 'string' }, '["a b"]', '"a\\tb"', false],
  [{ type: 'string' }, '["a b"]', '"a b!"', false],
  [{ type: 'string' }, '["", "x"]', '""', true],
  [{ type: 'string' }, '["", "x"]', undefined, true],
  [{ type: 'string' }, '["x"]', undefined, false],
  [{ type: 'integer' }, '[5]', '5', true],
  [{ type: 'integer' }, '[5]', '5.0', false],
  [{ type: 'integer' }, '[5]', '"5"', false],
  [{ type: 'integer' }, '[5.0]', '5.0', true],
  [{ type: 'integer' }, '[0, 1]', 'true', false],
  [{ type: 'float' }, '[5.0]', '5', true],
  [{ type: 'float' }, '[5]', '5.0', true],
  [{ type: 'float' }, '["", "None"]', '"none"', false],
  [{ type: 'boolean' }, '[true, ""]', 'false', false],
  [list('float'), '[[1.0, 3.0]]', '[1, 3]', false],
  [list('float'), '[[1.0, 3.0]]', '[1.0, 3.0]', true],
  [list('float'), '[[1, 3]]', '[1, 3]', true],
  [list('float'), '[[1.0, 3.0], ""]', '[1, 3]', true],
  [list('integer'), '[[1, 3]]', '[1.0, 3]', false],
  [{ type: 'integer' }, '[9007199254740993, 5]', '9007199254740993', true],
  [{ type: 'integer' }, '[9007199254740993, 5]', '9007199254740992', false],
  [list('string'), '[["Big Ben"]]', '["big-ben"]', true],
  [list('string'), '[["a", "b"]]', '["b", "a"]', false],
  [list('string'), '[["a"], ""]', '[]', true],
  [list('string'), '["df"]', '"df"', true],
  [list('string'), '["df"]', '"DF"', false],
  [{ type: 'dict' }, '[{"a": ["X"], "b": [1]}]', '{"a": "x", "b": 1.0}', true],
  [{ type: 'dict' }, '[{"a": ["X"], "b": [1, ""]}]', '{"a": "x"}', false],
  [{ type: 'dict' }, '[{"a": {"c": ["X"]}}]', '{"a": {"c": "X"}}', true],
  [list('dict'), '[[{"a": ["X", "Y"]}]]', '[{"a": "y"}]', true],
  [list('dict'), '[[{"a": ["X"]}]]', '[{"a": "X"}, {"a": "X"}]', false],
  [{ type: 'any' }, '[5]', '5', true],
];

describe('an answer', () => {
  it.each(CASES)('of %j with accepted values %s and %s: %s', async (type, accepted, made, right) =>
    expect(await isRight(type, accepted, made)).toBe(right),
  );

  it.each(CASES)('that is written: of %j with %s and %s: %s', async (type, accepted, made, right) =>
    expect(await isRight(type, accepted, made, { isWritten: true })).toBe(right),
  );

  it.each([
    ["a.f(x='1.0')", '["1.0"]', true],
    ["['a.f(x=\\'1.0\\')']", '["1.0"]', false],
    ['I would call a.f(x="1.0").', '["1.0"]', false],
    ['```python\na.f(x="1.0")\n```', '["1.0"]', false],
    ['a.f', '["1.0"]', false],
  ])('is read as the checker parses it: %s', async (text, accepted, right) => {
    const parameters = { type: 'dict', properties: { x: { type: 'string' } }, required: ['x'] };
    const records = [
      JSON.stringify({ id: 's', question: 'q', function: { name: 'a.f', parameters } }),
      `{"id": "s", "ground_truth": {"a.f": {"x": ${accepted}}}}`,
      JSON.stringify({ id: 's', result: text }),
    ];
    const run = await score(await readDataset(records.join('\n')), { metrics: [METRIC] });
    expect([...run.values(METRIC)]).toEqual([right ? 1 : 0]);
  });

  it('has to give what the schema requires, also where it might be left out', async () => {
    expect(await isRight({ type: 'string' }, '["", "x"]', undefined, { isRequired: true })).toBe(
      false,
    );
    expect(await isRight({ type: 'string' }, '["", "x"]', '"x"', { isRequired: true })).toBe(true);
  });

  it('of several calls may have them in any order, and no others', async () => {
    const answer = { id: 'p', ground_truth: { f_1: { x: [1] }, f_2: { x: [2] } } };
    const rightOf = async (...made: number[]): Promise<number | null | undefined> => {
      const result = { id: 'p', result: made.map((x) => ({ f: JSON.stringify({ x }) })) };
      const text = `${JSON.stringify(answer)}\n${JSON.stringify(result)}`;
      return (await score(await readDataset(text), { metrics: [METRIC] })).values(METRIC)[0];
    };
    expect(await rightOf(2, 1)).toBe(1);
    expect(await rightOf(1, 1)).toBe(0);
    expect(await rightOf(1)).toBe(0);
    expect(await rightOf(1, 2, 2)).toBe(0);
    expect(await rightOf()).toBe(0);
  });

  describe('of functions with dots in their names', () => {
    const declared = ['math.gcd', 'area', 'unit_speed'];
    const scoresOf = async (withQuestions: boolean, ...made: readonly string[]) => {
      const records = made.flatMap((name, at): JsonValue[] => {
        const own = declared[at] ?? 'math.lcm';
        const question = {
          id: `s_${at}`,
          question: 'q',
          function: { name: own, parameters: OF_X },
        };
        return [
          ...(withQuestions ? [question] : []),
          { id: `s_${at}`, ground_truth: { [own]: { x: [1] } } },
          { id: `s_${at}`, result: [{ [name]: '{"x": 1}' }] },
        ];
      });
      const text = records.map((record) => JSON.stringify(record)).join('\n');
      return [...(await score(await readDataset(text), { metrics: [METRIC] })).values(METRIC)];
    };

    it.each([true, false])(
      'tells by these whether `_` stands for them; questions: %s',
      async (has) => {
        expect(await scoresOf(has, 'math.gcd', 'area', 'unit_speed')).toEqual([1, 1, 1]);
        expect(await scoresOf(has, 'math_gcd', 'area', 'unit_speed')).toEqual([1, 1, 1]);
        expect(await scoresOf(has, 'gcd', 'area', 'unit.speed')).toEqual([0, 1, 0]);
        // who was offered the dot called no function without it
        expect(await scoresOf(has, 'math.gcd', 'area', 'unit_speed', 'math_lcm')).toEqual([
          1, 1, 1, 0,
        ]);
      },
    );
  });

  it('that is not only calls is a wrong one, and a row like any other', async () => {
    const results: readonly JsonValue[] = [
      ['```python\nf(x=1)\n```'],
      ['I need it.', { f: '{"x": 1}' }],
      [{ f: '{"x": 1}', g: '{}' }],
      [{ f: 'x = 1' }],
      'Error during inference: timeout',
      null,
      [],
      [{ f: '{"x": 1}' }],
    ];
    const records = results.flatMap((result, at): JsonValue[] => [
      { id: `simple_${at}`, question: 'q', function: { name: 'f', parameters: OF_X } },
      { id: `simple_${at}`, ground_truth: { f: { x: [1] } } },
      { id: `simple_${at}`, result },
    ]);
    const run = await score(
      await readDataset(records.map((record) => JSON.stringify(record)).join('\n')),
      { metrics: [METRIC] },
    );
    expect([...run.values(METRIC)]).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
    const ids = results.map(async (_, at) => (await run.dataset.row(at))?.['id']);
    expect(await Promise.all(ids)).toEqual(results.map((_, at) => `simple_${at}`));
  });

  it('with a number of the wrong type says which one it has', () => {
    const parameters = { type: 'dict', properties: { x: list('float') }, required: [] };
    const texts = [
      JSON.stringify({ id: 's', question: 'q', function: { name: 'f', parameters } }),
      '{"id": "s", "ground_truth": {"f": {"x": [[1.0, 3.0]]}}}',
      '{"id": "s", "result": [{"f": "{\\"x\\": [1, 3.0]}"}]}',
    ];
    const values = texts.map((text) => bfcl.reread?.(JSON.parse(text) as JsonValue, text) ?? null);
    const [row] = readWith(bfcl, values, USUAL_OPTIONS).rows;
    expect(row?.['predicted_trajectory']).toEqual([
      { tool_name: 'f', tool_input: { x: [{ integer: 1 }, 3] } },
    ]);
    expect(row?.['reference_trajectory']).toMatchObject([{ tool_input: { x: [1, 3] } }]);
  });

  it('given by several models to one question is a row for each', () => {
    const answer = { id: 's', ground_truth: { f: { x: [1] } } };
    const results = [1, 2].map((x) => ({ id: 's', result: [{ f: JSON.stringify({ x }) }] }));
    expect(readWith(bfcl, [answer, ...results], USUAL_OPTIONS).rows).toHaveLength(2);
  });
});

describe('values as Python types them', () => {
  it.each([
    ['1', 'int'],
    ['1.0', 'float'],
    ['1e2', 'float'],
    ['1.5', 'float'],
    ['true', 'bool'],
    ['"1.0"', 'str'],
    ['null', 'NoneType'],
    ['[1.0]', 'list'],
    ['{"a": 1.0}', 'dict'],
  ])('%s is a %s', (text, type) => expect(typeOf(loadJson(text) as JsonValue)).toBe(type));

  it('lose their marks', () => {
    const text = '{"a": [1.0, 2, "3.0"], "b": {"c": 4e0}}';
    expect(plainOf(loadJson(text) as JsonValue)).toEqual(JSON.parse(text));
  });
});
