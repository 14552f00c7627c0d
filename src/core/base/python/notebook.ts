import { isJsonList, isJsonObject, ownValue, type JsonValue } from '#core/base/json/json-value.ts';

/**
 * Whether a value is a Jupyter notebook.
 * @see https://nbformat.readthedocs.io/en/latest/format_description.html
 */
export function isNotebook(value: JsonValue | undefined): boolean {
  if (!isJsonObject(value)) return false;
  const cells = ownValue(value, 'cells');
  const [first] = isJsonList(cells) ? cells : [];
  return isJsonObject(first) && Object.hasOwn(first, 'cell_type');
}

/**
 * Extracts the program of a notebook.
 * @returns the text of its code cells, each ending with a line end; lines of magics are left empty
 */
export function notebookProgram(value: JsonValue): string {
  const cells = isJsonObject(value) ? ownValue(value, 'cells') : undefined;
  if (!isJsonList(cells)) return '';
  return cells
    .filter((cell) => isJsonObject(cell) && ownValue(cell, 'cell_type') === 'code')
    .map((cell) => sourceOf(isJsonObject(cell) ? ownValue(cell, 'source') : undefined))
    .map((source) => `${source.replace(/^[ \t]*[%!].*$/gm, '')}\n`)
    .join('');
}

function sourceOf(source: JsonValue | undefined): string {
  if (typeof source === 'string') return source;
  if (!isJsonList(source)) return '';
  return source.filter((line) => typeof line === 'string').join('');
}
