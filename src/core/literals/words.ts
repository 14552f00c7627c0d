import type { JsonValue } from '#core/json/json-value.ts';
import type { LeniencyKind } from './leniency.ts';

interface WordValue {
  readonly value: JsonValue;
  /** What JSON would not allow about it; undefined for JSON's own words. */
  readonly leniency: LeniencyKind | undefined;
}

const word = (value: JsonValue, leniency?: LeniencyKind): WordValue => ({ value, leniency });

/** Bare words that stand for a value. */
export const WORDS: ReadonlyMap<string, WordValue> = new Map([
  ['true', word(true)],
  ['false', word(false)],
  ['null', word(null)],
  ['True', word(true, 'python_words')],
  ['False', word(false, 'python_words')],
  ['undefined', word(null, 'undefined_words')],
  ['None', word(null, 'python_words')],
  ['NaT', word(null, 'python_words')],
  ['NA', word(null, 'python_words')],
  ['nan', word(Number.NaN, 'non_finite')],
  ['NaN', word(Number.NaN, 'non_finite')],
  ['inf', word(Infinity, 'non_finite')],
  ['Infinity', word(Infinity, 'non_finite')],
  ['True_', word(true, 'python_objects')],
  ['False_', word(false, 'python_objects')],
]);

// np.nan, numpy.inf, pd.NaT, math.inf
const MODULE = /^(?:np|numpy|pd|pandas|math)\.(?=[A-Za-z_]+$)/;

/**
 * Finds the value of a bare word.
 * @param name the word, with dots if it has any
 * @returns its value, or undefined when it is only a name
 */
export function valueOfWord(name: string): WordValue | undefined {
  return WORDS.get(name) ?? WORDS.get(name.replace(MODULE, ''));
}
