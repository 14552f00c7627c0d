import fc from 'fast-check';
import { expect, it } from 'vitest';
import { calls, recordOf, scoreRecords } from '../../../../tests/support/build.ts';
import { joinColumns } from './growing-columns.ts';
import { buffersOf, sliceColumns } from './pack-columns.ts';
import { labelsOf, type ScoredColumns } from './scored-columns.ts';

const RUN = scoreRecords([
  recordOf(calls('ab'), calls('ab')),
  recordOf(calls('ax'), calls('ab')),
  {},
  { predicted_trajectory: '[broken' },
  recordOf(calls('ba'), calls('ab')),
  recordOf(calls('c'), calls('ab')),
]);

/** Rows in plain values: the order in which names were met does not matter. */
function plain(columns: ScoredColumns): unknown {
  const { tools, signatures, ...rest } = columns;
  const labels = (row: number): unknown => [labelsOf(tools, row), labelsOf(signatures, row)];
  return { ...rest, labels: Array.from({ length: columns.rowCount }, (_, row) => labels(row)) };
}

it('pieces join to the whole', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: RUN.rowCount - 1 })), (cuts) => {
      const bounds = [...new Set([0, ...cuts, RUN.rowCount])].sort((a, b) => a - b);
      const pieces = bounds
        .slice(1)
        .map((to, index) => sliceColumns(RUN, bounds[index] as number, to));
      expect(plain(joinColumns(pieces))).toEqual(plain(RUN));
    }),
  );
});

it('copies: handing a piece over leaves the run whole', () => {
  const piece = sliceColumns(RUN, 1, 4);
  structuredClone(piece, { transfer: buffersOf(piece) });
  expect(piece.offsets.length).toBe(0);
  expect(RUN.offsets.length).toBe(6);
});
