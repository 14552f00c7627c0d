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
