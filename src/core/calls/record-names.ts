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

/** The recognised names of every field, best first; each may be in camel case. */
const NAMES: Readonly<Record<RecordField, string>> = {
  agent: 'agent agent_name current_agent_name',
  model: 'model model_name model_id model_version',
  start: 'start_time started_at start timestamp created_at created',
  end: 'end_time ended_at end finished_at completed_at',
  duration: `
    duration latency elapsed elapsed_time execution_time response_time run_time time_taken took
  `,
  input: 'input_tokens prompt_tokens prompt_token_count input_token_count',
  output: 'output_tokens completion_tokens candidates_token_count output_token_count',
  cached:
    'cached_tokens cached_input_tokens cached_content_token_count cache_read_tokens cache_read',
  cacheRead: 'cache_read_input_tokens input_tokens_cache_read',
  cacheWritten: 'cache_creation_input_tokens cache_write_input_tokens input_tokens_cache_write',
  thoughts: 'thoughts_token_count',
  cost: 'cost total_cost price',
  currency: 'currency',
  error: 'tool_error error error_message error_text exception',
  isError: 'is_error',
  isGood: 'success ok',
  status: 'status',
  holder: `
    usage usage_metadata token_usage tokens models_usage response_metadata metrics
    input_tokens_details input_token_details prompt_tokens_details
  `,
};

/** Units at the end of names, with their milliseconds. */
const UNITS: readonly (readonly [unit: number, endings: string])[] = [
  [1, '_ms _millis _milliseconds'],
  [1000, '_s _sec _secs _seconds _in_seconds'],
  [1e-3, '_us _micros _microseconds'],
  [1e-6, '_ns _nanos _nanoseconds'],
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

const DOLLARS = 'cost_usd costUSD total_cost_usd totalCostUSD'.split(' ');

/** Fields whose names may say that they speak of a tool or a call. */
const OUTCOMES = new Set<string>(['isError', 'isGood', 'status'] satisfies RecordField[]);

/** All recognised names of fields, across frameworks. */
export const RECORD_NAMES: ReadonlyMap<string, RecordName> = new Map(
  [...allNames()].flatMap(([name, meaning]) => [
    [name, meaning],
    [camelCase(name), meaning],
  ]),
);

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

/** `start_time` as `startTime`. */
function camelCase(name: string): string {
  const [first = '', ...others] = name.split('_');
  return first + others.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('');
}
