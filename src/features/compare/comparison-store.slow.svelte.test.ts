import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { MetricComparison } from '#core/compare/compare-runs.ts';
import { AFTER, BEFORE, calls, row, THREE_ROWS, type Row } from '../../../tests/e2e/rows.ts';
import {
  failQuestion,
  openApp,
  openRows,
  reopenApp,
  runOf,
} from '../../../tests/support/open-app.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { storeRuns } from '../../../tests/support/stored-runs.ts';
import {
  describePairing,
  describeBriefly,
  describeVerdict,
} from '#core/compare/comparison-sentences.ts';
import { betterSide, countSides, hasOnlyEnds } from './scatter-marks.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { comparisonOf, type PairFilter, type RunComparison } from './comparison.svelte.ts';
import { showPairs, writePairs } from './comparison-link.ts';

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
  it('are paired by id, and what differs is counted', async () => {
    await compare(BEFORE, AFTER);
    const { text, warnings } = pairingOf();
    expect(text).toBe('paired on id: 4 of 6 rows');
    expect(warnings).toEqual(['1 only in A', '1 only in B']);
    expect(sentence()).toBe(
      'B follows the reference in order on 1 more row and on 2 fewer: mean −0.25 over 4 rows.',
    );
    expect(metricOf('trajectory_exact_match')).toMatchObject({
      ...{ baselineMean: 0.5, candidateMean: 0.5, difference: 0 },
      ...{ better: 1, worse: 1, pairs: 4 },
    });
    expect(metricOf('trajectory_in_order_match')).toMatchObject({
      ...{ baselineMean: 0.75, candidateMean: 0.5, difference: -0.25 },
      ...{ better: 1, worse: 2 },
    });
    expect(metricOf('trajectory_precision')).toMatchObject({
      ...{ baselineMean: expect.closeTo(2 / 3), candidateMean: 0.75, better: 2, worse: 1 },
    });
    expect(await shownIds()).toEqual(['worse', 'mixed', 'better', 'same']);
  });

  it('are filtered by what became of a row, or by which run alone has it', async () => {
    await compare(BEFORE, AFTER);
    const expected: [PairFilter, string][] = [
      ['regressed', 'worse'],
      ['improved', 'better'],
      ['mixed', 'mixed'],
      ['same', 'same'],
      ['only-baseline', 'gone'],
      ['only-candidate', 'new'],
    ];
    for (const [filter, id] of expected) {
      expect(comparison.counts[filter]).toBe(1);
      comparison.show(filter);
      expect(await shownIds()).toEqual([id]);
      const isAlone = filter.startsWith('only');
      expect(comparison.rowAt(0)?.change).toBe(isAlone ? null : filter);
    }
    expect(comparison.rowAt(0)?.rows).toEqual([-1, 3]);
    expect(comparison.rowAt(1)).toBeUndefined();
    comparison.show('all');
    expect(comparison.rowCount).toBe(4);
    expect(comparison.counts.all).toBe(4);
  });

  it('are filtered by a cell of a pass table, which another filter narrows down', async () => {
    await compare(BEFORE, AFTER);
    const columnId = 'trajectory_in_order_match';
    comparison.passCell = { columnId, cell: 'onlyBaseline' };
    expect(await shownIds()).toEqual(['worse', 'mixed']);
    comparison.show('mixed');
    expect(await shownIds()).toEqual(['mixed']);
    expect(comparison.passCell).toBeDefined();
    comparison.passCell = { columnId, cell: 'onlyCandidate' };
    expect(comparison.filter).toBe('all');
    expect(await shownIds()).toEqual(['better']);
    // unpaired rows have no cell
    comparison.show('only-baseline');
    expect(comparison.passCell).toBeUndefined();
  });

  it('are set against each other score by score, and a mark keeps its rows', async () => {
    await compare(BEFORE, AFTER);
    const columnId = 'trajectory_recall';
    const binned = comparison.binScores(columnId, true);
    expect(hasOnlyEnds(binned)).toBe(false);
    expect(hasOnlyEnds(comparison.binScores('trajectory_exact_match', true))).toBe(true);
    expect(countSides(binned, 'higher')).toEqual({ better: 1, worse: 2, same: 1 });
    const better = binned.bins.find((bin) => betterSide(bin, 'higher') === 'better')!;
    expect(better).toMatchObject({ baseline: { min: 0 }, candidate: { max: 1 }, count: 1 });
    comparison.scoreBox = { columnId, baseline: better.baseline, candidate: better.candidate };
    expect(await shownIds()).toEqual(['better']);
    const half = binned.bins.find(({ candidate }) => candidate.min === 0.5)!;
    expect([half.baseline.min, half.count]).toEqual([1, 1]);
    comparison.scoreBox = { columnId, baseline: half.baseline, candidate: half.candidate };
    expect(await shownIds()).toEqual(['mixed']);
    comparison.passCell = undefined;
    expect(comparison.scoreBox).toBeUndefined();
  });

  it('list first what is lost', async () => {
    await compare(
      [...BEFORE, row('lost', 'ab', 'ab'), row('found', '', 'ab'), row('none', '', 'ab')],
      [...AFTER, row('lost', '', 'ab'), row('found', 'ab', 'ab'), row('none', '', 'ab')],
    );
    expect(await shownIds()).toEqual([
      ...['lost', 'worse', 'mixed', 'better', 'found', 'same', 'none'],
    ]);
    const { all, lost, 'not scored': unscored } = comparison.counts;
    expect([all, lost, unscored]).toEqual([7, 1, 0]);
    const columnId = 'trajectory_in_order_match';
    expect(metricOf(columnId)).toMatchObject({ pairs: 7, worse: 3, better: 2 });
    comparison.passCell = { columnId, cell: 'onlyBaseline' };
    expect(await shownIds()).toEqual(['lost', 'worse', 'mixed']);
    expect(comparison.rowCount).toBe(metricOf(columnId)?.passes?.onlyBaseline);
    expect(comparison.scoresAt(comparison.rowAt(0)!, columnId)).toEqual([1, 0]);
    const pairs = comparison.binScores(columnId, true).bins.map(({ count }) => count);
    expect(pairs.reduce((sum, count) => sum + count, 0)).toBe(7);
    comparison.passCell = undefined;
    comparison.show('lost');
    expect(await shownIds()).toEqual(['lost']);
    expect(writePairs(comparison).rows).toBe('lost');
  });

  it('are paired by prompt and reference without ids, rows alike in order', async () => {
    const plain = (prompt: string, prediction: string): Row => ({
      prompt,
      predicted_trajectory: calls(prediction),
      reference_trajectory: calls('a'),
    });
    const a = [plain('twice', 'a'), plain('twice', 'x'), plain('once', 'a'), plain('mine', 'a')];
    const b = [plain('once', 'x'), plain('twice', 'a'), plain('twice', 'a')];
    await compare(a, b);
    const { text, warnings } = pairingOf();
    expect(text).toBe('paired on prompt and reference: 3 of 4 rows');
    expect(warnings).toEqual([
      '1 only in A',
      '2 rows share prompt and reference and are paired in order',
    ]);
    const exact = metricOf('trajectory_exact_match')!;
    expect(exact.baselineMean).toBeCloseTo(2 / 3);
    expect(exact).toMatchObject({
      ...{ difference: 0, better: 1, worse: 1, pairs: 3 },
    });
    comparison.show('improved');
    expect(comparison.rowAt(0)?.rows).toEqual([1, 2]);
    comparison.show('same');
    expect(comparison.rowAt(0)?.rows).toEqual([0, 1]);
  });

  it('are paired by prompt and reference when only one has ids', async () => {
    await compare(
      BEFORE,
      BEFORE.map((one) => ({ ...one, id: undefined })),
    );
    expect(pairingOf().text).toBe('paired on prompt and reference: 5 of 5 rows');
    expect(sentence()).toBe('No row differs.');
  });

  it('may have no row in common; the rows of both are listed', async () => {
    await compare(THREE_ROWS, BEFORE);
    expect(sentence()).toBe('A and B have no row in common.');
    expect(comparison.rowCount).toBe(0);
    comparison.show('only-baseline');
    expect(await shownIds()).toEqual(['r-same', 'r-swapped', 'r-extra']);
    comparison.show('only-candidate');
    expect(comparison.rowCount).toBe(5);
  });

  it('are compared the other way round, and one with another run', async () => {
    const [a = '', b = ''] = await compare(BEFORE, AFTER);
    const sample = app.library.list.at(-1)!.id;
    await comparison.open([b, a]);
    expect(metricOf('trajectory_in_order_match')).toMatchObject({
      ...{ baselineMean: 0.5, candidateMean: 0.75, difference: 0.25 },
      ...{ better: 2, worse: 1 },
    });
    await comparison.open([sample, a]);
    expect(sentence()).toBe('A and B have no row in common.');
    // the run in the playground is still read by the same worker
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

describe('what is shown of a comparison', () => {
  it.each([
    [{ of: '', rows: 'regressed', pass: '', scores: '' }, ['worse']],
    [{ of: '', rows: '', pass: 'onlyCandidate,trajectory_in_order_match', scores: '' }, ['better']],
    [{ of: '', rows: '', pass: '', scores: '1,1,0.5,0.5,trajectory_recall' }, ['mixed']],
  ])('%o is shown again after a reload', async (params, shown) => {
    const ids = await compare(BEFORE, AFTER);
    showPairs(params, comparison);
    expect(await shownIds()).toEqual(shown);
    const written = writePairs(comparison);
    expect(written).toEqual(params);
    app = await reopenApp();
    comparison = comparisonOf(app);
    expect([comparison.isFresh, comparison.runs]).toEqual([true, []]);
    await comparison.open(ids);
    expect(comparison.isFresh).toBe(false);
    showPairs(written, comparison);
    expect(await shownIds()).toEqual(shown);
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
    comparison.passCell = { columnId: 'trajectory_in_order_match', cell: 'onlyCandidate' };
    expect(comparison.rowCount).toBe(20);
    comparison.passCell = undefined;
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
  it('are named by their places, and nothing is compared', async () => {
    const [a = ''] = await compare(BEFORE, AFTER);
    await comparison.open([a, 'deleted', 'elsewhere']);
    expect(comparison.missing).toEqual([1, 2]);
    expect([comparison.runs, comparison.results]).toEqual([[], []]);
    expect([comparison.isLoading, comparison.error, comparison.rowCount]).toEqual([false, '', 0]);
  });

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
