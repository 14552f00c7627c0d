import * as v from 'valibot';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { exactly, type Shape } from '#core/base/json/json-shape.ts';
import { CONFIDENCE } from '#core/base/statistics/interval.ts';
import { DIFFERENCE_KINDS } from '#core/match/signature.ts';
import { findMetric, METRICS } from '#core/score/metrics/registry.ts';
import { parseRule } from '#core/score/trajectory-rules/parse-rule.ts';
import { printRule } from '#core/score/trajectory-rules/print-rule.ts';
import { isRuleColumn, ruleColumn, ruleText } from '#core/score/trajectory-rules/rule-metric.ts';
import { placeInJson } from '#core/base/json/json-marks.ts';
import { guessInBrackets } from '#core/base/text/nearest-name.ts';
import { placeAt } from '#core/base/text/line-ends.ts';
import { readJson } from '#core/base/literals/read-json.ts';
import { readLiteral } from '#core/base/literals/read-literal.ts';
import { printPath } from '#core/base/text/sentence.ts';

/** The possible subjects of a condition, of which it has one. */
export const SUBJECTS = ['metric', 'cause', 'rows', 'calls', 'latency'] as const;
/** The possible bounds of a condition, of which it has one. */
export const BOUNDS = ['min', 'max', 'noWorseBy'] as const;
/** Keys that go with one subject only. */
export const GOES_WITH = { 'pass^k': 'metric', tool: 'cause' } as const;

/**
 * Rows that are counted: those that record a failure, that are missing or unscored, and that the
 * baseline does not have, or has without a score.
 */
export const ROW_KINDS = ['failed', 'unscored', 'uncompared'] as const;
/** With fewer rows an interval is not reliable. */
export const FEWEST_ROWS = 6;
/** How much worse than the baseline a run may be unless a person decides. */
export const USUAL_MARGIN = 0.05;

const MAX_CONDITIONS = 100;
const MAX_TRIALS = 100;
const NO_NUMBER = 'must be a number';
const NO_STATISTIC = 'must be "mean" or a percentile such as "p95"';
const NO_COLUMN = 'must be the name of a column of the dataset';
const NO_METRIC = 'must be the id of a metric, such as "trajectory_exact_match"';

function numberIn(least: number, most: number, reason: string) {
  return v.pipe(v.number(reason), v.minValue(least, reason), v.maxValue(most, reason));
}

/** One of some words; of a misspelt one it says which is probably meant. */
function oneOf<const T extends readonly string[]>(words: T) {
  return v.picklist(
    words,
    ({ input }) =>
      `must be one of ${words.join(', ')}${typeof input === 'string' ? guessInBrackets(input, words) : ''}`,
  );
}

function wholeNumberIn(least: number, most: number, reason: string) {
  return v.pipe(numberIn(least, most, reason), v.integer(reason));
}

const number = v.pipe(v.number(NO_NUMBER), v.finite(NO_NUMBER));
const statistic = v.pipe(
  v.string(NO_STATISTIC),
  v.regex(/^(?:mean|p(?:[1-9]\d?)(?:\.\d{1,3})?)$/, NO_STATISTIC),
);

const group = exactly(
  {
    column: v.pipe(v.string(NO_COLUMN), v.minLength(1, NO_COLUMN)),
    value: v.exactOptional(v.string('must be text; leave it out to judge each value by itself')),
  },
  'must be an object such as { "column": "topic" }',
  guessInBrackets,
);

/** The column of a rule, however the rule is worded; any other id as it is. */
function asScored(metricId: string): string {
  const parsed = parseRule(ruleText(metricId));
  const isRule = isRuleColumn({ metricId }) && parsed.ok;
  return isRule ? ruleColumn({ text: printRule(parsed.rule) }).id : metricId;
}

/** The schemas of the keys of a condition, with their descriptions. */
const CONDITION = {
  metric: v.pipe(
    v.string(NO_METRIC),
    v.regex(/\S/, NO_METRIC),
    v.transform(asScored),
    v.description('A score column, such as trajectory_exact_match.'),
  ),
  cause: v.pipe(
    oneOf(DIFFERENCE_KINDS),
    v.description('Rows with such a mistake, as a share of the rows compared.'),
  ),
  rows: v.pipe(
    oneOf(ROW_KINDS),
    v.description(
      'A share of all rows. failed: as the data records it. unscored: missing, or without a score in a trajectory metric; without this condition, all that the baseline scores must be scored. uncompared: not in the baseline, or without a score there.',
    ),
  ),
  calls: v.pipe(
    statistic,
    v.description('Calls of a row: their mean, or a percentile such as p95.'),
  ),
  latency: v.pipe(
    statistic,
    v.description('Recorded seconds: their mean, or a percentile such as p95.'),
  ),
  'pass^k': v.pipe(
    wholeNumberIn(1, MAX_TRIALS, `must be a whole number from 1 to ${MAX_TRIALS}`),
    v.description('All of k trials of a task pass; rows with the same id are trials.'),
  ),
  tool: v.pipe(
    v.string('must be the name of a tool'),
    v.description('Only in calls of this tool.'),
  ),
  group: v.pipe(
    group,
    v.description('Only rows with a value in a column; without a value each is judged by itself.'),
  ),
  min: v.pipe(number, v.description('At least so much.')),
  max: v.pipe(number, v.description('At most so much.')),
  noWorseBy: v.pipe(
    number,
    v.minValue(0, 'must be 0 or more: how much worse the run may be'),
    v.description(
      'At most so much worse than the baseline, in the mean of the paired differences.',
    ),
  ),
};

type Parts = { readonly [K in keyof typeof CONDITION]: Shape<(typeof CONDITION)[K]> };

/** The subject of a condition: one of these. */
export type Subject =
  | (Pick<Parts, 'metric'> & Partial<Pick<Parts, 'pass^k'>>)
  | (Pick<Parts, 'cause'> & Partial<Pick<Parts, 'tool'>>)
  | Pick<Parts, 'rows'>
  | Pick<Parts, 'calls'>
  | Pick<Parts, 'latency'>;

/**
 * Rows with a value in a column of the dataset; without a value, each group is judged on its own.
 */
export type Group = Parts['group'];

/** A condition of a gate. */
export type Condition = Subject &
  (Pick<Parts, 'min'> | Pick<Parts, 'max'> | Pick<Parts, 'noWorseBy'>) &
  Partial<Pick<Parts, 'group'>>;

const condition = v.pipe(
  exactly(
    v.partial(v.object(CONDITION)).entries,
    'must be an object such as { "metric": "trajectory_exact_match", "min": 0.8 }',
    guessInBrackets,
  ),
  v.rawCheck(({ dataset: { value }, addIssue }) => {
    if (!isJsonObject(value as JsonValue)) return;
    const input = value as JsonObject;
    for (const [reason, key] of misfitsOf(input))
      addIssue({
        message: reason,
        ...(key !== undefined && {
          path: [{ type: 'object', origin: 'value', input, key, value: input[key] }],
        }),
      });
  }),
  v.transform((parts) => parts as Condition),
);

/** The schema of a gate’s config file. */
export const GateFile = exactly(
  {
    $schema: v.exactOptional(v.unknown()),
    version: v.literal(1, ({ input }) =>
      input === undefined ? 'is missing; write "version": 1' : 'must be 1',
    ),
    rules: v.optional(
      v.pipe(
        oneOf(['standard', 'vertex']),
        v.description(
          'How rows are scored, unless a metric set says so. A config without it is judged by vertex, which leaves rows without calls out.',
        ),
      ),
      'vertex',
    ),
    confidence: v.optional(
      v.pipe(
        numberIn(0.5, 0.999, 'must be a number from 0.5 to 0.999, such as 0.95'),
        v.description('Of every interval.'),
      ),
      CONFIDENCE,
    ),
    adjust: v.optional(
      v.pipe(
        oneOf(['holm', 'none']),
        v.description('How failing is adjusted for several conditions.'),
      ),
      'holm',
    ),
    fewestRows: v.optional(
      v.pipe(
        wholeNumberIn(2, 1e9, 'must be a whole number from 2'),
        v.description('With fewer rows, pairs or tasks nothing is decided.'),
      ),
      FEWEST_ROWS,
    ),
    conditions: v.pipe(
      v.array(condition, ({ input }) => (input === undefined ? 'is missing' : 'must be a list')),
      v.minLength(1, 'is empty; a gate without a condition would let all pass'),
      v.maxLength(
        MAX_CONDITIONS,
        ({ received }) => `has ${received} entries; at most ${MAX_CONDITIONS} are judged together`,
      ),
    ),
  },
  'must be an object with "version" and "conditions"',
  guessInBrackets,
);

/** The conditions that a run has to meet. */
export type GateConfig = Omit<Shape<typeof GateFile>, '$schema'>;

/** Finds keys of a condition that do not go together, with the key to blame where it is one. */
function* misfitsOf(item: JsonObject): Generator<readonly [reason: string, key?: string]> {
  // a key that is not known may be the one that is missing
  if (Object.keys(item).some((key) => !(key in CONDITION))) return;
  const subjects = SUBJECTS.filter((key) => item[key] !== undefined);
  const bounds = BOUNDS.filter((key) => item[key] !== undefined);
  if (subjects.length !== 1)
    yield [`must be about one of ${SUBJECTS.join(', ')}${together(subjects)}`];
  if (bounds.length !== 1) yield [`must have one of ${BOUNDS.join(', ')}${together(bounds)}`];
  const [subject] = subjects;
  for (const [key, about] of Object.entries(GOES_WITH))
    if (subjects.length === 1 && subject !== about && item[key] !== undefined)
      yield [`goes with "${about}"`, key];
  const [bound] = bounds;
  const value = bound && item[bound];
  if (!bound || bounds.length > 1 || typeof value !== 'number' || !Number.isFinite(value)) return;
  const scale = typeof item['metric'] === 'string' ? findMetric(item['metric'])?.scale : undefined;
  const isCounted = subject === 'cause' || subject === 'rows' || scale === 'binary';
  const isShare = isCounted || scale === 'share';
  const isOfCalls = subject === 'calls' || subject === 'latency';
  if (bound === 'noWorseBy') {
    if (isShare && value >= 1) yield ['must be below 1, or it could never fail', bound];
    if (item['pass^k'] !== undefined) yield ['goes with means; pass^k takes "min"', bound];
    if (isOfCalls && item[subject] !== 'mean')
      yield [`goes with means; write "${subject}": "mean", or "max" for a percentile`, bound];
  } else if (subject && asksForWorse(subject, item['metric'], bound))
    yield [`is passed by the worst run; write "${bound === 'min' ? 'max' : 'min'}"`, bound];
  else if (isShare && (value < 0 || value > 1)) yield ['must be from 0 to 1', bound];
  else if (isShare && !isRowsSeen(item['rows']) && value === (bound === 'min' ? 0 : 1))
    yield [`of ${value} could never fail`, bound];
  // a share that is counted can be all or none of the rows seen, and yet not of all there could be
  else if (
    isCounted &&
    !isRowsSeen(item['rows']) &&
    item['pass^k'] === undefined &&
    value === (bound === 'min' ? 1 : 0)
  )
    yield [
      `of ${value} is shown by no number of rows; leave some room, such as ${value === 0 ? '0.01' : '0.99'}`,
      bound,
    ];
  else if (isOfCalls && value < 0) yield ['must be 0 or more', bound];
}

/** Whether a bound is met by the bad end of its subject; unknown for metrics that are not ours. */
function asksForWorse(
  subject: (typeof SUBJECTS)[number],
  metric: JsonValue | undefined,
  bound: 'min' | 'max',
): boolean {
  const known = METRICS.find(({ id }) => id === metric)?.better;
  const better = subject === 'metric' ? known : subject === 'calls' ? 'none' : 'lower';
  return better === (bound === 'min' ? 'lower' : 'higher');
}

/** Whether rows of a kind are counted as they are, and not as a sample of more. */
export function isRowsSeen(rows: unknown): boolean {
  return rows === 'unscored' || rows === 'uncompared';
}

function together(keys: readonly string[]): string {
  return keys.length === 0 ? '' : `, not ${keys.join(' and ')} together`;
}

/** Writes a config as JSON that `readGateConfig` reads back, one condition a line. */
export function printGateConfig(config: GateConfig): string {
  const { rules, confidence, adjust, fewestRows, conditions } = config;
  const lines = conditions.map((one) => `    ${printCondition(one)}`);
  return [
    '{',
    '  "version": 1,',
    `  "rules": "${rules}",`,
    `  "confidence": ${confidence},`,
    `  "adjust": "${adjust}",`,
    ...(fewestRows === FEWEST_ROWS ? [] : [`  "fewestRows": ${fewestRows},`]),
    '  "conditions": [',
    lines.join(',\n'),
    '  ]',
    '}',
    '',
  ].join('\n');
}

function printCondition(one: Condition): string {
  const entries = Object.keys(CONDITION).flatMap((key) => {
    const value = (one as unknown as JsonObject)[key];
    if (value === undefined) return [];
    const text = isJsonObject(value) ? printEntries(Object.entries(value)) : JSON.stringify(value);
    return [`${JSON.stringify(key)}: ${text}`];
  });
  return `{ ${entries.join(', ')} }`;
}

function printEntries(entries: readonly (readonly [string, JsonValue])[]): string {
  return `{ ${entries.map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`).join(', ')} }`;
}

/** A problem of a config. */
export interface ConfigProblem {
  /** The place: `conditions[1].min`; empty for the file as a whole. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly reason: string;
}

/** A config, or all its problems. */
export type ConfigReading =
  | { readonly ok: true; readonly config: GateConfig }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] };

/** Reads a gate’s config from JSON; each problem has its place and says what to do. */
export function readGateConfig(text: string): ConfigReading {
  if (text.trim() === '') return fault(1, 'is empty; `gate --init` writes a config from a run');
  const reading = readJson(text);
  if (!reading.ok) {
    const { line } = placeAt(text, reading.column - 1);
    return fault(line, `is not JSON: ${reading.reason}`);
  }
  const twice = keyUsedTwice(text);
  if (twice !== undefined) return fault(placeAt(text, twice).line, 'has a key twice');
  const { success, output, issues } = v.safeParse(GateFile, reading.value);
  if (!success) return { ok: false, problems: distinct(issues.map((one) => problemOf(one, text))) };
  const { $schema: _, ...config } = output;
  return { ok: true, config };
}

function fault(line: number, reason: string): ConfigReading {
  return { ok: false, problems: [{ path: '', line, reason }] };
}

/** Finds a key that is used twice: JSON would silently drop the first threshold. */
function keyUsedTwice(text: string): number | undefined {
  const literal = readLiteral(text, 'json');
  const twice = literal.ok && literal.tolerances.find(({ kind }) => kind === 'duplicate_keys');
  return twice ? twice.at : undefined;
}

function problemOf({ path, message }: v.BaseIssue<unknown>, text: string): ConfigProblem {
  const keys = path?.map(({ key }) => key as string | number) ?? [];
  const { line } = placeAt(text, placeInJson(text, keys));
  return { path: printPath(keys), line, reason: message };
}

/** Names a value once that breaks two limits. */
function distinct(problems: readonly ConfigProblem[]): readonly ConfigProblem[] {
  return [...new Map(problems.map((one) => [`${one.path} ${one.reason}`, one])).values()];
}
