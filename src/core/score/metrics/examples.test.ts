import { isComputed } from '#core/score/metric/metric.ts';
import { describe, expect, it } from 'vitest';
import { rowOf } from '../../../../tests/support/build.ts';
import { columnsOf, DEFAULT_SETTINGS, METRICS } from './registry.ts';

/** What a written sum comes to. */
function evaluate(sum: string): number {
  expect(sum).toMatch(/^[\d.+×÷^() ]+$/);
  const code = sum.replaceAll('×', '*').replaceAll('÷', '/').replaceAll('^', '**');

  return (new Function(`return ${code}`) as () => number)();
}

describe.each(METRICS.filter(isComputed).map((metric) => [metric.id, metric] as const))(
  '%s',
  (id, metric) => {
    const { example } = metric;

    it('has a worked example whose sum is the score that the metric gives', () => {
      if (!example) throw new RangeError(`${id} has no example`);
      const settings = { ...DEFAULT_SETTINGS, ...example.settings };
      const [column] = columnsOf(metric, settings);
      const score = metric.score(rowOf(example.row), settings, column!);
      expect(score).toBeCloseTo(example.score, 9);
      if (example.sum === undefined) expect([0, 1]).toContain(example.score);
      else expect(score).toBeCloseTo(evaluate(example.sum), 9);
    });

    it('shows in its example all that the metric needs', () => {
      for (const role of metric.needs) expect(example?.row).toHaveProperty(role);
    });
  },
);
