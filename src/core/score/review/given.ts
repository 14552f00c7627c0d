import type { Reviews, RowRating } from './review.ts';

/** Ratings and reviews by the user; kept when rows are scored again. */
export interface GivenByPerson {
  /** Ratings from 1 to 5, from before there were reviews. */
  readonly ratings?: readonly RowRating[] | undefined;
  /** The reviews; absent without any. */
  readonly errorAnalysis?: Reviews | undefined;
}

/** Picks ratings and reviews, without absent ones. */
export function givenOf({ ratings, errorAnalysis }: GivenByPerson): GivenByPerson {
  return { ...(ratings && { ratings }), ...(errorAnalysis && { errorAnalysis }) };
}

/** Whether there are ratings or reviews. */
export function hasGiven({ ratings, errorAnalysis }: GivenByPerson): boolean {
  return ratings !== undefined || errorAnalysis !== undefined;
}
