import { inspectFile } from '#workers/open-file.ts';
import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import { describe, expect, it } from 'vitest';
import { sentenceOf } from '#core/read/issues/sentences.ts';
import { EXACT } from './support/build.ts';
import { scoreText, type ScoredText } from './support/score-text.ts';

const jsonl = (...rows: readonly unknown[]): string =>
  rows.map((row) => JSON.stringify(row)).join('\n');

/** What the receipt says, without what it says of whole files. */
function told({ notes, cellIssues }: ScoredText): string {
  return [...notes, ...cellIssues]
    .map((issue) => sentenceOf(issue))
    .map(({ title, detail }) => `${title} ${detail}`)
    .join('\n');
}

const csvCell = (cell: unknown): string => {
  const text = typeof cell === 'string' ? cell : JSON.stringify(cell);
  return `"${text.replaceAll('"', '""')}"`;
};
const csv = (...rows: readonly JsonObject[]): string =>
  [Object.keys(rows[0]!), ...rows.map((row) => Object.values(row).map(csvCell))].join('\n');

/** Ways of writing the same rows. */
const WRITTEN: readonly (readonly [string, (...rows: readonly JsonObject[]) => string])[] = [
  ['JSONL', jsonl],
  ['JSON', (...rows) => JSON.stringify(rows, null, 1)],
  ['CSV', csv],
];

describe('arguments beside a column of names', () => {
  const NAMES = [
    ['expected_tool', 'expected_args', 'predicted_tool', 'predicted_args'],
    ['expected_tool', 'expected_arguments', 'tool_name', 'tool_args'],
    ['expected_tool_name', 'expected_tool_args', 'predicted_tool', 'predicted_tool_args'],
    ['ground_truth_tool', 'ground_truth_params', 'tool', 'arguments'],
    ['Expected Tool', 'Expected Args', 'Actual Tool', 'Actual Args'],
  ] as const;

  it.each(WRITTEN.flatMap(([title, write]) => NAMES.map((names) => ({ title, names, write }))))(
    'are compared: $title of $names',
    async ({ write, names: [tool, args, madeTool, madeArgs] }) => {
      const row = (x: number, prompt: string): JsonObject => ({
        prompt,
        [tool]: 'a',
        [args]: { x: 1 },
        [madeTool]: 'a',
        [madeArgs]: { x },
      });
      const file = await scoreText(write(row(1, 'q'), row(2, 'r')));
      expect(file.score(EXACT)).toEqual([1, 0]);
      expect(file.rows.map((cells) => Object.keys(cells))).toEqual(
        file.rows.map(() => expect.arrayContaining([tool, args, madeTool, madeArgs]) as unknown),
      );
      expect(told(file)).toContain(`Column “${tool}” converted. The arguments of its tools are in`);
      expect(told(file)).not.toContain('by name only');
    },
  );

  it.each(WRITTEN)('of lists of names are compared: %s', async (_, write) => {
    const row = (y: number): JsonObject => ({
      prompt: 'q',
      expected_tools: ['a', 'b'],
      expected_args: [{ x: 1 }, { y: 2 }],
      predicted_tools: ['a', 'b'],
      predicted_args: [{ x: 1 }, { y }],
    });
    const file = await scoreText(write(row(2), row(3)));
    expect(file.score(EXACT)).toEqual([1, 0]);
    expect(told(file)).not.toContain('by name only');
  });

  it.each(WRITTEN)('stand beside a list of calls: %s', async (_, write) => {
    const row = (x: number): JsonObject => ({
      prompt: 'q',
      expected_tool: 'a',
      expected_args: { x: 1 },
      tool_calls: [{ name: 'a', args: { x } }],
    });
    const file = await scoreText(write(row(1), row(2)));
    expect(file.score(EXACT)).toEqual([1, 0]);
    expect(file.rows[0]).toHaveProperty('expected_args');
  });

  it('that are not as many are said, at their row', async () => {
    const row = { prompt: 'q', expected_tools: ['a', 'b'], predicted_tool: 'a' };
    const file = await scoreText(
      jsonl({ ...row, expected_args: [{}, {}] }, { ...row, expected_args: [{}] }),
    );
    expect(told(file)).toContain(
      'Line 2: calls compared by name only. expected_tools names 2 tools, but has arguments for 1 call.',
    );
  });

  it('of one call a row are those of the run', async () => {
    const file = await scoreText(
      csv(
        { id: '1', predicted_tool: 'a', predicted_args: { x: 1 } },
        { id: '1', predicted_tool: 'b', predicted_args: { y: 1 } },
      ),
    );
    expect(file.rows).toMatchObject([
      {
        predicted_trajectory: [
          { tool_name: 'a', tool_input: { x: 1 } },
          { tool_name: 'b', tool_input: { y: 1 } },
        ],
      },
    ]);
  });
});

describe('files of several shapes at once', () => {
  const row = (id: string): JsonObject => ({
    id,
    prompt: 'é',
    predicted_trajectory: [{ tool_name: 'a', tool_input: { id } }],
    reference_trajectory: [{ tool_name: 'a', tool_input: { id: '2' } }],
  });
  const [one, two, three] = ['1', '2', '3'].map((id) => JSON.stringify(row(id)));
  const tall = (id: string): string => JSON.stringify(row(id), null, 2);

  it.each<[string, string, readonly number[]]>([
    ['an object and a list', `${one}\n[${two}, ${three}]\n`, [1, 2, 2]],
    ['a list in the middle', `${one}\n[${two}]\n${three}\n`, [1, 2, 3]],
    ['objects on one line', `${one} ${two} ${three}`, [1, 1, 1]],
    ['objects on one line of some', `${one}\n${two},${three},\n`, [1, 2, 2]],
    ['a tall list, then an object', `[\n${tall('1')},\n${tall('2')}\n]\n${three}\n`, [2, 22, 43]],
    ['after a byte order mark', `\ufeff${one} ${two}\n${three}\n`, [1, 1, 2]],
    ['an object, then tall ones', `${one}\n${tall('2')}\n${tall('3')}\n`, [1, 2, 22]],
    ['tall ones and an object', `${tall('1')}\n${two}\n${tall('3')}\n`, [1, 21, 22]],
    ['an object, then a tall list', `${one}\n[\n${tall('2')},\n${tall('3')}\n]\n`, [1, 3, 23]],
  ])('%s: every row is read, at its line', async (_, text, lines) => {
    const file = await scoreText(text);
    expect(file.skips).toEqual([]);
    expect(file.rows).toEqual([row('1'), row('2'), row('3')]);
    expect(file.score(EXACT)).toEqual([0, 1, 0]);
    expect(file.lines).toEqual(lines);
  });

  it('on one line are rows where their first cell is a list', async () => {
    const file = await scoreText('{"tags":["x"],"id":"1"} {"tags":["y"],"id":"2"}');
    expect(file.rows.map((cells) => cells['id'])).toEqual(['1', '2']);
  });

  it('keep the rows before one that breaks on the same line', async () => {
    const file = await scoreText(`${one} ${two} {"id": 3, oops\n${three}\n`);
    expect(file.rows).toEqual([row('1'), row('2'), row('3')]);
    expect(file.skips).toMatchObject([{ code: 'row_not_json', line: 1 }]);
    expect(file.skipped).toBe('{"id": 3, oops\n');
  });

  it('have a row for a line of a table with more cells than the header', async () => {
    const file = await scoreText(
      'prompt\tpredicted_trajectory\treference_trajectory\nq\t["a"]\t["a"]\tx\ty\nr\t["a"]\t["b"]\n',
    );
    expect(file.score(EXACT)).toEqual([1, 0]);
    expect(file.rows[0]).toHaveProperty('further_cells', ['x', 'y']);
    expect(told(file)).toContain('Line 2: 5 fields, but the header has 3.');
  });
});

describe('expected tools of which some have arguments', () => {
  it('are compared by name where they have none, and it is said', async () => {
    const testCase = (b: JsonObject): JsonObject => ({
      input: 'q',
      actual_output: 'done',
      tools_called: [{ name: 'a', input_parameters: { x: 1 } }, b],
      expected_tools: [{ name: 'a', input_parameters: { x: 1 } }, { name: 'b' }],
    });
    const file = await scoreText(
      JSON.stringify([
        testCase({ name: 'b', input_parameters: { y: 2 } }),
        testCase({ name: 'b' }),
        testCase({ name: 'c' }),
      ]),
    );
    expect(file.score(EXACT)).toEqual([1, 1, 0]);
    expect(file.score('trajectory_precision')).toEqual([1, 1, 0.5]);
    expect(told(file)).toContain('calls without arguments are compared by name');
    expect(told(file)).toContain('some are names without arguments, and compared by name.');
  });
});

describe('lists that are no calls', () => {
  it.each(['test_cases', 'testCases', 'cases', 'examples', 'scenarios'])(
    'of cases are not the prediction: %s',
    async (key) => {
      const cases = ['a', 'b', 'c'].map((name) => ({ name, input: `ask ${name}` }));
      for (const record of [{ [key]: cases }, { suite: 's', [key]: cases }]) {
        const file = await scoreText(JSON.stringify(record));
        expect(new Set(file.score(EXACT))).toEqual(new Set(['prediction_missing']));
      }
    },
  );

  it('and two chats of equal length are a row, and no columns', async () => {
    const chat = [
      { role: 'user', content: 'q' },
      { role: 'assistant', tool_calls: [{ function: { name: 'f', arguments: '{}' } }] },
    ];
    const row = { predicted_trajectory: chat, reference_trajectory: chat };
    const file = await scoreText(JSON.stringify(row));
    expect(file.formatId).not.toBe('json-columns');
    expect(file.rows).toHaveLength(1);
  });
});

/** A run with a note of so many letters before its calls. */
const noted = (id: number, letters: number): JsonObject => ({
  id: `r${id}`,
  note: 'x'.repeat(letters),
  called: [{ name: 'refund', args: { id } }],
});
const trace = (id: number, letters: number): JsonObject => ({
  id: `t${id}`,
  input: 'Where is it?',
  metadata: { note: 'x'.repeat(letters) },
  observations: [
    { id: `o${id}`, traceId: `t${id}`, type: 'TOOL', name: 'find', input: { id }, output: 'here' },
  ],
});

it.each<[string, JsonValue]>([
  ['a row', [noted(1, 70_000)]],
  ['two rows', [noted(1, 70_000), noted(2, 70_000)]],
  ['traces on one line', Array.from({ length: 12 }, (_, id) => trace(id, 9000))],
  ['an object that holds some', { data: Array.from({ length: 12 }, (_, id) => trace(id, 9000)) }],
])('what is longer than the beginning that is looked at has its calls: %s', async (_, value) => {
  const file = new Blob([JSON.stringify(value)]);
  const found = await inspectFile({ file, name: '', chosen: {}, reading: {} });
  expect(found).toMatchObject({ kind: 'dataset', isPredicted: true, isExpected: false });
});

it.each([
  ['a list', (row: unknown) => [row]],
  ['a list of an object', (row: unknown) => ({ rows: [row] })],
])('a talk beside expected calls in text is read in %s', async (_, within) => {
  const call = { name: 'weather', args: { city: 'Rome' } };
  const row = {
    user_input: [
      { type: 'human', content: 'Rome?' },
      { type: 'ai', content: '', tool_calls: [call] },
    ],
    reference_tool_calls: JSON.stringify([call]),
  };
  expect((await scoreText(JSON.stringify(within(row)))).score(EXACT)).toEqual([1]);
});
