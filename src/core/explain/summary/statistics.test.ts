import { expect, it } from 'vitest';
import { calls, recordOf, scoreRecords } from '../../../../tests/support/build.ts';
import { allRows } from '#core/explain/view/sort-rows.ts';
import { describeColumns, passTest, thresholdOf } from './summarise.ts';

const columns = scoreRecords([
  { ...recordOf(calls('ab'), calls('ab')), latency_in_seconds: 1 },
  { ...recordOf(calls('ac'), calls('ab')), latency_in_seconds: 2 },
  { ...recordOf(calls('a'), calls('abcd')), latency_in_seconds: 4 },
  { predicted_trajectory: null, reference_trajectory: '[' },
]);
const describe = (rows = allRows(4), thresholds = {}) => {
  const all = describeColumns(columns, rows, thresholds);
  return (id: string) => all.find(({ columnId }) => columnId === id);
};

it('describes rows with a score and counts the others', () => {
  const recall = describe()('trajectory_recall');
  expect(recall).toMatchObject({ valid: 3, errors: 1, min: 0.25, median: 0.5, max: 1 });
  // type 7: 0.5 + 0.9 × 0.5
  expect(recall?.p95).toBeCloseTo(0.95, 12);
  expect(recall).toMatchObject({ threshold: 1, passRate: 1 / 3 });
  // Wilson's interval of 1 in 3
  expect(recall?.passInterval?.low).toBeCloseTo(0.0615, 4);
  expect(recall?.passInterval?.high).toBeCloseTo(0.7923, 4);
});

it('passes from a threshold on, or up to it where lower is better', () => {
  const of = describe(allRows(4), { trajectory_recall: 0.5, latency_in_seconds: 2 });
  expect(of('trajectory_recall')).toMatchObject({ threshold: 0.5, passRate: 2 / 3 });
  expect(of('latency_in_seconds')).toMatchObject({ threshold: 2, passRate: 2 / 3 });
  expect(describe()('latency_in_seconds')).toMatchObject({ threshold: null, passRate: null });
  expect(thresholdOf('failure', {})).toBe(0);
  expect(
    thresholdOf('trajectory_single_tool_use', { trajectory_single_tool_use: 1 }),
  ).toBeUndefined();
  expect(passTest('trajectory_recall', 0)(Number.NaN)).toBe(false);
});

it('looks only at the rows it is given', () => {
  expect(describe(Uint32Array.of(0))('trajectory_recall')).toMatchObject({
    valid: 1,
    mean: 1,
    std: null,
  });
  expect(describe(new Uint32Array())('trajectory_recall')).toMatchObject({
    valid: 0,
    mean: null,
    p95: null,
    p99: null,
    passRate: null,
  });
});
