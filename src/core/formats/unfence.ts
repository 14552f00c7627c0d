import { takeFenced, type FencedText } from '#core/containers/fence.ts';
import { isTableOfRuns } from './csv/csv.ts';
import type { FileHead } from './format.ts';
import { headOf } from './head.ts';
import { recogniseFormat } from './registry.ts';

const VALUE_START = /^\s*["[{(]/;

/**
 * Tells whether a text may hold its data in Markdown code blocks, with words around them. In a
 * value, and in the cells of a table, code blocks are part of the data.
 * @param head the beginning of the text
 * @returns whether its code blocks are worth a look
 */
export function mayBeFenced(head: FileHead): boolean {
  const hasFence = /^[ \t]*(?:`{3}|~{3})/m.test(head.text);
  return hasFence && !VALUE_START.test(head.text) && !isTableOfRuns(head);
}

/**
 * Takes the data out of the Markdown code blocks of a paste.
 * @param text the whole text
 * @returns the blocks of some format that is read here; undefined where there is none
 */
export function unfence(text: string): FencedText | undefined {
  return takeFenced(text, isData);
}

function isData(block: string): boolean {
  return recogniseFormat(headOf(block)) !== undefined;
}
