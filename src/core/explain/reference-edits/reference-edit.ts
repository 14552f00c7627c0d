import * as v from 'valibot';
import { count, integers, type Shape } from '#core/base/json/json-shape.ts';
import { AcceptedForm } from './accepted-form.ts';

/** What the user accepts as correct, by its selection on the screen. */
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
  /** A difference, in all rows with its signature. */
  | { readonly kind: 'signature'; readonly signature: string; readonly rows: Uint32Array }
  /** Further values of an argument of one call. */
  | {
      readonly kind: 'value';
      readonly row: number;
      readonly slot: number;
      readonly path: string;
      readonly form: AcceptedForm;
    }
  | AcceptedValues
  | WrittenCalls
  /** A call may also come where it was made; without one, all calls may come in any order. */
  | { readonly kind: 'order'; readonly row: number; readonly slot: number | null };

const AcceptedValues = v.object({
  kind: v.literal('values'),
  rows: integers,
  tool: v.string(),
  /** JSON Pointer, with `*` for places of lists. */
  path: v.string(),
  form: AcceptedForm,
  /** Only where it differs in this way; absent: wherever the argument is expected. */
  signature: v.optional(v.string()),
});

/** Further accepted values of a tool's argument, in many rows. */
type AcceptedValues = Shape<typeof AcceptedValues>;

const WrittenCalls = v.object({
  kind: v.literal('written'),
  rows: integers,
  /** A list of steps as JSON. */
  text: v.string(),
  /** The number of runs it was learned from, in earlier versions; 0 for a typed reference. */
  runs: count,
});

/** A reference replaced as a whole. */
type WrittenCalls = Shape<typeof WrittenCalls>;

/**
 * Identifies a call of a reference by its origin, so that it is found whichever earlier edits are
 * undone: its original place (`3`), or the edit and the predicted call it came from (`7:2`).
 */
export type CallKey = string;

const OF_ROW = { id: count, row: count };
const OF_CALL = {
  ...OF_ROW,
  /** Which of several acceptable references, from 1. */
  place: count,
  tool: v.string(),
};

/** The schema of an edit of references. */
export const ReferenceEdit = v.variant('kind', [
  v.object({
    ...OF_CALL,
    kind: v.literal('call'),
    /** The call that is removed or changed; null where one is only added. */
    key: v.nullable(v.string()),
    /** The place of the predicted call to insert; null to only remove one. */
    prediction: v.nullable(count),
    /** Its state before the edit, for the list of edits. */
    was: v.picklist(['changed', 'missing', 'extra', 'moved']),
  }),
  v.object({
    ...OF_CALL,
    kind: v.literal('argument'),
    key: v.string(),
    prediction: count,
    path: v.string(),
  }),
  v.object({ ...OF_ROW, kind: v.literal('row') }),
  v.object({ id: count, kind: v.literal('signature'), signature: v.string(), rows: integers }),
  v.object({
    ...OF_CALL,
    kind: v.literal('value'),
    key: v.string(),
    path: v.string(),
    form: AcceptedForm,
  }),
  v.object({ id: count, ...AcceptedValues.entries }),
  v.object({
    ...OF_CALL,
    kind: v.literal('order'),
    /** The call that may come elsewhere; null for all calls. */
    key: v.nullable(v.string()),
  }),
  v.object({ id: count, ...WrittenCalls.entries }),
]);

/**
 * An edit of references. Except for written references it holds no values: these are in the row's
 * prediction.
 */
export type ReferenceEdit = Shape<typeof ReferenceEdit>;

/** All edits of a run's references, with what undoing them needs. */
export interface ReferenceEdits extends EditedReferences {
  /** The id of the run whose references these are; it may be deleted. */
  readonly from: string;
}

/** Edits, and the rows they change as they were before. */
export interface EditedReferences {
  /** In the order they were made. */
  readonly edits: readonly ReferenceEdit[];
  /** The numbers of the edited rows, ascending. */
  readonly rows: Uint32Array;
  /** These rows before the edits, one JSON text per line. */
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
