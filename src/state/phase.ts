import type { FileIssue } from '#core/issues/issue.ts';

/** What the results pane is about. */
export type Phase =
  | { readonly kind: 'empty' }
  | { readonly kind: 'scoring' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'unreadable'; readonly issue: FileIssue };

/** How far scoring is. */
export interface ScoringProgress {
  readonly datasetName: string;
  readonly bytesDone: number;
  readonly bytesTotal: number;
  readonly rowCount: number;
  /** When scoring began, by the page's clock. */
  readonly startedAtMs: number;
}

/** What there is to see after scoring was cancelled. */
export type ShownAfterCancel = 'begun run' | 'earlier scores' | 'rows so far' | 'nothing';

/** Tells what there is to see. */
export function whatIsShown(
  isBegun: boolean,
  hasEarlier: boolean,
  hasRows: boolean,
): ShownAfterCancel {
  if (isBegun) return 'begun run';
  if (hasEarlier) return 'earlier scores';
  return hasRows ? 'rows so far' : 'nothing';
}
