import type { TimeUnit, CellConversion, SplitCalls } from '#core/read/choices/reading-choices.ts';
import {
  isBlank,
  isNoValueWord,
  ownValue,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { previewJson } from '#core/base/json/parse-json.ts';
import { joinCalls } from '#core/read/cells/group-calls.ts';

/** Names of columns with free text: a word in them counts as a failure only where it says so. */
export const STATUS_NAMES: readonly string[] = ['status', 'level'];
const INVERTED = new Set(['success', 'successful', 'passed', ...STATUS_NAMES]);

/**
 * The unit of a column of times, by its name, and by its numbers where the name is silent.
 * @param name the column, as `simplifyName` writes it
 * @returns the unit; `unsure` for whole numbers above 100 under a silent name
 */
export function unitOf(name: string, cells: readonly JsonValue[]): TimeUnit {
  if (/_(ms|millis|milliseconds)$/.test(name)) return 'milliseconds';
  if (/_(s|sec|secs|seconds)$|^seconds$/.test(name)) return 'seconds';
  const numbers = cells.map((cell) => (typeof cell === 'object' ? NaN : Number(cell)));
  const isWhole =
    numbers.length > 0 && numbers.every((time) => Number.isInteger(time) && time > 100);
  return isWhole ? 'unsure' : 'seconds';
}

/**
 * Whether a column says that a run succeeded.
 * @param name the column, as `simplifyName` writes it
 */
export function isInvertedName(name: string): boolean {
  return INVERTED.has(name);
}

/** Arguments that are not as many as the tools they are beside. */
export interface UnevenArguments extends SplitCalls {
  /** How many tools are named, and how many arguments there are. */
  readonly names: number;
  readonly found: number;
}

/**
 * Writes the latency, the failure and the calls of a row under the service's names and in its
 * units.
 * @param onUneven called where tool names stay without the arguments beside them
 * @returns the same row when nothing is to be converted; otherwise a copy, its columns kept
 */
export function convertRow(
  row: JsonObject,
  conversions: readonly CellConversion[],
  onUneven?: (uneven: UnevenArguments) => void,
): JsonObject {
  const converted: Record<string, JsonValue> = {};
  for (const conversion of conversions) {
    const { role, column } = conversion;
    const cell = ownValue(row, column);
    if (isBlank(cell)) continue;
    if (conversion.role === 'failure') converted[role] = toFailure(cell, conversion.isInverted);
    else if (conversion.role === 'latency_in_seconds')
      converted[role] = toSeconds(cell, conversion.unit);
    else {
      const joined = joinCalls(cell, ownValue(row, conversion.argumentsColumn));
      converted[role] = joined.state === 'calls' ? joined.cell : cell;
      if (joined.state === 'uneven') onUneven?.({ ...conversion, ...joined });
    }
  }
  return Object.keys(converted).length === 0 ? row : { ...row, ...converted };
}

/**
 * Times that are no numbers stay as they are, so that they are reported where rows are read: with their
 * unit, so that nobody takes them for seconds.
 */
function toSeconds(cell: JsonValue, unit: TimeUnit): JsonValue {
  const time = typeof cell === 'object' || typeof cell === 'boolean' ? NaN : Number(cell);
  const isInMilliseconds = unit === 'milliseconds';
  if (Number.isFinite(time)) return isInMilliseconds ? time / 1000 : time;
  return isInMilliseconds && typeof cell === 'string' && /\d\s*$/.test(cell) ? `${cell} ms` : cell;
}

const YES =
  /^(true|yes|1|ok|success|succeeded|passed|completed|unset|default|info|debug|warn|warning)$/i;
const NO = /^(false|no|0|\[\s*\]|\{\s*\})$/i;
const FAILED =
  /^(fail|failed|failure|error|errored|exception|fatal|critical|crashed|aborted|timeout|timed[ _-]?out)$/i;

/**
 * Whether a run failed. Columns for errors hold the error itself: any text is one but a plain yes or
 * no, and words for nothing.
 * @returns 1 or 0; the cell where it does not say whether a run succeeded
 */
export function toFailure(cell: JsonValue, isInverted: boolean): JsonValue {
  const text = (typeof cell === 'object' ? previewJson(cell, 10) : String(cell)).trim();
  if (isInverted) {
    if (YES.test(text)) return 0;
    return NO.test(text) || FAILED.test(text) ? 1 : cell;
  }
  if (/^(true|yes|1)$/i.test(text)) return 1;
  return NO.test(text) || YES.test(text) || isNoValueWord(text) ? 0 : 1;
}
