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

/** What is compared of a call: not its result and its record. */
const plain = (calls: readonly Call[] | null | undefined): readonly Call[] | null | undefined =>
  calls?.map(({ tool_name, tool_input }) => ({ tool_name, tool_input }));

const required = ['id', 'prompt', 'response', 'reference', 'latency_in_seconds', 'failure'];
const optional = ['predicted_trajectory', 'reference_trajectory'];
/** The row whose whole run is recorded: what was said, what calls returned, times, tokens, cost. */
const WHOLE_RUN = 'cs-09';
const groupColumn = new Map([
  ['on-device-home-assistant', 'room'],
  ['customer-support', 'channel'],
]);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const sorted = (values: readonly unknown[]): string[] =>
  values.map((value) => JSON.stringify(value)).sort();
const countOf = (calls: readonly Call[], call: Call): number =>
  calls.filter((other) => isDeepStrictEqual(other, call)).length;
const namesOf = (calls: readonly Call[], name: string): Call[] =>
  calls.filter((call) => call.tool_name === name);

/** Kinds of difference between two argument values; depth 1 = a top-level argument. */
function differences(a: unknown, b: unknown, depth = 0): string[] {
  if (isDeepStrictEqual(a, b)) return [];
  if (isObject(a) && isObject(b)) {
    const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
    return [...keys].flatMap((key) => differences(a[key], b[key], depth + 1));
  }
  if (Array.isArray(a) && Array.isArray(b)) {
    return [isDeepStrictEqual(sorted(a), sorted(b)) ? 'list order' : 'value'];
  }
  if (depth > 1) return ['nested'];
  return [typeof a === typeof b ? 'value' : 'type'];
}

/** Every kind of result the row shows. */
function categories(row: SampleRow): string[] {
  const predicted = plain(row.predicted_trajectory);
  const reference = plain(row.reference_trajectory);
  const kinds = new Set<string>();
  if (/[^ -\u024f\u2000-\u206f]/u.test(JSON.stringify(row))) kinds.add('unicode');
  if (row.failure === 1) kinds.add('failed');
  if (!predicted || !reference) {
    if (row.failure === 0) kinds.add('missing');
    return [...kinds];
  }
  if (predicted.length === 0 || reference.length === 0) {
    return [...kinds, predicted.length === reference.length ? 'both empty' : 'one empty'];
  }
  if (isDeepStrictEqual(predicted, reference)) return [...kinds, 'right'];
  if (isDeepStrictEqual(sorted(predicted), sorted(reference))) kinds.add('reordered');
  for (const call of predicted) {
    if (countOf(predicted, call) > Math.max(1, countOf(reference, call))) kinds.add('repeated');
  }
  for (const { tool_name } of [...predicted, ...reference]) {
    const made = namesOf(predicted, tool_name);
    const expected = namesOf(reference, tool_name);
    if (made.length < expected.length) kinds.add('partial');
    if (made.length > expected.length) kinds.add('extra');
    if (made.length !== expected.length) continue;
    made.forEach((call, index) => {
      for (const kind of differences(call.tool_input, expected[index]?.tool_input)) kinds.add(kind);
    });
  }
  return [...kinds];
}

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

describe.each(SAMPLES.slice(0, 3))('$id', ({ id }) => {
  const kinds = rowsOf(id).map(categories);

  it.each([
    ...['right', 'reordered', 'partial', 'value', 'type', 'extra', 'repeated', 'one empty'],
    ...['both empty', 'missing', 'failed', 'nested', 'list order', 'unicode'],
  ])('shows a row of the kind: %s', (kind) => {
    expect(kinds.filter((row) => row.includes(kind))).not.toHaveLength(0);
  });

  it('is right in about a third of the evaluated rows', () => {
    const left = ['failed', 'missing', 'one empty', 'both empty'];
    const evaluated = kinds.filter((row) => !row.some((kind) => left.includes(kind)));
    const share = evaluated.filter((row) => row.includes('right')).length / evaluated.length;
    expect(share).toBeGreaterThan(0.25);
    expect(share).toBeLessThan(0.45);
  });

  it('records the error of a failed row and nothing else', () => {
    for (const row of rowsOf(id).filter(({ failure }) => failure === 1)) {
      expect(row.predicted_trajectory).toBeNull();
      expect(row['latency_in_seconds']).toBeNull();
      expect(row['response']).toMatch(/^Error: /);
    }
  });
});

it('shows text instead of a number as the commonest slip of the home assistant', () => {
  const kinds = rowsOf('on-device-home-assistant').flatMap(categories);
  const slips = ['type', 'value', 'nested', 'list order', 'extra', 'repeated', 'partial'];
  const counts = slips.map((slip) => kinds.filter((kind) => kind === slip).length);
  expect(counts[0]).toBe(4);
  expect(Math.max(...counts.slice(1))).toBeLessThan(4);
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
