import type { RunRecord } from '#engine/run-file/records.ts';

/** What tells whether a run scores the same calls as another. */
export type ScoredData = Pick<RunRecord, 'fingerprint' | 'roles' | 'reading'>;

/** Whether two runs score the same data read in the same way: only what scores them differs. */
export function isRescored(a: ScoredData, b: ScoredData): boolean {
  const readingOf = ({ roles, reading }: ScoredData): string => JSON.stringify([roles, reading]);
  return a.fingerprint !== '' && a.fingerprint === b.fingerprint && readingOf(a) === readingOf(b);
}
