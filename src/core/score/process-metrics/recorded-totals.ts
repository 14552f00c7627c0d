import type { StepTokens } from '#core/calls/step.ts';
import { FIND, SEND, type MetricExample } from '#core/score/metric/example.ts';
import type { ComputedMetric, Metric } from '#core/score/metric/metric.ts';
import { explainSteps, howManyRecord, scoreSteps, sumOf } from './process-metric.ts';
import { processMetric, type RunSteps } from './process-metric.ts';

const COUNTED = {
  predicted_trajectory: [
    { ...FIND, input_tokens: 900, output_tokens: 60 },
    { ...SEND, input_tokens: 1200, output_tokens: 40 },
  ],
};

type CountTokens = (tokens: StepTokens) => number | undefined;

function tokenMetric(
  named: Pick<Metric, 'id' | 'title' | 'short' | 'definition' | 'formula'>,
  count: CountTokens,
  example: Pick<MetricExample, 'working' | 'score' | 'sum'>,
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
    example: { row: COUNTED, ...example },
  });
}

/** Input tokens, cached ones included. */
export const inputTokens = tokenMetric(
  {
    id: 'input_tokens',
    title: 'Input tokens',
    short: 'tok in',
    definition: 'Tokens read, those out of a cache included, by the steps that record them.',
    formula: 'sum of input tokens',
  },
  ({ input }) => input,
  {
    working: 'The steps read 900 and 1200 tokens.',
    score: 2100,
    sum: '900 + 1200',
  },
);

/** Output tokens. */
export const outputTokens = tokenMetric(
  {
    id: 'output_tokens',
    title: 'Output tokens',
    short: 'tok out',
    definition: 'Tokens written, by the steps that record them.',
    formula: 'sum of output tokens',
  },
  ({ output }) => output,
  {
    working: 'The steps wrote 60 and 40 tokens.',
    score: 100,
    sum: '60 + 40',
  },
);

/** Input and output tokens. */
export const totalTokens = tokenMetric(
  {
    id: 'total_tokens',
    title: 'Tokens',
    short: 'tokens',
    definition: 'Tokens read and written, by the steps that record them.',
    formula: 'sum of input and output tokens',
  },
  ({ input, output }) =>
    input === undefined && output === undefined ? undefined : (input ?? 0) + (output ?? 0),
  {
    working: 'Two steps: 900 tokens read and 60 written, 1200 read and 40 written.',
    score: 2200,
    sum: '900 + 60 + 1200 + 40',
  },
);

/** The cost of a run. */
export const totalCost = processMetric({
  id: 'total_cost',
  title: 'Cost',
  short: 'cost',
  scale: 'amount',
  better: 'lower',
  definition: 'What the run cost, in the currency of the data, by the steps that record it.',
  formula: 'sum of costs in one currency',
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
  example: {
    row: {
      predicted_trajectory: [
        { ...FIND, cost: 0.25, currency: 'USD' },
        { ...SEND, cost: 0.5, currency: 'USD' },
      ],
    },
    working: 'The steps cost 0.25 and 0.50 US dollars.',
    score: 0.75,
    sum: '0.25 + 0.5',
  },
});

function currenciesOf(steps: RunSteps['all']): readonly string[] {
  return [...new Set(steps.flatMap(({ cost }) => cost?.currency ?? []))];
}
