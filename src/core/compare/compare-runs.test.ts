import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  call,
  calls,
  recordOf,
  scoreRecords,
  scoreWithContentKeys,
} from '../../../tests/support/build.ts';
import { trajectory } from '../../../tests/support/arbitraries.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { CHANGES } from './changes.ts';
import { compareRuns, type Comparison, meansOf } from './compare-runs.ts';
import type { ScoreValues } from '#core/score/columns/scored-columns.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import { summarise } from '#core/explain/summary/summarise.ts';

const row = (id: string, made: string, expected = 'ab'): JsonObject => ({
  id,
  ...recordOf(calls(made), calls(expected)),
});
const pairsOf = ({ baselineRows, candidateRows }: Comparison): number[][] =>
  Array.from(baselineRows, (a, index) => [a, candidateRows[index]!]);
const changesOf = ({ changes }: Comparison): string[] =>
  Array.from(changes, (change) => CHANGES[change]!);
const compare = (a: readonly JsonObject[], b: readonly JsonObject[]): Comparison =>
  compareRuns(scoreWithContentKeys(a), [scoreWithContentKeys(b)])[0]!;

describe('pairing', () => {
  it('goes by id, whatever the order, and counts what is left', () => {
    const found = compare(
      [row('1', 'ab'), row('2', 'ab'), row('3', 'ab')],
      [row('4', 'a'), row('3', 'a'), row('1', 'a')],
    );
    expect(found.pairedBy).toBe('id');
    expect(pairsOf(found)).toEqual([
      [0, 2],
      [2, 1],
    ]);
    expect([...found.onlyBaseline]).toEqual([1]);
    expect([...found.onlyCandidate]).toEqual([0]);
    expect(found.duplicates).toBe(0);
  });

  it('goes by prompt and reference when a row of either run has no id', () => {
    const bare = (prompt: string, made: string, expected: string): JsonObject => ({
      prompt,
      ...recordOf(calls(made), calls(expected)),
    });
    const found = compare(
      [bare('p', 'a', 'ab'), bare('q', 'a', 'ab'), bare('p', 'a', 'b')],
      [bare('p', 'x', 'b'), { id: '1', ...bare('q', 'x', 'ab') }, bare('p', 'x', 'ab')],
    );
    expect(found.pairedBy).toBe('prompt and reference');
    expect(pairsOf(found)).toEqual([
      [0, 2],
      [1, 1],
      [2, 0],
    ]);
  });

  it('does not mix up where the prompt ends and the reference begins', () => {
    const found = compare(
      [{ prompt: 'ab', reference_trajectory: 'c' }],
      [{ prompt: 'a', reference_trajectory: 'bc' }],
    );
    expect(pairsOf(found)).toEqual([]);
  });

  it('pairs repeated ids by occurrence and counts the repeats', () => {
    const found = compare(
      [row('1', 'a'), row('1', 'b'), row('2', 'a')],
      [row('2', 'a'), row('1', 'a'), row('1', 'b'), row('1', 'c')],
    );
    expect(pairsOf(found)).toEqual([
      [0, 1],
      [1, 2],
      [2, 0],
    ]);
    expect([...found.onlyCandidate]).toEqual([3]);
    expect(found.duplicates).toBe(3);
  });

  it('takes two hundred thousand rows that all look alike', () => {
    const run = scoreRecords([{}]);
    const keys = new Float64Array(200_000);
    const many = { ...run, rowCount: keys.length, scores: [], idKeys: keys, contentKeys: keys };
    const found = compareRuns(many, [many])[0]!;
    expect(found.baselineRows).toHaveLength(keys.length);
    expect(found.baselineRows).toEqual(found.candidateRows);
  });
});

describe('comparing', () => {
  it('says how each pair changed', () => {
    const baseline = [row('1', 'ab'), row('2', 'ba'), row('3', 'ab'), row('4', 'a'), row('5', '')];
    baseline.push(row('7', 'ab'));
    const candidate = [
      row('1', 'ab'),
      row('2', 'ab'),
      row('3', 'a'),
      row('4', 'bbaa'),
      row('5', 'ab'),
    ];
    candidate.push(row('6', 'ab'), row('7', ''));
    expect(changesOf(compare(baseline, candidate))).toEqual([
      'same',
      'improved',
      'regressed',
      'improved',
      'improved',
      'lost',
    ]);
    expect(changesOf(compare([row('1', 'aab')], [row('1', 'aaxbx')]))).toEqual(['regressed']);
    expect(changesOf(compare([row('1', 'a')], [row('1', 'abx')]))).toEqual(['mixed']);
  });

  it('takes a failure as a change for the worse, and time as none', () => {
    const at = (failure: number, latency: number): JsonObject => ({
      ...row('1', 'ab'),
      failure,
      latency_in_seconds: latency,
    });
    expect(changesOf(compare([at(0, 1)], [at(1, 1)]))).toEqual(['regressed']);
    expect(changesOf(compare([at(1, 1)], [at(0, 1)]))).toEqual(['improved']);
    const slower = compare([at(0, 1)], [at(0, 9)]);
    expect(changesOf(slower)).toEqual(['same']);
    expect(slower.metrics.find(({ metricId }) => metricId === 'latency_in_seconds')).toMatchObject({
      ...{ difference: 8, better: 0, worse: 1, pairs: 1 },
    });
  });

  it('averages over rows scored in both runs only', () => {
    const found = compare(
      [row('1', 'ab'), row('2', 'a'), row('3', '')],
      [row('1', 'a'), row('2', ''), row('4', 'ab')],
    );
    expect(found.metrics.find(({ columnId }) => columnId === 'trajectory_recall')).toEqual({
      columnId: 'trajectory_recall',
      metricId: 'trajectory_recall',
      ...{ pairs: 1, baselineMean: 1, candidateMean: 0.5, difference: -0.5, better: 0, worse: 1 },
      ...{ baselineOverall: 0.75, candidateOverall: 0.75 },
      ...{ interval: null, chance: null, lost: 0 },
      passes: { both: 0, onlyBaseline: 1, onlyCandidate: 0, neither: 0 },
    });
  });

  it('has no means without a pair', () => {
    const found = compare([row('1', 'ab')], [row('2', 'ab')]);
    expect(found.metrics[0]).toMatchObject({
      pairs: 0,
      baselineMean: null,
      candidateMean: null,
      difference: null,
    });
    expect(found.metrics[0]).toMatchObject({ baselineOverall: 1, candidateOverall: 1 });
    expect(compare([], []).metrics[0]).toMatchObject({ pairs: 0, baselineOverall: null });
  });

  it('names the metrics that only one run has', () => {
    const records = [row('1', 'ab')];
    const a = scoreRecords(records, {
      metrics: ['trajectory_recall', 'trajectory_single_tool_use'],
      tools: ['a', 'b'],
    });
    const b = scoreRecords(records, {
      metrics: ['failure', 'trajectory_single_tool_use'],
      tools: ['b'],
    });
    const found = compareRuns(a, [b])[0]!;
    expect(found.onlyInBaseline).toEqual(['trajectory_recall', 'trajectory_single_tool_use(a)']);
    expect(found.onlyInCandidate).toEqual(['failure']);
    expect(found.metrics.map(({ columnId, tool }) => [columnId, tool])).toEqual([
      ['trajectory_single_tool_use(b)', 'b'],
    ]);
  });

  const records = fc.array(
    fc
      .record({ id: fc.constantFrom('1', '2', '3', '4'), p: trajectory, r: trajectory })
      .map(({ id, p, r }) => ({ id, ...recordOf(p, r) })),
    { maxLength: 8 },
  );

  it('finds nothing changed in a run and itself', () => {
    fc.assert(
      fc.property(records, (list) => {
        const run = scoreRecords(list);
        const found = compareRuns(run, [run])[0]!;
        expect(pairsOf(found)).toEqual(list.map((_, index) => [index, index]));
        expect(
          changesOf(found).every((change) => change === 'same' || change === 'not scored'),
        ).toBe(true);
        for (const { better, worse, difference } of found.metrics) {
          expect([better, worse, difference ?? 0]).toEqual([0, 0, 0]);
        }
        expect([...found.onlyBaseline, ...found.onlyCandidate]).toEqual([]);
      }),
    );
  });

  it('is the mirror image the other way round', () => {
    const mirror: Record<string, string> = {
      ...{ improved: 'regressed', regressed: 'improved', lost: 'improved' },
    };
    const isLess = (change: string): string => (change === 'lost' ? 'regressed' : change);
    fc.assert(
      fc.property(records, records, (a, b) => {
        const [there, back] = [compare(a, b), compare(b, a)];
        expect(
          pairsOf(back)
            .map(([x, y]) => [y, x])
            .sort(),
        ).toEqual(pairsOf(there).sort());
        expect(changesOf(back).map(isLess).sort()).toEqual(
          changesOf(there)
            .map((change) => mirror[change] ?? change)
            .sort(),
        );
        expect([...back.onlyBaseline]).toEqual([...there.onlyCandidate]);
        expect(back.duplicates).toBe(there.duplicates);
        for (const [index, metric] of there.metrics.entries()) {
          expect(back.metrics[index]).toMatchObject({
            better: metric.worse,
            worse: metric.better,
            pairs: metric.pairs,
          });
        }
      }),
    );
  });

  it('sees one argument of another type', () => {
    const record = (n: number | string): JsonObject => ({
      id: '1',
      ...recordOf([call('set', { n })], [call('set', { n: 1 })]),
    });
    expect(changesOf(compare([record(1)], [record('1')]))).toEqual(['regressed']);
  });
});

describe('rows without calls', () => {
  const passOf = ({ metrics }: Comparison, columnId: string) =>
    metrics.find((metric) => metric.columnId === columnId)!;
  const PASSES = row('1', 'ab');

  it('are lost where the baseline passes, and count as 0', () => {
    const found = compare([PASSES, row('2', 'ab')], [row('1', ''), row('2', 'ab')]);
    expect(changesOf(found)).toEqual(['lost', 'same']);
    expect(passOf(found, 'trajectory_in_order_match')).toMatchObject({
      ...{ pairs: 2, baselineMean: 1, candidateMean: 0.5, worse: 1, lost: 1 },
      passes: { both: 1, onlyBaseline: 1, onlyCandidate: 0, neither: 0 },
      // what a run scores by itself leaves the row out, as everywhere
      candidateOverall: 1,
    });
    expect(passOf(found, 'trajectory_recall')).toMatchObject({ pairs: 2, candidateMean: 0.5 });
  });

  it('are lost, too, where the prediction is not there at all', () => {
    const { predicted_trajectory: _, ...bare } = row('1', '');
    expect(changesOf(compare([PASSES, row('2', 'a')], [bare, row('2', 'a')]))).toEqual([
      'lost',
      'same',
    ]);
    // a run in which no call is recorded says nothing of its agent's calls
    const found = compare([PASSES], [bare]);
    expect(changesOf(found)).toEqual(['not scored']);
    expect(passOf(found, 'trajectory_in_order_match').pairs).toBe(0);
  });

  it('are lost, too, where the rules score them as 0', () => {
    const emptyCounts: Partial<MetricSettings> = { emptyTrajectories: 'score' };
    const [a, b] = [[PASSES], [row('1', '')]].map((rows) => scoreRecords(rows, emptyCounts));
    expect(changesOf(compareRuns(a!, [b!])[0]!)).toEqual(['lost']);
  });

  it('are not lost where the baseline fails, has none either, or a prediction is unreadable', () => {
    const unreadable = { ...PASSES, predicted_trajectory: 'no calls [' };
    for (const [a, b] of [
      [row('1', 'ba'), row('1', '')],
      [row('1', ''), row('1', '')],
      [row('1', 'ab', ''), row('1', '', '')],
      [PASSES, unreadable],
    ] as const)
      expect(changesOf(compare([a, row('2', 'ab')], [b, row('2', 'ab')]))[0]).toBe('not scored');
  });

  it('count as 0 for the baseline, too, so that neither run gains by silence', () => {
    const found = compare([row('1', '')], [PASSES]);
    expect(changesOf(found)).toEqual(['improved']);
    expect(passOf(found, 'trajectory_in_order_match')).toMatchObject({
      ...{ pairs: 1, baselineMean: 0, candidateMean: 1, better: 1, lost: 0 },
    });
  });

  const few = fc.stringMatching(/^[ab]{0,2}$/);
  const rowsOf = fc.uniqueArray(
    fc.record({ id: fc.constantFrom('1', '2', '3', '4', '5'), made: few, expected: few }),
    { selector: ({ id }) => id },
  );

  it('keep the books straight: each pair is one change and in one cell of a pass table', () => {
    fc.assert(
      fc.property(rowsOf, rowsOf, (first, second) => {
        const [a, b] = [first, second].map((list) =>
          list.map(({ id, made, expected }) => row(id, made, expected)),
        );
        const found = compare(a!, b!);
        const { changeCounts, changes, metrics } = found;
        const total = Object.values(changeCounts).reduce((sum, count) => sum + count, 0);
        expect(total).toBe(changes.length);
        for (const { passes, pairs, better, worse, lost } of metrics) {
          if (!passes) continue;
          expect(passes.both + passes.onlyBaseline + passes.onlyCandidate + passes.neither).toBe(
            pairs,
          );
          expect(better + worse).toBeLessThanOrEqual(pairs);
          expect(lost).toBeLessThanOrEqual(Math.min(passes.onlyBaseline, changeCounts.lost));
        }
        const wanted = pairsOf(found).filter(([x, y]) => {
          const [one, other] = [first[x!]!, second[y!]!];
          const passes = one.expected !== '' && isWithin(one.expected, one.made);
          // none made where none are expected is right
          return passes && other.made === '' && other.expected !== '';
        });
        expect(changeCounts.lost).toBe(wanted.length);
        expect(passOf(found, 'trajectory_in_order_match').lost).toBe(wanted.length);
      }),
    );
  });
});

/** Whether all letters occur, in this order. */
function isWithin(letters: string, text: string): boolean {
  let from = 0;
  for (const letter of letters) {
    const at = text.indexOf(letter, from);
    if (at < 0) return false;
    from = at + 1;
  }
  return true;
}

const column = (metricId: string, ...values: number[]): ScoreValues => ({
  ...{ id: metricId, metricId },
  values: Float64Array.from(values),
  outcomes: new Uint8Array(values.length),
});

const summaryOf = (...scores: ScoreValues[]) => summarise({ scores });

describe('meansOf', () => {
  it('lists the metrics of the first run that another has, with the mean of each', () => {
    const baseline = summaryOf(column('trajectory_exact_match', 1, 0), column('bleu', 1, 1));
    const [both, one] = [summaryOf(column('trajectory_exact_match', 1, 1)), summaryOf()];
    expect(meansOf([baseline, both, one])).toMatchObject([
      { columnId: 'trajectory_exact_match', means: [0.5, 1, null] },
    ]);
  });

  it('has no line for what no run records, and none without runs', () => {
    const silent = summaryOf(column('latency_in_seconds', Number.NaN));
    expect(meansOf([silent, silent])).toEqual([]);
    expect(meansOf([])).toEqual([]);
  });
});
