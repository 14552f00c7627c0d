import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lawRuns } from '../../../tests/support/law-runs.ts';
import { OUTCOMES } from '#core/calls/outcome.ts';
import { codedScores, type ScoreValues } from '#core/score/columns/scored-columns.ts';
import { addUpScores, type PairedRows, type SharedScores } from './pair-scores.ts';

const EMPTY = OUTCOMES.indexOf('prediction_empty');

const score = fc.constantFrom(0, 0.5, 1, Number.NaN);
const pair = fc.record({ a: score, b: score });
type Pair = typeof pair extends fc.Arbitrary<infer T> ? T : never;

/** Rows without a score made no calls; the candidate has its rows in the other order. */
function columnsOf(pairs: readonly Pair[]): [SharedScores, PairedRows] {
  const column = (values: readonly number[]) => ({
    ...{ id: 'trajectory_recall', metricId: 'trajectory_recall' },
    values: Float64Array.from(values),
    outcomes: Uint8Array.from(values, (value) => (Number.isNaN(value) ? EMPTY : 0)),
  });
  const baselineRows = Uint32Array.from(pairs.keys());
  return [
    { a: column(pairs.map(({ a }) => a)), b: column(pairs.map(({ b }) => b).reverse()) },
    { baselineRows, candidateRows: baselineRows.slice().reverse() },
  ];
}

it('says of many pairs, which are counted, what it says of few, times as many', () => {
  const times = 1100;
  fc.assert(
    fc.property(
      fc.array(pair, { minLength: 1, maxLength: 8 }),
      fc.constantFrom(1 as const, -1 as const),
      (pairs, sign) => {
        const repeated = Array.from({ length: times }, () => pairs).flat();
        const once = addUpScores(...columnsOf(pairs), sign);
        const many = addUpScores(...columnsOf(repeated), sign);
        const { passes, differences, ...sums } = once;
        for (const [name, sum] of Object.entries(sums))
          expect(many[name as keyof typeof sums]).toBe(sum * times);
        for (const [name, count] of Object.entries(passes))
          expect(many.passes[name as keyof typeof passes]).toBe(count * times);
        if (!('counts' in many.differences)) throw new Error('many pairs are counted');
        const { values, counts } = many.differences;
        for (const [at, value] of values.entries()) {
          const list = Array.from(differences as Float64Array);
          expect(counts[at]).toBe(list.filter((one) => one === value).length * times);
        }
      },
    ),
    { numRuns: lawRuns(50) },
  );
});

it('says the same of scores that are kept as codes', () => {
  const levels = [0, 0.5, 1, Number.NaN] as const;
  const coded = ({ values, outcomes, ...about }: ScoreValues): ScoreValues =>
    codedScores(
      about,
      {
        levels: Float64Array.from(levels),
        levelOutcomes: Uint8Array.of(0, 0, 0, EMPTY),
        codes: Uint8Array.from(values, (value) => levels.findIndex((one) => Object.is(one, value))),
      },
      () => ({ values, outcomes }),
    );
  fc.assert(
    fc.property(fc.array(pair, { minLength: 1, maxLength: 8 }), fc.boolean(), (pairs, isLong) => {
      const list = isLong ? Array.from({ length: 1100 }, () => pairs).flat() : pairs;
      const [{ a, b }, paired] = columnsOf(list);
      const found = addUpScores({ a: coded(a), b: coded(b) }, paired, 1);
      expect(found).toEqual(addUpScores({ a, b }, paired, 1));
    }),
    { numRuns: lawRuns(50) },
  );
});

it('goes through pairs one by one where there are too many scores to count', () => {
  const pairs = Array.from({ length: 1500 }, (_, i) => ({ a: 0, b: i / 1500 }));
  const { differences, better } = addUpScores(...columnsOf(pairs), 1);
  expect(differences).toHaveLength(1500);
  expect(better).toBe(1499);
});
