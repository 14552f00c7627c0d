import { mayBeFenced, unfence } from '#core/formats/unfence.ts';
import type { FileHead } from '#core/formats/format.ts';
import type { DatasetIssue } from '#core/issues/issue.ts';

/** What stands in the code blocks of a file. */
export interface Unfenced {
  readonly blob: Blob;
  readonly text: string;
  readonly note: DatasetIssue;
}

/** Nobody pastes more with words around it. */
const LIMIT_BYTES = 50_000_000;

/**
 * Takes the data of a file out of Markdown code blocks. Lines keep their numbers.
 * @param file UTF-8 text
 * @param head its beginning
 * @returns the data; undefined where the file holds none in code blocks
 */
export async function unfenceFile(file: Blob, head: FileHead): Promise<Unfenced | undefined> {
  if (file.size > LIMIT_BYTES || !mayBeFenced(head)) return undefined;
  const fenced = unfence(head.isWhole ? head.text : await file.text());
  if (!fenced) return undefined;
  const { text, line: fromLine, ignoredLines } = fenced;
  const facts = { fromLine, ignoredLines };
  return {
    blob: new Blob([text]),
    text,
    note: { code: 'file_converted', from: 'fence', facts },
  };
}
