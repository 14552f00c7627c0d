import { readFileSync, readdirSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { SAMPLES } from './registry.ts';
import { SECOND_AGENT } from './second-agent.ts';

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

const required = ['id', 'prompt', 'response', 'reference', 'latency_in_seconds', 'failure'];
const optional = ['predicted_trajectory', 'reference_trajectory'];
/** The row whose whole run is recorded: what was said, what calls returned, times, tokens, cost. */
const WHOLE_RUN = 'cs-09';
const groupColumn = new Map([
  ['on-device-home-assistant', 'room'],
  ['customer-support', 'channel'],
]);

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

  it('uses only the documented columns and call keys', () => {
    const group = groupColumn.get(id);
    const needed = group === undefined ? required : [...required, group];
    for (const row of rowsOf(id)) {
      const columns = Object.keys(row).filter((key) => !optional.includes(key));
      const said = row.id === WHOLE_RUN ? ['transcript'] : [];
      expect(columns.sort(), row.id).toEqual([...needed, ...said].sort());
      for (const calls of [row.predicted_trajectory, row.reference_trajectory]) {
        expect(calls?.length ?? 0, row.id).toBeLessThanOrEqual(6);
        for (const call of calls ?? []) {
          const keys = Object.keys(call).slice(0, row.id === WHOLE_RUN ? 2 : undefined);
          expect(keys, row.id).toEqual(['tool_name', 'tool_input']);
        }
      }
    }
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

it('has a second agent for the tasks of the first sample, with other answers', async () => {
  const first = rowsOf('on-device-home-assistant');
  const text = await SECOND_AGENT.load();
  const second = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as SampleRow);
  const tasksOf = (rows: readonly SampleRow[]): unknown[] =>
    rows.map(({ id, prompt, reference, reference_trajectory }) => [
      ...[id, prompt, reference, reference_trajectory],
    ]);
  expect(tasksOf(second)).toEqual(tasksOf(first));
  expect(second.map((row) => Object.keys(row))).toEqual(first.map((row) => Object.keys(row)));
  const others = second.filter(
    ({ predicted_trajectory: calls }, index) =>
      !isDeepStrictEqual(calls, first[index]?.predicted_trajectory),
  );
  expect(others).toHaveLength(10);
});
