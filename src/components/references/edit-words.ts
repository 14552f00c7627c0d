import { parseSignature } from '#core/alignment/signature.ts';
import type { ReferenceEdit } from '#core/reference-edits/reference-edit.ts';
import { signatureInWords } from '#core/summary/headline.ts';

/** An edit in words: what was done to which tool's calls. */
export interface EditInWords {
  readonly tool: string;
  readonly words: string;
}

const CALL_WORDS = {
  changed: 'taken as it was made',
  missing: 'taken out',
  extra: 'added',
  moved: 'moved to where it was made',
} as const;

/** Says what an edit did. */
export function editInWords(edit: ReferenceEdit): EditInWords {
  switch (edit.kind) {
    case 'call':
      return { tool: edit.tool, words: CALL_WORDS[edit.was] };
    case 'argument':
      return { tool: edit.tool, words: `argument ${edit.path === '' ? 'as a whole' : edit.path}` };
    case 'row':
      return { tool: '', words: 'all calls as they were made' };
    case 'signature': {
      const signature = parseSignature(edit.signature);
      const words = [signature.path, signatureInWords(signature)].filter((text) => text !== '');
      return { tool: signature.tool, words: words.join(' ') };
    }
  }
}

/** Says which rows an edit concerns, counted from 1. */
export function rowsInWords(edit: ReferenceEdit): string {
  if (edit.kind !== 'signature') return `row ${String(edit.row + 1)}`;
  const [first = 0] = edit.rows;
  const count = edit.rows.length;
  return count === 1 ? `row ${String(first + 1)}` : `${count.toLocaleString('en')} rows`;
}
