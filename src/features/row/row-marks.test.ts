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
  it('passes full marks, fails none and calls the rest partial', () => {
    expect(verdictOf(exact, 1, 0)).toBe('pass');
    expect(verdictOf(exact, 0, 0)).toBe('fail');
    expect(verdictOf(metric('trajectory_recall'), 0.01, 0)).toBe('partial');
    expect(verdictOf(metric('trajectory_recall'), 0.99, 0)).toBe('partial');
  });

  it('answers yes or no where no end is good', () => {
    expect(verdictOf(metric('trajectory_single_tool_use'), 1, 0)).toBe('yes');
    expect(verdictOf(metric('trajectory_single_tool_use'), 0, 0)).toBe('no');
  });

  it('marks a failed agent call and passes one that did not fail', () => {
    expect(verdictOf(failure, 1, 0)).toBe('error');
    expect(verdictOf(failure, 0, 0)).toBe('pass');
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
    expect(verdictOf(metric('latency_in_seconds'), 3.2, 0)).toBe('none');
  });
});
