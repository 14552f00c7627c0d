import type { Reviews, RowRating } from './review.ts';

/** What a person says of the rows of a run; it stays when they are scored again. */
export interface GivenByPerson {
  /** What a person thinks of its rows; absent where nobody has rated. */
  readonly ratings?: readonly RowRating[] | undefined;
  /** Where its rows first went wrong; absent where nobody has read them. */
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

/** Whether two versions of a run have the same from a person. */
export function isSameGiven(a: GivenByPerson, b: GivenByPerson): boolean {
  return a.ratings === b.ratings && a.errorAnalysis === b.errorAnalysis;
}
