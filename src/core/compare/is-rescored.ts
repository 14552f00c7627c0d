import type { ReadingChoices } from '#core/read/choices/reading-choices.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';

/** What tells whether a run scores the same calls as another. */
export interface ScoredData {
  /** Hash and size of the data; empty where it is not known. */
  readonly fingerprint: string;
  readonly roles: ColumnRoles;
  readonly reading?: ReadingChoices | undefined;
}

/** Whether two runs score the same data read in the same way: only what scores them differs. */
export function isRescored(a: ScoredData, b: ScoredData): boolean {
  const readingOf = ({ roles, reading }: ScoredData): string => JSON.stringify([roles, reading]);
  return a.fingerprint !== '' && a.fingerprint === b.fingerprint && readingOf(a) === readingOf(b);
}
