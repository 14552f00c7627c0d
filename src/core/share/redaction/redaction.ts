import { countOf } from '#core/base/text/format-count.ts';
import type { FoundKind } from './kinds.ts';

/** What becomes of a chosen column: each value gets a placeholder, or the column goes. */
export type ColumnTreatment = 'replace' | 'remove';

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

/** What is to be taken out of what is shared. */
export interface RedactionChoices {
  readonly kinds: readonly FoundKind[];
  /** Words, found in any case and inside of words; `/…/` or `/…/i` is a regular expression. */
  readonly words: readonly string[];
  readonly columns: RedactionNote['columns'];
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

/** What was taken out of a copy that was redacted again: what was taken out before stays taken out. */
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

/** What placeholders with a word stand for. */
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

/** Says what was taken out: `Redacted copy: e-mail addresses: 3 values in 12 places; …`. */
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
