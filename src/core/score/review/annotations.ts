import type { Reviews, RowRating } from './review.ts';

/** Ratings and reviews by the user; kept when rows are scored again. */
export interface Annotations {
  /** Ratings from 1 to 5, from before there were reviews. */
  readonly ratings?: readonly RowRating[] | undefined;
  /** The reviews; absent without any. */
  readonly errorAnalysis?: Reviews | undefined;
}

/** Picks ratings and reviews, without absent ones. */
export function annotationsOf({ ratings, errorAnalysis }: Annotations): Annotations {
  return { ...(ratings && { ratings }), ...(errorAnalysis && { errorAnalysis }) };
}

/** Whether there are ratings or reviews. */
export function hasAnnotations({ ratings, errorAnalysis }: Annotations): boolean {
  return ratings !== undefined || errorAnalysis !== undefined;
}
