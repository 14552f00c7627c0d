/** What a key beside a call or a message says of it. */
export type RecordField =
  | 'agent'
  | 'model'
  | 'start'
  | 'end'
  | 'duration'
  | 'input'
  | 'output'
  | 'cached'
  /** Input that is counted beside `input` and not in it: what a cache gave, or was given. */
  | 'cacheRead'
  | 'cacheWritten'
  /** Output that is counted beside `output` and not in it. */
  | 'thoughts'
  | 'cost'
  | 'currency'
  | 'error'
  /** Whether it failed, or whether it went well. */
  | 'isError'
  | 'isGood'
  | 'status'
  /** An object with some of these. */
  | 'holder';

/** A usual name of a field. */
export interface RecordName {
  readonly field: RecordField;
  /** Of several names of one field the one with the lowest rank counts. */
  readonly rank: number;
  /** Milliseconds in one unit, where the name says the unit. */
  readonly unit?: number;
  /** The currency, where the name says it. */
  readonly currency?: string;
}

/** The usual names of every field, best first. */
const NAMES: Readonly<Record<RecordField, string>> = {
  agent: 'agent agent_name agentName current_agent_name currentAgentName',
  model: 'model model_name modelName model_id modelId model_version modelVersion',
  start: 'start_time startTime started_at startedAt start timestamp created_at createdAt created',
  end: 'end_time endTime ended_at endedAt end finished_at finishedAt completed_at completedAt',
  duration: `
    duration latency elapsed elapsed_time elapsedTime execution_time executionTime response_time
    responseTime run_time runTime time_taken timeTaken took
  `,
  input: `
    input_tokens prompt_tokens inputTokens promptTokens prompt_token_count promptTokenCount
    input_token_count inputTokenCount
  `,
  output: `
    output_tokens completion_tokens outputTokens completionTokens candidates_token_count
    candidatesTokenCount output_token_count outputTokenCount
  `,
  cached: `
    cached_tokens cachedTokens cached_input_tokens cachedInputTokens cached_content_token_count
    cachedContentTokenCount cache_read_tokens cacheReadTokens cache_read
  `,
  cacheRead: 'cache_read_input_tokens cacheReadInputTokens input_tokens_cache_read',
  cacheWritten: `
    cache_creation_input_tokens cacheWriteInputTokens input_tokens_cache_write
  `,
  thoughts: 'thoughts_token_count thoughtsTokenCount',
  cost: 'cost total_cost totalCost price',
  currency: 'currency',
  error: 'tool_error error error_message errorMessage errorText exception',
  isError: 'is_error isError',
  isGood: 'success ok',
  status: 'status',
  holder: `
    usage usage_metadata usageMetadata token_usage tokenUsage models_usage response_metadata
    metrics input_tokens_details inputTokensDetails input_token_details inputTokenDetails
    prompt_tokens_details promptTokensDetails
  `,
};

/** Units at the end of a name, and milliseconds in one. */
const UNITS: readonly (readonly [unit: number, endings: string])[] = [
  [1, '_ms Ms _millis Millis _milliseconds Milliseconds'],
  [1000, '_s _sec _secs _seconds Seconds _in_seconds InSeconds'],
  [1e-3, '_us Us _micros Micros _microseconds Microseconds'],
  [1e-6, '_ns Ns _nanos Nanos _nanoseconds Nanoseconds'],
];

const DOLLARS = 'cost_usd costUsd costUSD total_cost_usd totalCostUsd totalCostUSD'.split(' ');

/** Every usual name of what is recorded of a step, in whatever framework's words. */
export const RECORD_NAMES: ReadonlyMap<string, RecordName> = new Map(allNames());

/** The usual names, for readers that tell which keys they use. */
export const RECORD_KEYS: readonly string[] = [...RECORD_NAMES.keys()];

function* allNames(): Iterable<readonly [string, RecordName]> {
  for (const [field, names] of Object.entries(NAMES) as [RecordField, string][]) {
    for (const [index, name] of names.trim().split(/\s+/).entries()) {
      // a name that says its unit is better than one that does not
      yield [name, { field, rank: 1000 + index }];
      if (field !== 'start' && field !== 'end' && field !== 'duration') continue;
      for (const [place, [unit, endings]] of UNITS.entries())
        for (const ending of endings.split(' '))
          yield [`${name}${ending}`, { field, rank: index * UNITS.length + place, unit }];
    }
  }
  for (const [index, name] of DOLLARS.entries())
    yield [name, { field: 'cost', rank: index, currency: 'USD' }];
}
