import { describe, expect, it } from 'vitest';
import {
  describeDifference,
  describeRowDifference,
  describeScale,
  formatDifference,
  judgeDifference,
} from './describe-difference.ts';

it.each([
  [0.466, '+0.47'],
  [-0.21, '−0.21'],
  [0, '0.00'],
  [0.003, '+0.003'],
  [-0.00012, '−0.0001'],
])('writes %d as %s', (difference, text) => {
  expect(formatDifference(difference)).toBe(text);
});

describe('describeDifference', () => {
  it.each([
    ['trajectory_recall', 0.27, '▲ +0.27', 'better'],
    ['trajectory_recall', -0.27, '▼ −0.27', 'worse'],
    ['trajectory_recall', 0, '0.00', 'none'],
    ['latency_in_seconds', -0.21, 'faster −0.21', 'better'],
    ['latency_in_seconds', 0.07, 'slower +0.07', 'worse'],
    ['failure', -0.1, 'fewer −0.10', 'better'],
    ['failure', 0.1, 'more +0.10', 'worse'],
    ['trajectory_single_tool_use', 0.5, '+0.50', 'none'],
  ])('%s %d: %s', (metricId, difference, text, judgement) => {
    expect(describeDifference(metricId, difference)).toBe(text);
    expect(judgeDifference(metricId, difference)).toBe(judgement);
  });

  it('has a dash where there is none', () => {
    expect(describeDifference('trajectory_recall', null)).toBe('–');
    expect(judgeDifference('trajectory_recall', Number.NaN)).toBe('none');
  });
});

describe('describeRowDifference', () => {
  it('writes whole numbers for scores of 0 and 1', () => {
    expect(describeRowDifference('trajectory_in_order_match', 0, 1)).toBe('+1');
    expect(describeRowDifference('trajectory_in_order_match', 1, 0)).toBe('−1');
    expect(describeRowDifference('trajectory_in_order_match', 1, 1)).toBe('0');
  });

  it('writes two decimals for the rest', () => {
    expect(describeRowDifference('trajectory_recall', 0.5, 0.25)).toBe('−0.25');
    expect(describeRowDifference('trajectory_recall', 0.5, Number.NaN)).toBe('–');
  });
});

it('notes scales on which more is not better', () => {
  expect(describeScale('latency_in_seconds')).toBe('s, lower is better');
  expect(describeScale('failure')).toBe('lower is better');
  expect(describeScale('trajectory_single_tool_use')).toBe('no verdict');
  expect(describeScale('trajectory_recall')).toBe('');
});
