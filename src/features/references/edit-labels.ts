import { parseSignature } from '#core/match/signature.ts';
import type { ReferenceEdit } from '#core/explain/reference-edits/reference-edit.ts';
import { countOf } from '#ui/format-number.ts';
import { signatureInWords } from '#core/explain/summary/headline.ts';

/** An edit in words: what was done to which tool's calls. */
export interface EditDescription {
  readonly tool: string;
  readonly words: string;
}

const CALL_LABELS = {
  changed: 'used as called',
  missing: 'removed from expected',
  extra: 'added',
  moved: 'moved to where it was called',
} as const;

/** Says what an edit did. */
export function describeEdit(edit: ReferenceEdit): EditDescription {
  switch (edit.kind) {
    case 'call':
      return { tool: edit.tool, words: CALL_LABELS[edit.was] };
    case 'argument':
      return { tool: edit.tool, words: `argument ${edit.path === '' ? '(all)' : edit.path}` };
    case 'row':
      return { tool: '', words: 'all calls used as expected' };
    case 'signature': {
      const signature = parseSignature(edit.signature);
      const words = [signature.path, signatureInWords(signature)].filter((text) => text !== '');
      return { tool: signature.tool, words: words.join(' ') };
    }
  }
}

/** Says which rows an edit concerns, counted from 1. */
export function describeEditedRows(edit: ReferenceEdit): string {
  if (edit.kind !== 'signature') return `row ${String(edit.row + 1)}`;
  const [first = 0] = edit.rows;
  const count = edit.rows.length;
  return count === 1 ? `row ${String(first + 1)}` : countOf(count, 'row');
}
