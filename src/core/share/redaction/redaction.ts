import { countOf } from '#core/base/text/sentence.ts';
import type { FoundKind } from './kinds.ts';

/** The treatment of a chosen column: its values are replaced, or it is removed. */
export type ColumnTreatment = 'replace' | 'remove';

/** What was redacted, stored with a redacted copy. */
export interface RedactionNote {
  /** By label: the number of distinct values, and of their places. */
  readonly counts: readonly {
    readonly label: string;
    readonly values: number;
    readonly places: number;
  }[];
  readonly columns: readonly { readonly name: string; readonly treatment: ColumnTreatment }[];
}

/** The choices for redacting. */
export interface RedactionChoices {
  readonly kinds: readonly FoundKind[];
  /** Words, found in any case and within words; `/…/` or `/…/i` is a regular expression. */
  readonly words: readonly string[];
  readonly columns: RedactionNote['columns'];
  /** Keys of found values to keep, see {@link FoundValue}. */
  readonly kept: readonly string[];
}

/** A found value with its placeholder. */
export interface FoundValue {
  /** Identifies it in {@link RedactionChoices.kept}. */
  readonly key: string;
  /** The value; numbers and lists as JSON. */
  readonly value: string;
  /** The label of the placeholder: a kind, `word`, or a column’s name. */
  readonly label: string;
  /** E.g. `[email 3]`. */
  readonly placeholder: string;
  readonly isKept: boolean;
  /** The number of its places. */
  readonly places: number;
  /** Its first place: a row from 1, and the column; absent where it is not in a row. */
  readonly row?: number;
  readonly column?: string;
}

/** Joins the redactions of a copy that was redacted again. */
export function joinRedactions(
  before: RedactionNote | undefined,
  note: RedactionNote,
): RedactionNote {
  if (!before) return note;
  const labels = [...before.counts, ...note.counts].map(({ label }) => label);
  const counts = [...new Set(labels)].map((label) => {
    const all = [...before.counts, ...note.counts].filter((count) => count.label === label);
    const sum = (of: 'values' | 'places'): number =>
      all.reduce((total, count) => total + count[of], 0);
    return { label, values: sum('values'), places: sum('places') };
  });
  const named = new Set(note.columns.map(({ name }) => name));
  const earlier = before.columns.filter(({ name }) => !named.has(name));
  return { counts, columns: [...earlier, ...note.columns] };
}

/** Titles of the labels. */
const LABEL_TITLES: Readonly<Record<string, string>> = {
  key: 'API keys and tokens',
  email: 'e-mail addresses',
  uuid: 'UUIDs',
  iban: 'IBANs',
  card: 'card numbers',
  phone: 'phone numbers',
  ip: 'IP addresses',
  number: 'long numbers',
  word: 'own words',
};

/** Describes a redaction: `Redacted copy: e-mail addresses: 3 values in 12 places; …`. */
export function describeRedaction({ counts, columns }: RedactionNote): string {
  const parts = [
    ...counts.map(({ label, values, places }) => {
      const title = LABEL_TITLES[label] ?? `values of “${label}”`;
      return `${title}: ${countOf(values, 'value')} in ${countOf(places, 'place')}`;
    }),
    ...columns.map(({ name, treatment }) => {
      return `column “${name}” ${treatment === 'remove' ? 'removed' : 'replaced'}`;
    }),
  ];
  return `Redacted copy: ${parts.join('; ') || 'nothing was found'}.`;
}
