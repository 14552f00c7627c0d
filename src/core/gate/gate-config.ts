import type { Preset } from '#core/score/metric/settings.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import type { DifferenceKind } from '#core/match/signature.ts';

/** What of calls or seconds is bounded: their mean or a percentile. */
export type Statistic = 'mean' | `p${number}`;

/** Rows that are counted: those that record a failure, or lack a score in a trajectory metric. */
export const ROW_KINDS = ['failed', 'unscored'] as const;

type RowKind = (typeof ROW_KINDS)[number];

/** What a condition is about: one of these. */
export type Subject =
  /** The mean of a score column; with `pass^k` the chance that all of k trials of a task pass. */
  | { readonly metric: string; readonly 'pass^k'?: number }
  /** The share of compared rows with a kind of mistake, maybe in the calls of one tool. */
  | { readonly cause: DifferenceKind; readonly tool?: string }
  /** The share of all rows of a kind. */
  | { readonly rows: RowKind }
  | { readonly calls: Statistic }
  | { readonly latency: Statistic };

type Bound =
  | { readonly min: number }
  | { readonly max: number }
  /** The mean difference to the baseline, towards the worse end. */
  | { readonly noWorseBy: number };

/** Rows with a value in a column of the dataset; without one, each value is judged by itself. */
export interface Group {
  readonly column: string;
  readonly value?: string;
}

/** A condition of a gate. */
export type Condition = Subject & Bound & { readonly group?: Group };

/** What a run has to meet, as a file holds it. */
export interface GateConfig {
  readonly version: 1;
  /**
   * The rules that rows are scored by where nothing else is said; a config written before it had
   * them is for those of the Vertex AI service.
   */
  readonly rules: Preset;
  /** Of every interval, in [0.5, 0.999]. */
  readonly confidence: number;
  /** How failures are adjusted for several conditions. */
  readonly adjust: 'holm' | 'none';
  /** With fewer rows, pairs or tasks than this no condition is decided. */
  readonly fewestRows: number;
  readonly conditions: readonly Condition[];
}

/** What is wrong with a config. */
export interface ConfigProblem {
  /** Where: `conditions[1].min`; empty for the file as a whole. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly reason: string;
}

/** A config that was read, or everything that is wrong with it. */
export type ConfigReading =
  | { readonly ok: true; readonly config: GateConfig }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] };

/** Below so few rows an interval promises more than there is. */
export const FEWEST_ROWS = 6;

/** The keys that say what a condition is about. */
export const SUBJECTS = ['metric', 'cause', 'rows', 'calls', 'latency'] as const;
/** The keys that say how far it may go. */
export const BOUNDS = ['min', 'max', 'noWorseBy'] as const;
/** All keys of a condition. */
export const CONDITION_KEYS = [...SUBJECTS, 'pass^k', 'tool', 'group', ...BOUNDS];

/** Writes a config as JSON that `readGateConfig` reads back, one condition a line. */
export function printGateConfig(config: GateConfig): string {
  const { rules, confidence, adjust, fewestRows, conditions } = config;
  const lines = conditions.map((condition) => `    ${printCondition(condition)}`);
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

function printCondition(condition: Condition): string {
  const entries = CONDITION_KEYS.flatMap((key) => {
    const value = (condition as unknown as JsonObject)[key];
    if (value === undefined) return [];
    const text = isJsonObject(value) ? printEntries(Object.entries(value)) : JSON.stringify(value);
    return [`${JSON.stringify(key)}: ${text}`];
  });
  return `{ ${entries.join(', ')} }`;
}

function printEntries(entries: readonly (readonly [string, JsonValue])[]): string {
  return `{ ${entries.map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`).join(', ')} }`;
}
