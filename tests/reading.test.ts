import { describe, expect, it } from 'vitest';
import { sentenceOf } from '#core/issues/sentences.ts';
import type { JsonObject } from '#core/json/json-value.ts';
import { scoreText, type ScoredText } from './support/score-text.ts';

const EXACT = 'trajectory_exact_match';

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
      expect(told(file)).toContain(`Column “${tool}” converted. Its tools were called with`);
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
      'Line 2: calls compared by name only. expected_tools names 2 tools; beside it are the arguments of 1 call.',
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
