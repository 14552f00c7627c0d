import * as is from '#core/base/json/json-shape.ts';
import { isForm, type AcceptedForm } from './accepted-form.ts';

const isIntegers = is.instanceOf<Uint32Array>(Uint32Array);

/** What a person accepts as correct, as selected on the screen. */
export type Acceptance =
  | {
      readonly kind: 'call';
      readonly row: number;
      /** Index into the row's alignment, see row-detail.ts. */
      readonly slot: number;
    }
  | {
      readonly kind: 'argument';
      readonly row: number;
      readonly slot: number;
      /** JSON Pointer into the arguments. */
      readonly path: string;
    }
  | { readonly kind: 'row'; readonly row: number }
  /** What differs in just this way, in all rows that carry the signature. */
  | { readonly kind: 'signature'; readonly signature: string; readonly rows: Uint32Array }
  /** More than the value expected, for an argument of one call. */
  | {
      readonly kind: 'value';
      readonly row: number;
      readonly slot: number;
      readonly path: string;
      readonly form: AcceptedForm;
    }
  | AcceptedValues
  | WrittenCalls
  /** That a call may come where it was made, too; without one, that all calls may come in any order. */
  | { readonly kind: 'order'; readonly row: number; readonly slot: number | null };

const ACCEPTED_VALUES = {
  kind: is.oneOf(['values']),
  rows: isIntegers,
  tool: is.text,
  /** JSON Pointer, with `*` for places of lists. */
  path: is.text,
  form: isForm,
  /** Only where it differs in just this way; absent: wherever the argument is expected. */
  signature: is.optional(is.text),
};
const isAcceptedValues = is.record(ACCEPTED_VALUES);

/** More than the values expected of a tool's argument, in many rows. */
type AcceptedValues = is.Shape<typeof isAcceptedValues>;

const WRITTEN = {
  kind: is.oneOf(['written']),
  rows: isIntegers,
  /** A list of steps as JSON. */
  text: is.text,
  /** From how many runs it was made, as earlier versions did; 0 for what a person typed. */
  runs: is.count,
};
const isWritten = is.record(WRITTEN);

/** A reference written as a whole. */
type WrittenCalls = is.Shape<typeof isWritten>;

/**
 * Names a call of a reference by where it came from, so that it is found again whichever edits
 * before it are undone: its first place (`3`), or the edit and the predicted call it was taken
 * from (`7:2`).
 */
export type CallKey = string;

const OF_ROW = { id: is.count, row: is.count };
const OF_CALL = {
  ...OF_ROW,
  /** Which of several acceptable references, from 1. */
  place: is.count,
  tool: is.text,
};

/** Checks whether a stored value is an edit of references. */
export const isEdit = is.either(
  is.record({
    ...OF_CALL,
    kind: is.oneOf(['call']),
    /** The call that is taken out or changed; null when one is only added. */
    key: is.nullOr(is.text),
    /** Place of the predicted call that is taken; null when one is only taken out. */
    prediction: is.nullOr(is.count),
    /** What it was before: for the list of edits. */
    was: is.oneOf(['changed', 'missing', 'extra', 'moved']),
  }),
  is.record({
    ...OF_CALL,
    kind: is.oneOf(['argument']),
    key: is.text,
    prediction: is.count,
    path: is.text,
  }),
  is.record({ ...OF_ROW, kind: is.oneOf(['row']) }),
  is.record({ id: is.count, kind: is.oneOf(['signature']), signature: is.text, rows: isIntegers }),
  is.record({ ...OF_CALL, kind: is.oneOf(['value']), key: is.text, path: is.text, form: isForm }),
  is.record({ id: is.count, ...ACCEPTED_VALUES }),
  is.record({
    ...OF_CALL,
    kind: is.oneOf(['order']),
    /** The call that may come elsewhere; null for all calls. */
    key: is.nullOr(is.text),
  }),
  is.record({ id: is.count, ...WRITTEN }),
);

/** An edit of references. But for what was written it holds no values: what is accepted is in the row's prediction. */
export type ReferenceEdit = is.Shape<typeof isEdit>;

/** All edits of a run's references, with what it takes to undo them. */
export interface ReferenceEdits extends EditedReferences {
  /** Id of the run whose references they are; it may be gone. */
  readonly from: string;
}

/** Edits, and the rows they concern as these were. */
export interface EditedReferences {
  /** In the order they were made. */
  readonly edits: readonly ReferenceEdit[];
  /** Numbers of the rows that were edited, ascending. */
  readonly rows: Uint32Array;
  /** These rows as they were, one JSON text per line. */
  readonly before: Blob;
}

/** Lists the rows of an edit, ascending. */
export function rowsOfEdit(edit: ReferenceEdit | Acceptance): Uint32Array {
  return 'rows' in edit ? edit.rows : Uint32Array.of(edit.row);
}

/** Counts the rows whose reference was changed; 0 without edits. */
export function countEdited(edits: ReferenceEdits | undefined): number {
  return edits?.rows.length ?? 0;
}
