import { tryJson } from '#core/base/json/parse-json.ts';
import type { LenientResult } from '#core/base/literals/read-lenient.ts';
import { NotStrict } from './not-strict.ts';

/**
 * Parses strict JSON.
 * @throws NotStrict for any other text, which may be a literal of another language
 */
export function readLenient(text: string): LenientResult {
  const strict = tryJson(text);
  if (!strict) throw new NotStrict();
  return { ...strict, leniencies: [] };
}

/** Parses like {@link readLenient}: what strict parsing passes over changes no value. */
export const readNoting = readLenient;
