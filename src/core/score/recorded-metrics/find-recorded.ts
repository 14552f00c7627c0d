import {
  isBlank,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { toNumber } from '#core/read/dataset/row-cells.ts';
import { snakeCase } from '#core/read/names/column-names.ts';
import type { CustomScale, RecordedScore } from '#core/score/metric/settings.ts';
import { recordedName } from './recorded-metric.ts';

/** A possible metric, and the number of rows that have it. */
export interface FoundScore {
  readonly score: RecordedScore;
  readonly filled: number;
}

const MAX_OFFERED = 30;
/** How deep the keys of a cell are searched. */
const DEPTH = 2;
/** A cell with more keys is no set of scores. */
const MAX_KEYS = 50;

/** The last words of names of scores. */
const ENDINGS = new Set(
  (
    'reward rewards success successful succeeded pass passed score scores correct accuracy ' +
    'resolved solved valid grade graded completed'
  ).split(' '),
);

/** Whether a name in any notation is that of a score: `reward`, `is_correct`, `taskScore`. */
export function namesScore(name: string): boolean {
  return ENDINGS.has(snakeCase(name).split('_').at(-1) ?? '');
}

interface Seen {
  readonly column: string;
  readonly path: readonly string[];
  filled: number;
  low: number;
  high: number;
  areFlags: boolean;
  isScore: boolean;
}

/** Finds scores recorded in rows: numbers and truth values under recognised names. */
export class RecordedScoreFinder {
  readonly #seen = new Map<string, Seen>();

  add(record: JsonObject): void {
    for (const [column, cell] of Object.entries(record)) this.#look(column, [], cell, false);
  }

  finish(): FoundScore[] {
    return [...this.#seen.values()]
      .filter(({ isScore, filled }) => isScore && filled > 0)
      .slice(0, MAX_OFFERED)
      .map(({ column, path, filled, ...rest }) => ({
        score: { column, ...(path.length > 0 ? { path } : {}), scale: scaleOf(rest) },
        filled,
      }));
  }

  /** Examines a value; `isNamed` where an enclosing key has a score’s name. */
  #look(column: string, path: readonly string[], value: JsonValue, isNamed: boolean): void {
    if (isBlank(value)) return;
    const isScore = isNamed || namesScore(path.at(-1) ?? column);
    if (isJsonObject(value)) {
      const entries = Object.entries(value);
      if (path.length >= DEPTH || entries.length > MAX_KEYS) return;
      for (const [key, item] of entries) this.#look(column, [...path, key], item, isScore);
      return;
    }
    if (!isScore) return;
    const name = recordedName({ column, path });
    const number = toNumber(value);
    let one = this.#seen.get(name);
    if (!one) {
      if (this.#seen.size >= MAX_NAMES) return;
      const start = { filled: 0, low: Infinity, high: -Infinity, areFlags: true, isScore: true };
      one = { column, path, ...start };
      this.#seen.set(name, one);
    }
    // a column may have dots in its name; of two scores with one name the first wins
    if (one.column !== column) return;
    one.filled++;
    if (!Number.isFinite(number)) {
      one.isScore = false;
      return;
    }
    one.low = Math.min(one.low, number);
    one.high = Math.max(one.high, number);
    if (number !== 0 && number !== 1) one.areFlags = false;
  }
}

/** A hostile file must not fill the memory with names. */
const MAX_NAMES = 1000;

function scaleOf({ areFlags, low, high }: Pick<Seen, 'areFlags' | 'low' | 'high'>): CustomScale {
  if (areFlags) return 'binary';
  return low >= 0 && high <= 1 ? 'share' : 'number';
}
