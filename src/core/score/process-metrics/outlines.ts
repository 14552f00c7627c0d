import type { Metric } from '#core/score/metric/metric.ts';

type Outline = readonly [
  id: string,
  title: string,
  short: string,
  scale: Metric['scale'],
  better: Metric['better'],
  definition: string,
  formula: string,
  rest?: Partial<Metric>,
];

const PER_TOOL: Partial<Metric> = {
  isPerTool: true,
  columns: ({ tools }) =>
    [...new Set(tools)].map((tool) => ({
      id: `tool_time(${tool})`,
      metricId: 'tool_time',
      tool,
    })),
};

/** It depends only on how many calls there are and how many are equal. */
const COUNTED: Partial<Metric> = { isCounted: true };

const OUTLINES: readonly Outline[] = [
  [
    'call_count',
    'Calls',
    'calls',
    'amount',
    'none',
    'How many tool calls the run has.',
    'predicted calls',
    COUNTED,
  ],
  [
    'tool_error_count',
    'Tool errors',
    'errors',
    'number',
    'lower',
    'How many calls failed, as the data records it. A recorded result without an error is a success.',
    'calls with a recorded error',
  ],
  [
    'tool_error_rate',
    'Tool error rate',
    'err rate',
    'share',
    'lower',
    'The share of calls that failed, of those that record a result or an error.',
    'failed calls ÷ calls with a result or an error',
  ],
  [
    'recovered_errors',
    'Recovered errors',
    'recovered',
    'share',
    'higher',
    'The share of failed calls after which the same tool succeeded.',
    'failed calls with a later success of their tool ÷ failed calls',
  ],
  [
    'identical_repeats',
    'Identical repeats',
    'repeats',
    'number',
    'lower',
    'Calls equal to an earlier one. Polling is excused: equal calls whose recorded results differ.',
    'calls − distinct calls, without calls whose results differ',
  ],
  [
    'loops',
    'Loops',
    'loops',
    'number',
    'lower',
    'How often two or more calls are made round and round, as in a b a b. Excused where a result differs from round to round.',
    'cycles of 2 to 50 calls, not all equal, made twice or more in a row',
  ],
  [
    'unused_results',
    'Unused results',
    'unused',
    'share',
    'lower',
    'The share of results of which nothing occurs later, in arguments, messages of the agent or the answer.',
    'results of which no value occurs later ÷ results with a value to look up',
  ],
  [
    'argument_provenance',
    'Argument provenance',
    'sourced',
    'share',
    'higher',
    'The share of argument values that were in the prompt, a message of the user or an earlier result.',
    'values found before the call ÷ values to look up',
  ],
  [
    'redundant_calls',
    'Redundant calls',
    'redundant',
    'number',
    'lower',
    'Predicted calls that the reference does not have, or not as often.',
    'predicted calls − calls paired with the reference one to one',
    {
      ...COUNTED,
      needs: ['predicted_trajectory', 'reference_trajectory'],
      options: ['emptyTrajectories', 'matching'],
    },
  ],
  [
    'tool_call_schema_valid',
    'Tool calls valid by schema',
    'schema',
    'share',
    'higher',
    'The share of calls whose tool is declared and whose arguments are as its schema wants them.',
    'calls as declared ÷ calls',
    { options: ['declarations'] },
  ],
  [
    'total_tokens',
    'Tokens',
    'tokens',
    'amount',
    'lower',
    'Tokens read and written, by the steps that record them.',
    'sum of input and output tokens',
  ],
  [
    'input_tokens',
    'Input tokens',
    'tok in',
    'amount',
    'lower',
    'Tokens read, those out of a cache included, by the steps that record them.',
    'sum of input tokens',
  ],
  [
    'output_tokens',
    'Output tokens',
    'tok out',
    'amount',
    'lower',
    'Tokens written, by the steps that record them.',
    'sum of output tokens',
  ],
  [
    'total_cost',
    'Cost',
    'cost',
    'amount',
    'lower',
    'What the run cost, in the currency of the data, by the steps that record it.',
    'sum of costs in one currency',
  ],
  [
    'latency_from_steps',
    'Latency from steps',
    'steps s',
    'seconds',
    'lower',
    'How long the run took by the times of its steps, where no latency of the whole is recorded.',
    'last end − first start; without starts the sum of durations, of parallel calls the longest',
  ],
  [
    'tool_time',
    'Time in a tool',
    'tool s',
    'seconds',
    'lower',
    'How long the calls of the named tool took, by those that record it.',
    'sum of durations of its calls',
    PER_TOOL,
  ],
];

/**
 * Metrics of how a run went, as the page’s first script knows them; what scores and explains them
 * is found by `find-computed.ts`.
 */
export const PROCESS_OUTLINES: readonly Metric[] = OUTLINES.map(
  ([id, title, short, scale, better, definition, formula, rest]) => ({
    id,
    title,
    short,
    scale,
    better,
    definition,
    formula,
    source: 'Trajectory Playground',
    origin: 'playground',
    group: 'process',
    needs: ['predicted_trajectory'],
    ...(rest?.isCounted !== true && { readsCalls: true }),
    ...rest,
  }),
);
