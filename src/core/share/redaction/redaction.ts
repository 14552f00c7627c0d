import type { FoundKind } from './kinds.ts';

/** What becomes of a chosen column: each value gets a placeholder, or the column goes. */
export type ColumnTreatment = 'replace' | 'remove';

/** What is to be taken out of what is shared. */
export interface RedactionChoices {
  readonly kinds: readonly FoundKind[];
  /** Words, found in any case and inside of words; `/…/` or `/…/i` is a regular expression. */
  readonly words: readonly string[];
  readonly columns: readonly { readonly name: string; readonly treatment: ColumnTreatment }[];
  /** Keys of found values that stay as they are, see {@link FoundValue}. */
  readonly kept: readonly string[];
}

/** A value that was found, and what stands in its place. */
export interface FoundValue {
  /** Names it in {@link RedactionChoices.kept}. */
  readonly key: string;
  /** The value; of a number or a list, as JSON. */
  readonly value: string;
  /** Word of the placeholder: a kind, `word`, or a column’s name. */
  readonly label: string;
  /** E.g. `[email 3]`. */
  readonly placeholder: string;
  readonly isKept: boolean;
  /** In how many places it is. */
  readonly places: number;
  /** The first of them: a row from 1, and the column; both absent where it is not in a row. */
  readonly row?: number;
  readonly column?: string;
}

/** What was taken out, as a redacted copy says it itself. */
export interface RedactionNote {
  /** By word of the placeholder: how many distinct values, and in how many places they were. */
  readonly counts: readonly {
    readonly label: string;
    readonly values: number;
    readonly places: number;
  }[];
  readonly columns: readonly { readonly name: string; readonly treatment: ColumnTreatment }[];
}
