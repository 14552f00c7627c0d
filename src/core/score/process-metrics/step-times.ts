import type { Step } from '#core/calls/step.ts';
import { columnPerTool } from '#core/score/metric/metric.ts';
import { explainSteps, howManyRecord, processMetric, scoreSteps, sumOf } from './process-metric.ts';

/** The duration of a run by the times of its steps. */
export const latencyFromSteps = processMetric({
  id: 'latency_from_steps',
  title: 'Time from steps',
  short: 'steps, s',
  scale: 'seconds',
  better: 'lower',
  definition:
    'How long the run took by the times of its steps, where no time of the whole is recorded.',
  score: scoreSteps(({ all }) => {
    const took = spanOf(all) ?? lengthOf(all);
    return took === undefined ? 'times_missing' : took / 1000;
  }),
  explain: explainSteps(({ all }) => {
    const isSpan = spanOf(all) !== undefined;
    const how = isSpan ? 'From the first start to the last end.' : 'Durations added up.';
    const known = sumOf(all, isSpan ? ({ startMs }) => startMs : ({ durationMs }) => durationMs);
    return `${how} ${howManyRecord(known)}`;
  }),
});

/** The time spent in calls of a tool. */
export const toolTime = processMetric({
  id: 'tool_time',
  title: 'Time in a tool',
  short: 'tools, s',
  scale: 'seconds',
  better: 'lower',
  definition: 'How long the calls of the named tool took, by those that record it.',
  isPerTool: true,
  columns: columnPerTool('tool_time'),
  score: scoreSteps(({ made }, { tool }) => {
    const calls = made.filter(({ call }) => call.tool_name === tool);
    if (calls.length === 0) return 'tool_not_called';
    const { recorded, sum } = sumOf(calls, ({ durationMs }) => durationMs);
    return recorded === 0 ? 'times_missing' : sum / 1000;
  }),
  explain: explainSteps(({ made }, { column }) => {
    const calls = made.filter(({ call }) => call.tool_name === column.tool);
    return howManyRecord(
      sumOf(calls, ({ durationMs }) => durationMs),
      'call',
    );
  }),
});

/** Milliseconds from the first start to the last end; undefined where no step has a start. */
function spanOf(steps: readonly Step[]): number | undefined {
  let first = Infinity;
  let last = -Infinity;
  for (const { startMs, durationMs = 0 } of steps) {
    if (startMs === undefined) continue;
    first = Math.min(first, startMs);
    last = Math.max(last, startMs + durationMs);
  }
  return first === Infinity ? undefined : last - first;
}

/** The sum of durations, of parallel calls the longest; undefined without any. */
function lengthOf(steps: readonly Step[]): number | undefined {
  let total: number | undefined;
  const longest = new Map<number, number>();
  for (const step of steps) {
    const { durationMs } = step;
    if (durationMs === undefined) continue;
    const group = step.kind === 'call' ? step.parallel : undefined;
    const before = group === undefined ? 0 : (longest.get(group) ?? 0);
    if (group !== undefined) longest.set(group, Math.max(before, durationMs));
    total = (total ?? 0) + Math.max(0, durationMs - before);
  }
  return total;
}
