import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  calls,
  recordOf,
  scoreRecords,
  scoreWithContentKeys,
} from '../../../tests/support/build.ts';
import { casesOf } from '../../../tests/support/cases.ts';
import { trajectory } from '../../../tests/support/arbitraries.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { CHANGES } from './changes.ts';
import { compareRuns, decideBy, type Comparison } from './compare-runs.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';

interface CaseRow extends JsonObject {
  readonly made?: string;
  readonly expected?: string;
}

interface Case {
  readonly name: string;
  readonly settings?: Partial<MetricSettings>;
  readonly a: readonly CaseRow[];
  readonly b: readonly CaseRow[];
  readonly found: JsonObject;
}

/** A row by the letters of its calls. */
function row({ made, expected = 'ab', ...more }: CaseRow): JsonObject {
  const record = recordOf(calls(made ?? ''), calls(expected), more);
  const isThere = made !== undefined || 'predicted_trajectory' in more;
  return isThere ? record : omit(record);
}

const omit = ({ predicted_trajectory: _, ...record }: JsonObject): JsonObject => record;
const pairsOf = ({ baselineRows, candidateRows }: Comparison): number[][] =>
  Array.from(baselineRows, (a, index) => [a, candidateRows[index]!]);
const changesOf = ({ changes }: Comparison): string[] =>
  Array.from(changes, (change) => CHANGES[change]!);
const compare = (a: readonly JsonObject[], b: readonly JsonObject[]): Comparison =>
  compareRuns(scoreWithContentKeys(a), [scoreWithContentKeys(b)])[0]!;

describe('comparing', () => {
  it.each(casesOf<Case>('compare'))('$name', ({ settings, a, b, found }) => {
    const [one, other] = [a, b].map((rows) => scoreWithContentKeys(rows.map(row), settings));
    const compared = compareRuns(one!, [other!])[0]!;
    expect({
      ...compared,
      pairs: pairsOf(compared),
      changes: changesOf(compared),
      onlyA: [...compared.onlyBaseline],
      onlyB: [...compared.onlyCandidate],
      metrics: Object.fromEntries(compared.metrics.map((metric) => [metric.columnId, metric])),
    }).toMatchObject(found);
  });

  it('takes two hundred thousand rows that all look alike', () => {
    const run = scoreRecords([{}]);
    const keys = new Float64Array(200_000);
    const many = { ...run, rowCount: keys.length, scores: [], idKeys: keys, contentKeys: keys };
    const found = compareRuns(many, [many])[0]!;
    expect(found.baselineRows).toHaveLength(keys.length);
    expect(found.baselineRows).toEqual(found.candidateRows);
  });

  it('names the metrics that only one run has', () => {
    const records = [row({ id: '1', made: 'ab' })];
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
            differing: metric.differing,
            pairs: metric.pairs,
          });
        }
      }),
    );
  });

  const few = fc.stringMatching(/^[ab]{0,2}$/);
  const rowsOf = fc.uniqueArray(
    fc.record({ id: fc.constantFrom('1', '2', '3', '4', '5'), made: few, expected: few }),
    { selector: ({ id }) => id },
  );

  it('keep the books straight: each pair is one change and in one cell of a pass table', () => {
    fc.assert(
      fc.property(rowsOf, rowsOf, (first, second) => {
        const [a, b] = [first, second].map((list) => list.map(row));
        const runs = [scoreWithContentKeys(a!), scoreWithContentKeys(b!)] as const;
        const found = compareRuns(runs[0], [runs[1]])[0]!;
        const { changeCounts, changes, metrics } = found;
        const total = Object.values(changeCounts).reduce((sum, count) => sum + count, 0);
        expect(total).toBe(changes.length);
        for (const { columnId, passes, pairs, differing, better, worse } of metrics) {
          if (!passes || better === null) continue;
          expect(passes.both + passes.onlyBaseline + passes.onlyCandidate + passes.neither).toBe(
            pairs,
          );
          expect(differing).toBeLessThanOrEqual(pairs);
          const { changeCounts: by } = decideBy(found, columnId, runs[0], runs[1]);
          expect([better, worse]).toEqual([by.improved, by.regressed + by.lost]);
        }
        const wanted = pairsOf(found).filter(([x, y]) => {
          const [one, other] = [first[x!]!, second[y!]!];
          const passes = isWithin(one.expected, one.made);
          // none made where none are expected is right
          return passes && other.made === '' && other.expected !== '';
        });
        expect(changeCounts.lost).toBe(wanted.length);
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
