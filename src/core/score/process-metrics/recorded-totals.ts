import type { StepTokens, Step } from '#core/calls/step.ts';
import { type ComputedMetric, type Metric, columnPerTool } from '#core/score/metric/metric.ts';
import {
  explainSteps,
  howManyRecord,
  scoreSteps,
  sumOf,
  processMetric,
  type RunSteps,
} from './process-metric.ts';

type CountTokens = (tokens: StepTokens) => number | undefined;

function tokenMetric(
  named: Pick<Metric, 'id' | 'title' | 'short' | 'definition'>,
  count: CountTokens,
): ComputedMetric {
  const total = ({ all }: RunSteps): ReturnType<typeof sumOf> =>
    sumOf(all, ({ tokens }) => tokens && count(tokens));
  return processMetric({
    ...named,
    scale: 'amount',
    better: 'lower',
    score: scoreSteps((run) => {
      const { recorded, sum } = total(run);
      return recorded === 0 ? 'tokens_missing' : sum;
    }),
    explain: explainSteps((run) => howManyRecord(total(run))),
  });
}

/** Input tokens, cached ones included. */
export const inputTokens = tokenMetric(
  {
    id: 'input_tokens',
    title: 'Input tokens',
    short: 'tok in',
    definition: 'Tokens read, those out of a cache included, by the steps that record them.',
  },
  ({ input }) => input,
);

/** Output tokens. */
export const outputTokens = tokenMetric(
  {
    id: 'output_tokens',
    title: 'Output tokens',
    short: 'tok out',
    definition: 'Tokens written, by the steps that record them.',
  },
  ({ output }) => output,
);

/** Input and output tokens. */
export const totalTokens = tokenMetric(
  {
    id: 'total_tokens',
    title: 'Tokens',
    short: 'tokens',
    definition: 'Tokens read and written, by the steps that record them.',
  },
  ({ input, output }) =>
    input === undefined && output === undefined ? undefined : (input ?? 0) + (output ?? 0),
);

/** The cost of a run. */
export const totalCost = processMetric({
  id: 'total_cost',
  title: 'Cost',
  short: 'cost',
  scale: 'amount',
  better: 'lower',
  definition: 'What the run cost, in the currency of the data, by the steps that record it.',
  options: ['currency'],
  score: scoreSteps(({ all }, _column, { currency }) => {
    const { recorded, sum } = sumOf(all, ({ cost }) => cost?.amount);
    if (recorded === 0) return 'cost_missing';
    const [first, ...others] = currenciesOf(all);
    const isOne = others.length === 0 && (currency === undefined || currency === first);
    return isOne ? sum : 'currencies_mixed';
  }),
  explain: explainSteps(({ all }) => {
    const [currency = ''] = currenciesOf(all);
    const record = howManyRecord(sumOf(all, ({ cost }) => cost?.amount));
    return currency === ''
      ? `${record} The currency is not recorded.`
      : `In ${currency}. ${record}`;
  }),
});

function currenciesOf(steps: RunSteps['all']): readonly string[] {
  return [...new Set(steps.flatMap(({ cost }) => cost?.currency ?? []))];
}

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
