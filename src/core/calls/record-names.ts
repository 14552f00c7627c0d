/** The meaning of a key beside a call or message. */
export type RecordField =
  | 'agent'
  | 'model'
  | 'start'
  | 'end'
  | 'duration'
  | 'input'
  | 'output'
  | 'cached'
  /** Input tokens counted beside `input`, not in it: read from or written to a cache. */
  | 'cacheRead'
  | 'cacheWritten'
  /** Output tokens counted beside `output`, not in it. */
  | 'thoughts'
  | 'cost'
  | 'currency'
  | 'error'
  /** A flag for failure, or for success. */
  | 'isError'
  | 'isGood'
  | 'status'
  /** An object that holds some of these. */
  | 'holder';

/** A recognised name of a field. */
export interface RecordName {
  readonly field: RecordField;
  /** The name with the lowest rank wins. */
  readonly rank: number;
  /** Milliseconds in one unit, where the name includes the unit. */
  readonly unit?: number;
  /** The currency, where the name includes it. */
  readonly currency?: string;
}

/** The recognised names of every field, best first. */
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
    usage usage_metadata usageMetadata token_usage tokenUsage tokens models_usage response_metadata
    metrics input_tokens_details inputTokensDetails input_token_details inputTokenDetails
    prompt_tokens_details promptTokensDetails
  `,
};

/** Units at the end of names, with their milliseconds. */
const UNITS: readonly (readonly [unit: number, endings: string])[] = [
  [1, '_ms Ms _millis Millis _milliseconds Milliseconds'],
  [1000, '_s _sec _secs _seconds Seconds _in_seconds InSeconds'],
  [1e-3, '_us Us _micros Micros _microseconds Microseconds'],
  [1e-6, '_ns Ns _nanos Nanos _nanoseconds Nanoseconds'],
];

/** The names of fields in what holds only tokens. */
export const TOKEN_NAMES: ReadonlyMap<string, RecordName> = new Map(
  (
    [
      ['input', 'input'],
      ['output', 'output'],
      ['cached', 'cached'],
      ['thoughts', 'thoughts'],
      ['cacheRead', 'cacheRead'],
      ['cacheWrite', 'cacheWritten'],
      ['cache', 'holder'],
      ['read', 'cacheRead'],
      ['write', 'cacheWritten'],
    ] as const
  ).map(([name, field]) => [name, { field, rank: 0 }]),
);

const DOLLARS = 'cost_usd costUsd costUSD total_cost_usd totalCostUsd totalCostUSD'.split(' ');

/** Fields whose names may say that they speak of a tool or a call. */
const OUTCOMES = new Set<string>(['isError', 'isGood', 'status'] satisfies RecordField[]);

/** All recognised names of fields, across frameworks. */
export const RECORD_NAMES: ReadonlyMap<string, RecordName> = new Map(allNames());

/** The recognised names, for readers that list the keys they use. */
export const RECORD_KEYS: readonly string[] = [...RECORD_NAMES.keys()];

function* allNames(): Iterable<readonly [string, RecordName]> {
  for (const [field, names] of Object.entries(NAMES) as [RecordField, string][]) {
    for (const [index, name] of names.trim().split(/\s+/).entries()) {
      // a name with its unit is preferred
      yield [name, { field, rank: 1000 + index }];
      if (OUTCOMES.has(field))
        for (const whose of ['tool', 'call'])
          yield [`${whose}_${name}`, { field, rank: 2000 + index }];
      if (field !== 'start' && field !== 'end' && field !== 'duration') continue;
      for (const [place, [unit, endings]] of UNITS.entries())
        for (const ending of endings.split(' '))
          yield [`${name}${ending}`, { field, rank: index * UNITS.length + place, unit }];
    }
  }
  for (const [index, name] of DOLLARS.entries())
    yield [name, { field: 'cost', rank: index, currency: 'USD' }];
}
