import { nameOfPath } from '#core/base/json/pointer.ts';
import { previewJson } from '#core/base/json/parse-json.ts';
import { parseSignature } from '#core/match/signature.ts';
import type { AcceptedForm } from '#core/explain/reference-edits/accepted-form.ts';
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
      return { tool: edit.tool, words: texts.argument(nameOfPath(edit.path)) };
    case 'row':
      return { tool: '', words: texts.allCalls };
    case 'signature': {
      const signature = parseSignature(edit.signature);
      const words = [nameOfPath(signature.path), signatureInWords(signature)].filter(
        (text) => text !== '',
      );
      return { tool: signature.tool, words: words.join(' ') };
    }
    case 'value':
    case 'values':
      return {
        tool: edit.tool,
        words: texts.accepted(nameOfPath(edit.path), describeForm(edit.form)),
      };
    case 'order':
      return { tool: edit.tool, words: edit.key === null ? texts.anyOrder : texts.anyPlace };
    case 'written':
      return { tool: '', words: texts.written(edit.runs) };
  }
}

/** Says what is accepted, e.g. `one of: "broken"`. */
function describeForm(form: AcceptedForm): string {
  switch (form.kind) {
    case 'one-of':
      return texts.forms.oneOf(previewJson(form.value, VALUE_LIMIT));
    case 'anything':
      return texts.forms.anything;
    case 'range':
      return texts.forms.range(form.number);
    case 'regex':
      return texts.forms.regex(form.source);
    case 'absent':
      return texts.forms.absent;
  }
}

const VALUE_LIMIT = 80;

/** Says which rows an edit concerns, counted from 1. */
export function describeEditedRows(edit: ReferenceEdit): string {
  if (!('rows' in edit)) return texts.row(edit.row);
  const [first = 0] = edit.rows;
  const count = edit.rows.length;
  return count === 1 ? texts.row(first) : texts.rows(count);
}
