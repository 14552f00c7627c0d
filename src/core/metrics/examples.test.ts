import { describe, expect, it } from 'vitest';
import { exampleOf, scoreExample } from './examples.ts';
import { METRICS } from './registry.ts';

/** What a written sum comes to. */
function evaluate(sum: string): number {
  expect(sum).toMatch(/^[\d.+×÷^() ]+$/);
  const code = sum.replaceAll('×', '*').replaceAll('÷', '/').replaceAll('^', '**');

  return (new Function(`return ${code}`) as () => number)();
}

/** Whose examples say that the row does not pass. */
const FAILING = ['trajectory_exact_match', 'exact_match', 'tool_name_match'];

describe.each(METRICS.map((metric) => [metric.id, metric] as const))('%s', (id, metric) => {
  const example = exampleOf(id);

  it('has a worked example whose sum is the score that the metric gives', () => {
    if (!example) throw new RangeError(`${id} has no example`);
    const score = scoreExample(metric, example);
    if (example.sum === undefined) expect(score).toBe(FAILING.includes(id) ? 0 : 1);
    else expect(score).toBeCloseTo(evaluate(example.sum), 9);
  });

  it('shows in its example all that the metric needs', () => {
    for (const role of metric.needs) expect(example?.row).toHaveProperty(role);
  });
});
