import { isBlank, type JsonValue } from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import type { RowTexts } from '#core/calls/row-texts.ts';
import { readDeclarationsCell, type Declarations } from './read-declarations.ts';

/** Most runs declare one set of tools, some a few. */
const KEPT = 50;
const READ = new Map<string, Declarations>();

/**
 * Finds the tools that are declared for a row: its own, else those pasted for the run.
 * @param pasted their text; undefined where none was pasted
 * @returns undefined where nothing is declared; what cannot be read has no tools
 */
export function declarationsFor(
  texts: RowTexts,
  pasted: string | undefined,
): Declarations | undefined {
  const own = texts.declarations;
  if (own !== undefined && !isBlank(own)) return remembered(own);
  return pasted === undefined || pasted.trim() === '' ? undefined : remembered(pasted);
}

function remembered(value: JsonValue): Declarations {
  // the text of the value: the same declarations stand in row after row
  const key = typeof value === 'string' ? value : printJson(value);
  const known = READ.get(key);
  if (known) return known;
  const read = readDeclarationsCell(value);
  READ.set(key, read);
  for (const oldest of READ.keys()) {
    if (READ.size <= KEPT) break;
    READ.delete(oldest);
  }
  return read;
}
