import { expect, it, describe } from 'vitest';
import type { RowPreview } from '#core/explain/row/row-detail.ts';
import { barcodeOfRow, hasVerdict, verdictOf } from './row-marks.ts';
import { OUTCOMES } from '#core/calls/outcome.ts';
import { findMetric, METRICS } from '#core/score/metrics/registry.ts';

it('draws an unreadable side as one that was not recorded', () => {
  const preview = {
    barcode: '=~',
    referenceState: 'list',
    predictionState: 'unreadable',
  } as RowPreview;
  expect(barcodeOfRow(preview)).toEqual({ slots: '=~', reference: 'list', prediction: 'missing' });
  expect(barcodeOfRow({ ...preview, predictionState: 'empty' }).prediction).toBe('empty');
});

const metric = (id: string) => findMetric(id)!;
const exact = metric('trajectory_exact_match');
const failure = metric('failure');

describe('verdictOf', () => {
  it.each([
    ['trajectory_exact_match', 1, 'pass'],
    ['trajectory_exact_match', 0, 'fail'],
    ['trajectory_recall', 0.01, 'partial'],
    ['trajectory_recall', 0.99, 'partial'],
    // no end is good
    ['trajectory_single_tool_use', 1, 'yes'],
    ['trajectory_single_tool_use', 0, 'no'],
    ['failure', 1, 'error'],
    ['failure', 0, 'pass'],
    ['latency_in_seconds', 3.2, 'none'],
  ])('of %s at %d is %s', (id, value, verdict) => {
    expect(verdictOf(metric(id), value, 0)).toBe(verdict);
  });

  it.each(OUTCOMES.slice(1).map((name, index) => [name, index + 1] as const))(
    'tells an error of the data from "not evaluated": %s',
    (name, outcome) => {
      const expected = /unreadable$|^judge_(?!input)|^(?:code_failed|rule_unknown)$/.test(name)
        ? 'error'
        : 'none';
      expect(verdictOf(exact, Number.NaN, outcome)).toBe(expected);
      expect(verdictOf(failure, Number.NaN, outcome)).toBe(expected);
    },
  );

  it('judges everything but seconds, amounts and counts', () => {
    const unjudged = METRICS.filter((candidate) => !hasVerdict(candidate));
    expect(new Set(unjudged.map(({ scale }) => scale))).toEqual(
      new Set(['seconds', 'amount', 'number']),
    );
  });
});
