import fc from 'fast-check';
import { expect, it } from 'vitest';
import { trajectory } from '../../../../tests/support/arbitraries.ts';
import { recordOf, scoreRecords } from '../../../../tests/support/build.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { countLabels, labelsOf, type ScoredColumns } from './scored-columns.ts';
import { replaceRows } from './replace-rows.ts';

const record = fc
  .tuple(trajectory, trajectory, fc.nat({ max: 5 }))
  .map(([prediction, reference, id]): JsonObject => ({ id, ...recordOf(prediction, reference) }));

/** What is said of rows, whatever the order of names. */
const said = (columns: ScoredColumns) => ({
  ...columns,
  tools: Array.from({ length: columns.rowCount }, (_, row) => labelsOf(columns.tools, row)),
  signatures: Array.from({ length: columns.rowCount }, (_, row) =>
    labelsOf(columns.signatures, row),
  ),
  causes: countLabels(columns.signatures),
});

it('gives what scoring all rows gives', () => {
  const run = fc.array(fc.tuple(record, fc.option(record)), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(run, (pairs) => {
      const before = pairs.map(([known]) => known);
      const after = pairs.map(([known, fresh]) => fresh ?? known);
      const rows = Uint32Array.from(pairs.flatMap(([, fresh], row) => (fresh ? [row] : [])));
      const whole = scoreRecords(after);
      const fresh = pairs.flatMap(([, other]) => (other ? [other] : []));
      const old = scoreRecords(pairs.flatMap(([known, other]) => (other ? [known] : [])));
      const { offsets, lengths } = whole;
      const scored = scoreRecords(fresh);
      const replaced = replaceRows(
        scoreRecords(before),
        { rows, offsets, lengths, scored, referenceCallsBefore: old.referenceCalls },
        new Set(),
        0,
      );
      const { predictedCalls, columns, issues } = said(whole);
      expect({ ...said(replaced), predictedCalls, columns, issues }).toEqual(said(whole));
    }),
  );
});

it('keeps scores that nobody computes, unless they hold no longer', () => {
  const columns = scoreRecords([{ id: 1 }, { id: 2 }]);
  const judged = (id: string) => ({
    ...{ id, metricId: id, values: Float64Array.of(1, 2), outcomes: Uint8Array.of(0, 0) },
    texts: ['a', 'b'],
  });
  const scores = [judged('judge:x'), judged('judge:y')];
  const { offsets, lengths } = columns;
  const fresh = { rows: Uint32Array.of(1), scored: scoreRecords([{ id: 2 }]), offsets, lengths };
  const { scores: replaced } = replaceRows(
    { ...columns, scores },
    { ...fresh, referenceCallsBefore: 0 },
    new Set(['judge:y']),
    7,
  );
  expect(replaced).toEqual([
    scores[0],
    {
      ...scores[1],
      values: Float64Array.of(1, Number.NaN),
      outcomes: Uint8Array.of(0, 7),
      texts: ['a', ''],
    },
  ]);
});
