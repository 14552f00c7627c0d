import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { MetricComparison } from '#core/compare/compare-runs.ts';
import { AFTER, BEFORE, row, THREE_ROWS, type Row } from '../../../tests/e2e/rows.ts';
import { failQuestion, openApp, openRows, runOf } from '../../../tests/support/open-app.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { storeRuns } from '../../../tests/support/stored-runs.ts';
import {
  describePairing,
  describeBriefly,
  describeVerdict,
} from '#core/compare/comparison-sentences.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { comparisonOf, type RunComparison } from './comparison.svelte.ts';

/** Scores of rows on either side of a pass table. */
const PASS = { min: 1, max: 1 };
const FAIL = { min: 0, max: 0 };

let app: AppState;
let comparison: RunComparison;
beforeEach(async () => {
  app = await openApp();
  comparison = comparisonOf(app);
});

/** Scores datasets and compares them, the first as the baseline; the ids of their runs. */
async function compare(...datasets: (readonly Row[])[]): Promise<string[]> {
  const names = ['before', 'after', 'third'];
  const named = datasets.map((rows, at) => [names[at] ?? '', rows] as const);
  const ids = await storeRuns(app, Object.fromEntries(named));
  await comparison.open(ids);
  return ids;
}

/** The lines shown, by the id that the first run with such a row gives it. */
function shownIds(): Promise<string[]> {
  const rows = Array.from({ length: comparison.rowCount }, (_, at) => comparison.rowAt(at)!.rows);
  return eventually(() =>
    rows.map((places) => {
      const place = places.findIndex((at) => at >= 0);
      const preview = comparison.preview(place, places[place] ?? -1);
      expect(preview).toBeDefined();
      return preview?.id ?? '?';
    }),
  );
}

const metricOf = (columnId: string): MetricComparison | undefined =>
  comparison.result?.metrics.find((metric) => metric.columnId === columnId);

const pairingOf = (): ReturnType<typeof describePairing> =>
  describePairing(
    comparison.result!,
    comparison.runs[0]!.record,
    comparison.runs[comparison.focus + 1]!.record,
    'B',
  );

const sentence = (): string => {
  const { lead, rest } = describeVerdict(comparison.result!, comparison.focus === 0 ? 'B' : 'C');
  return lead + rest;
};

it('nothing is shown or shared of runs that are no longer compared', async () => {
  const [a = '', b = ''] = await compare(BEFORE, AFTER);
  const [c = ''] = await storeRuns(app, { other: THREE_ROWS });
  for (const next of [
    [a, c],
    [b, a],
    [a, b, c],
  ]) {
    const opening = comparison.open(next);
    expect(comparison.result).toBeUndefined();
    expect(comparison.runs).toEqual([]);
    expect(comparison.rowCount).toBe(0);
    await opening;
    expect(comparison.runs.map(({ record }) => record.id)).toEqual(next);
  }
});

describe('two runs', () => {
  it('are filtered by a cell of a pass table, which another filter narrows down', async () => {
    await compare(BEFORE, AFTER);
    const columnId = 'trajectory_in_order_match';
    comparison.part = { columnId, baseline: PASS, candidate: FAIL };
    expect(await shownIds()).toEqual(['worse', 'mixed']);
    comparison.show('lost');
    expect(await shownIds()).toEqual([]);
    expect(comparison.part).toBeDefined();
    comparison.part = { columnId, baseline: FAIL, candidate: PASS };
    expect(comparison.filter).toBe('all');
    expect(await shownIds()).toEqual(['better']);
    // unpaired rows have no cell
    comparison.show('only-baseline');
    expect(comparison.part).toBeUndefined();
  });

  it('are paired by prompt and reference when only one has ids', async () => {
    await compare(
      BEFORE,
      BEFORE.map((one) => ({ ...one, id: undefined })),
    );
    expect(pairingOf().text).toBe('paired on prompt and expected calls: 5 of 5 rows');
    expect(sentence()).toBe('No row differs.');
  });

  it('leave the run in the playground to be read by the same worker', async () => {
    const [a = ''] = await compare(BEFORE, AFTER);
    await comparison.open([app.library.list.at(-1)!.id, a]);
    await app.view.arrange([], [{ by: 'trajectory_exact_match', descending: false }]);
    const [first] = await app.reader.ask(runOf(app), 'previewRows', { rows: [...app.view.rows] });
    expect(first?.id).toBe('mixed');
  });

  it('are not loaded again while they are shown, and are when one has changed', async () => {
    const ids = await compare(BEFORE, AFTER);
    const load = vi.spyOn(app.library, 'load');
    const { result } = comparison;
    await comparison.open(ids);
    expect(comparison.result).toBe(result);
    await comparison.take(runOf(app));
    expect(comparison.result).not.toBe(result);
    // one that is not compared changes nothing
    const { result: taken } = comparison;
    await openRows(app, THREE_ROWS);
    await comparison.take(runOf(app));
    expect(comparison.result).toBe(taken);
    expect(load).not.toHaveBeenCalled();
  });
});

describe('three runs', () => {
  // forty rows: A swaps every other row, B is right but for one, C is wrong on every third
  const rows = (made: (index: number, tool: string) => string): Row[] =>
    Array.from({ length: 40 }, (_, index) => {
      const tool = String.fromCharCode(97 + (index % 20));
      return row(`r-${String(index)}`, made(index, tool), `${tool}z`);
    });
  const swapping = rows((index, tool) => (index % 2 ? `${tool}z` : `z${tool}`));
  const right = rows((index, tool) => (index === 1 ? 'z' : `${tool}z`));
  const wrong = rows((index, tool) => (index % 3 ? `${tool}z` : `x${tool}`));

  it('are compared one candidate at a time, with a verdict where rows settle it', async () => {
    await compare(swapping, right, wrong);
    // +0.475: twenty rows better, one worse; McNemar's exact p is 44 ÷ 2^21
    expect(sentence()).toMatch(/^B is better than A on in-order match: \+0\.47 \(95 % \+/);
    expect(describeVerdict(comparison.result!, 'B').note).toContain('McNemar p < 0.0001');
    expect(describeBriefly(comparison.results[1]!, 'C')).toBe('C: no clear difference (+0.15)');
    expect(metricOf('trajectory_in_order_match')?.passes?.onlyCandidate).toBe(20);
    comparison.part = { columnId: 'trajectory_in_order_match', baseline: FAIL, candidate: PASS };
    expect(comparison.rowCount).toBe(20);
    comparison.part = undefined;
    expect(comparison.rowCount).toBe(40);

    comparison.show('improved');
    comparison.focus = 1;
    expect(comparison.filter).toBe('all');
    expect(sentence()).toMatch(/^No clear difference between A and C/);
    expect(metricOf('trajectory_in_order_match')?.passes?.onlyCandidate).toBe(13);
    comparison.show('improved');
    expect(comparison.rowAt(0)?.rows).toHaveLength(3);
  });

  it('become two when one is taken out, and keep what of the view they can', async () => {
    const [a = '', b = '', c = ''] = await compare(swapping, right, wrong);
    comparison.focus = 1;
    await comparison.open([c, a]);
    expect([comparison.focus, comparison.results.length]).toEqual([0, 1]);
    expect(comparison.runs.map(({ record }) => record.name)).toEqual(['third', 'before']);
    await comparison.open([c, a, b]);
    expect(comparison.results).toHaveLength(2);
    comparison.show('only-candidate');
    expect(comparison.rowCount).toBe(0);
  });
});

describe('runs that cannot be opened', () => {
  it('tell why they cannot be compared', async () => {
    failQuestion(app, 'compare', new Error('out of memory'));
    await compare(BEFORE, AFTER);
    expect(comparison.error).toBe('out of memory');
    expect(comparison.result).toBeUndefined();
  });

  it('do not take the place of runs asked for later', async () => {
    const [a = '', b = ''] = await compare(BEFORE, AFTER);
    const early = comparison.open([b, a]);
    await comparison.open([a, b]);
    await early;
    expect(comparison.runs.map(({ record }) => record.id)).toEqual([a, b]);
  });
});
