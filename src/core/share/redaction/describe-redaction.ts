import { countOf } from '#core/base/text/format-count.ts';
import type { RedactionNote } from './redaction.ts';

/** What placeholders with a word stand for. */
export const LABEL_TITLES: Readonly<Record<string, string>> = {
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

/**
 * Says what was taken out of a redacted copy.
 * @returns e.g. `Redacted copy: e-mail addresses: 3 values in 12 places; column “notes” removed.`
 */
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
