import type { AcceptedForm } from './accepted-form.ts';

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
  /** That a call may come where it was made, too; without one, that all calls may come in any order. */
  | { readonly kind: 'order'; readonly row: number; readonly slot: number | null };

/** More than the values expected of a tool's argument, in many rows. */
interface AcceptedValues {
  readonly kind: 'values';
  readonly rows: Uint32Array;
  readonly tool: string;
  /** JSON Pointer, with `*` for places of lists. */
  readonly path: string;
  readonly form: AcceptedForm;
  /** Only where it differs in just this way; absent: wherever the argument is expected. */
  readonly signature?: string;
}

/** A reference written as a whole. No longer made, but kept with runs stored earlier. */
interface WrittenReference {
  readonly kind: 'written';
  readonly rows: Uint32Array;
  /** A list of steps as JSON. */
  readonly text: string;
  /** From how many runs it was made. */
  readonly runs: number;
}

/**
 * Names a call of a reference by where it came from, so that it is found again whichever edits
 * before it are undone: its first place (`3`), or the edit and the predicted call it was taken
 * from (`7:2`).
 */
export type CallKey = string;

/** An edit of references. It holds no values: what is accepted is in the row's prediction. */
export type ReferenceEdit = { readonly id: number } & (
  | {
      readonly kind: 'call';
      readonly row: number;
      /** Which of several acceptable references, from 1. */
      readonly place: number;
      /** The call that is taken out or changed; null when one is only added. */
      readonly key: CallKey | null;
      /** Place of the predicted call that is taken; null when one is only taken out. */
      readonly prediction: number | null;
      /** What it was before, and its tool: for the list of edits. */
      readonly was: 'changed' | 'missing' | 'extra' | 'moved';
      readonly tool: string;
    }
  | {
      readonly kind: 'argument';
      readonly row: number;
      readonly place: number;
      readonly key: CallKey;
      readonly prediction: number;
      readonly path: string;
      readonly tool: string;
    }
  | { readonly kind: 'row'; readonly row: number }
  | { readonly kind: 'signature'; readonly signature: string; readonly rows: Uint32Array }
  | {
      readonly kind: 'value';
      readonly row: number;
      readonly place: number;
      readonly key: CallKey;
      readonly path: string;
      readonly tool: string;
      readonly form: AcceptedForm;
    }
  | AcceptedValues
  | {
      readonly kind: 'order';
      readonly row: number;
      readonly place: number;
      /** The call that may come elsewhere; null for all calls. */
      readonly key: CallKey | null;
      readonly tool: string;
    }
  | WrittenReference
);

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
