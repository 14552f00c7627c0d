import {
  isJsonList,
  isJsonObject,
  ownValue,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { pickList } from '#core/base/json/pick.ts';

/** Whether a value is a Jupyter notebook, of nbformat 4. */
export function isNotebook(value: JsonValue | undefined): boolean {
  const [first] = cellsOf(value);
  return isJsonObject(first) && Object.hasOwn(first, 'cell_type');
}

/**
 * Extracts the program of a notebook.
 * @returns the text of its code cells, each with a line end; lines with magics are left empty
 */
export function notebookProgram(value: JsonValue): string {
  return codeCells(value)
    .map((cell) => joinLines(ownValue(cell, 'source')))
    .map((source) => `${source.replace(/^[ \t]*[%!].*$/gm, '')}\n`)
    .join('');
}

/** Extracts the printed outputs of a notebook, each with a line end. */
export function notebookOutputs(value: JsonValue): string {
  return codeCells(value)
    .flatMap((cell) => ownValue(cell, 'outputs') ?? [])
    .filter(isJsonObject)
    .map((output) => {
      const data = ownValue(output, 'data') ?? output;
      const plain = isJsonObject(data) ? ownValue(data, 'text/plain') : undefined;
      return `${joinLines(plain ?? ownValue(output, 'text'))}\n`;
    })
    .join('');
}

function codeCells(value: JsonValue): readonly JsonObject[] {
  return cellsOf(value)
    .filter(isJsonObject)
    .filter((cell) => ownValue(cell, 'cell_type') === 'code');
}

function cellsOf(value: JsonValue | undefined): readonly JsonValue[] {
  return pickList(value, 'cells') ?? [];
}

function joinLines(text: JsonValue | undefined): string {
  if (typeof text === 'string') return text;
  if (!isJsonList(text)) return '';
  return text.filter((line) => typeof line === 'string').join('');
}
