import { beforeEach, describe, expect, it } from 'vitest';
import { THREE_ROWS } from '../../../tests/e2e/rows.ts';
import { threadPool } from '../../../tests/support/thread-pool.ts';
import { tablesOf } from '../../../tests/support/cases.ts';
import { readableRun } from '../../../tests/support/build.ts';
import { countFrames, useThreadFrames } from '../../../tests/support/thread-frame.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { customColumn } from '#core/score/custom-metrics/custom-metric.ts';
import type { CustomMetric } from '#core/score/metric/settings.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { OUTCOMES } from '#core/calls/outcome.ts';
import type { ScoredColumns } from '#core/score/columns/scored-columns.ts';
import { notesOf } from '#core/score/columns/row-notes.ts';
import type { Instances } from '#workers/score-job.ts';
import { InstanceWriter } from '#workers/part-writer.ts';
import { openFrame } from '#kernel/sandbox/frame-sandbox.ts';
import { CustomScorer } from './custom-scorer.ts';
import { readFirstRows, tryMetric } from '#features/metrics/custom/try-metric.ts';

const CASES = tablesOf<{
  trials: [string, { kind: string; message?: string }][];
}>('own-code');
const RECORDS = THREE_ROWS as unknown as readonly JsonObject[];
const RUN = readableRun(RECORDS);
const POOL = threadPool();
const NEVER = new AbortController().signal;

beforeEach(useThreadFrames);

function metric(name: string, code: string): CustomMetric {
  return { name, code, scale: 'number', better: 'none', isOn: true };
}

function instances(records = RECORDS): Instances {
  const writer = new InstanceWriter(RUN.roles);
  for (const record of records) writer.add(record);
  return writer.finish();
}

const columnOf = (columns: ScoredColumns, { name }: CustomMetric) => {
  const found = columns.scores.find(({ id }) => id === `custom:${name}`)!;
  return {
    values: [...found.values],
    outcomes: Array.from(found.outcomes, (code) => OUTCOMES[code]),
  };
};

const CALLS = metric('calls', '(row) => row.predicted_trajectory.length');
const HALF = metric(
  'half',
  'function half(row) {\n  if (row.id === "r-same") return null;\n' +
    '  if (row.id === "r-extra") throw new Error("no words");\n' +
    '  return { half: 0.5, kind: "x" };\n}',
);

describe('scoring with metrics of one’s own', () => {
  it('adds a column for each, with none, errors and further columns where they are', async () => {
    const scorer = new CustomScorer([CALLS, HALF], () => true, NEVER, openFrame);
    const scored = await scorer.score(RUN.columns, instances(), () => undefined);
    scorer.close();
    expect(scored.scores.slice(0, -2)).toEqual(RUN.columns.scores);
    expect(columnOf(scored, CALLS)).toEqual({
      values: [2, 2, 2],
      outcomes: ['scored', 'scored', 'scored'],
    });
    expect(columnOf(scored, HALF)).toEqual({
      values: [Number.NaN, 0.5, Number.NaN],
      outcomes: ['code_gave_none', 'scored', 'code_failed'],
    });
    const { id } = customColumn(HALF);
    expect(notesOf(scored, 1)).toEqual([{ columnId: id, key: 'kind', text: 'x' }]);
    expect(notesOf(scored, 2)).toEqual([
      { columnId: id, key: '', text: 'Line 3: Error: no words' },
    ]);
    await eventually(() => expect(countFrames()).toBe(0));
  });

  it('never runs code that nobody has agreed to: its rows are not evaluated', async () => {
    const scorer = new CustomScorer([CALLS, HALF], (code) => code === HALF.code, NEVER, openFrame);
    const scored = await scorer.score(RUN.columns, instances(), () => undefined);
    expect(columnOf(scored, CALLS)).toEqual({
      values: [Number.NaN, Number.NaN, Number.NaN],
      outcomes: ['code_not_agreed', 'code_not_agreed', 'code_not_agreed'],
    });
    expect(countFrames()).toBe(1);
    scorer.close();
    const none = new CustomScorer([CALLS], () => false, NEVER, openFrame);
    await eventually(() => expect(countFrames()).toBe(0));
    await none.score(RUN.columns, instances(), () => undefined);
    expect(countFrames()).toBe(0);
  });

  it('goes batch by batch and tells which share is done', async () => {
    const many = Array.from({ length: 1100 }, (_, index) => RECORDS[index % 3]!);
    const run = readableRun(many);
    const shares: number[] = [];
    const scorer = new CustomScorer([CALLS], () => true, NEVER, openFrame);
    const scored = await scorer.score(run.columns, instances(many), (share) => shares.push(share));
    scorer.close();
    expect(columnOf(scored, CALLS).values).toEqual(new Array(1100).fill(2));
    expect(shares.filter((share) => [500 / 1100, 1000 / 1100].includes(share))).toHaveLength(2);
    expect(shares.at(-1)).toBe(1);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  });

  it('ends when it is cancelled', async () => {
    const abort = new AbortController();
    const endless = metric('endless', '() => { for (;;); }');
    const scorer = new CustomScorer([endless], () => true, abort.signal, openFrame);
    const end = scorer.score(RUN.columns, instances(), () => undefined);
    const caught = end.catch((error: unknown) => error);
    await eventually(() => expect(countFrames()).toBe(1));
    abort.abort();
    expect(await caught).toMatchObject({ name: 'AbortError' });
    expect(countFrames()).toBe(0);
  });
});

describe('trying a metric', () => {
  const trying = async (code: string) => {
    const [first] = await readFirstRows(RUN, POOL);
    const [result] = await tryMetric(
      { name: 'word_count', code, scale: 'number' },
      [first!],
      new AbortController().signal,
    );
    return result;
  };

  it('reads the first rows as metrics see them', async () => {
    const rows = await readFirstRows(RUN, POOL);
    expect(rows).toHaveLength(3);
    expect(rows[0]).toMatchObject({
      number: 1,
      instance: { id: 'r-same', prompt: 'Prompt of r-same', response: null },
    });
    expect(await readFirstRows(readableRun([]), POOL)).toEqual([]);
  });

  it.each(CASES.trials)('%j', async (code, { message, ...rest }) => {
    const said = message && { message: expect.stringMatching(message) as string };
    expect(await trying(code)).toEqual({ ...rest, ...said });
    await eventually(() => expect(countFrames()).toBe(0));
  });
});
