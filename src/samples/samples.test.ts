import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SAMPLES } from './registry.ts';

interface Call {
  readonly tool_name: string;
  readonly tool_input: unknown;
}
interface SampleRow {
  readonly id: string;
  readonly predicted_trajectory?: readonly Call[] | null;
  readonly reference_trajectory?: readonly Call[] | null;
  readonly failure: number;
  readonly [column: string]: unknown;
}

const folder = new URL('./', import.meta.url);
const textOf = (id: string): string => readFileSync(new URL(`${id}.jsonl`, folder), 'utf8');
const rowsOf = (id: string): SampleRow[] =>
  textOf(id)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as SampleRow);

const namesOf = (calls: readonly Call[], name: string): Call[] =>
  calls.filter((call) => call.tool_name === name);

it('registers every sample file', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  expect(SAMPLES.map((sample) => `${sample.id}.jsonl`).sort()).toEqual(files.sort());
});

describe.each(SAMPLES)('$id', ({ id, rowCount, tools, load }) => {
  it('loads the text of its file', async () => {
    expect(await load()).toBe(textOf(id));
  });

  it('has the stated number of rows with unique ids', () => {
    const ids = rowsOf(id).map((row) => row.id);
    expect(ids).toHaveLength(rowCount);
    expect(new Set(ids).size).toBe(rowCount);
  });

  it('calls each tool it offers to check in some rows and not in others', () => {
    const predicted = rowsOf(id).map((row) => row.predicted_trajectory ?? []);
    for (const tool of tools) {
      const users = predicted.filter((calls) => namesOf(calls, tool).length > 0);
      expect(users.length, tool).toBeGreaterThan(0);
      expect(users.length, tool).toBeLessThan(rowCount);
    }
  });
});
