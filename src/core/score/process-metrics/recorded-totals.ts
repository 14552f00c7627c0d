import type { StepTokens } from '#core/calls/step.ts';
import type { ComputedMetric, Metric } from '#core/score/metric/metric.ts';
import { explainSteps, howManyRecord, scoreSteps, sumOf } from './process-metric.ts';
import { processMetric, type RunSteps } from './process-metric.ts';

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
  score: scoreSteps(({ all }) => {
    const { recorded, sum } = sumOf(all, ({ cost }) => cost?.amount);
    if (recorded === 0) return 'cost_missing';
    return currenciesOf(all).length > 1 ? 'currencies_mixed' : sum;
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
