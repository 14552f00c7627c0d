import { tryJson } from '#core/base/json/parse-json.ts';
import type { ReadResult } from '#core/base/literals/read-json.ts';

/** Parses strict JSON; nobody asks a warehouse where a text breaks. */
export function readJson(text: string): ReadResult {
  return tryJson(text) ?? { ok: false, column: 1, reason: '' };
}
