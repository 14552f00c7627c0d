import type { Reviews, RowRating } from './review.ts';

/** What a person says of the rows of a run; it stays when they are scored again. */
export interface GivenByPerson {
  /** Ratings from 1 to 5, given before there were reviews. */
  readonly ratings?: readonly RowRating[] | undefined;
  /** The reviews of its rows; absent where nobody has read them. */
  readonly errorAnalysis?: Reviews | undefined;
}

/** Picks what a person says of the rows of a run; no keys where nobody says anything. */
export function givenOf({ ratings, errorAnalysis }: GivenByPerson): GivenByPerson {
  return { ...(ratings && { ratings }), ...(errorAnalysis && { errorAnalysis }) };
}

/** Whether a person says anything of the rows of a run. */
export function hasGiven({ ratings, errorAnalysis }: GivenByPerson): boolean {
  return ratings !== undefined || errorAnalysis !== undefined;
}
