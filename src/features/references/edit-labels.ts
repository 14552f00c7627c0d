import { parseSignature } from '#core/match/signature.ts';
import type { ReferenceEdit } from '#core/explain/reference-edits/reference-edit.ts';
import { signatureInWords } from '#core/explain/summary/headline.ts';
import { editLabels as texts } from './texts.ts';

/** An edit in words: what was done to which tool's calls. */
export interface EditDescription {
  readonly tool: string;
  readonly words: string;
}

/** Says what an edit did. */
export function describeEdit(edit: ReferenceEdit): EditDescription {
  switch (edit.kind) {
    case 'call':
      return { tool: edit.tool, words: texts.calls[edit.was] };
    case 'argument':
      return { tool: edit.tool, words: texts.argument(edit.path) };
    case 'row':
      return { tool: '', words: texts.allCalls };
    case 'signature': {
      const signature = parseSignature(edit.signature);
      const words = [signature.path, signatureInWords(signature)].filter((text) => text !== '');
      return { tool: signature.tool, words: words.join(' ') };
    }
  }
}

/** Says which rows an edit concerns, counted from 1. */
export function describeEditedRows(edit: ReferenceEdit): string {
  if (edit.kind !== 'signature') return texts.row(edit.row);
  const [first = 0] = edit.rows;
  const count = edit.rows.length;
  return count === 1 ? texts.row(first) : texts.rows(count);
}
