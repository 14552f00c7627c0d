import * as v from 'valibot';
import { count, type Shape } from '#core/base/json/json-shape.ts';

const RowReview = v.object({
  /** The row's 0-based number. */
  row: count,
  /** The row's id when it was read; empty without one. */
  id: v.string(),
  /** Absent in reviews from before there were verdicts: see {@link verdictOf}. */
  verdict: v.optional(v.picklist(['pass', 'fail', 'unsure'])),
  /** The 0-based place of the step among the row's steps; null where no single step is to blame. */
  step: v.nullable(count),
  /** The number of steps of the row. */
  steps: count,
  /** The tool that the step calls; empty for a message, or where no single step is to blame. */
  tool: v.string(),
  /** The first code as given, before codes were merged; empty without one. */
  code: v.string(),
  /** The codes after the first. */
  furtherCodes: v.optional(v.array(v.string())),
  note: v.string(),
});

/** A user's review of a row. */
export type RowReview = Shape<typeof RowReview>;

/** A user's verdict on a row. */
export type Verdict = NonNullable<RowReview['verdict']>;

const ErrorCode = v.object({
  name: v.string(),
  /** What counts as this error; may be empty. */
  description: v.string(),
  /** The origin of a preset code, such as `MAST 2.2`. */
  source: v.optional(v.string()),
  /** The code that it was merged into. */
  into: v.optional(v.string()),
});

/** A code of the codebook. */
export type ErrorCode = Shape<typeof ErrorCode>;

/** The schema of reviews and codes. */
export const Reviews = v.object({
  /** In the order in which rows were read. */
  marks: v.array(RowReview),
  codes: v.array(ErrorCode),
  /** Ids of the judged metrics whose labels became reviews. */
  labelsOf: v.optional(v.array(v.string())),
});

/** The reviews of a run and their codes. */
export type Reviews = Shape<typeof Reviews>;

/** The schema of a rating of a row. */
export const RowRating = v.object({
  /** The row's 0-based number. */
  row: count,
  /** 1 (bad) to 5 (good); null for a note alone. */
  rating: v.nullable(v.number()),
  note: v.string(),
});

/** A user's rating of a row, from before there were reviews; kept as a column. */
export type RowRating = Shape<typeof RowRating>;

/** No reviews. */
export const NO_REVIEWS: Reviews = { marks: [], codes: [] };

/** The code in files of a row that was read and is right. */
export const NOTHING_WRONG = 'nothing wrong';

/** The most characters of the name of a code. */
const CODE_LIMIT = 80;

/** A review's verdict. Older reviews have none: they pass without a first wrong step and a code. */
export function verdictOf({ verdict, step, code }: RowReview): Verdict {
  if (verdict === 'unsure') return verdict;
  return verdict === 'fail' || step !== null || code !== '' ? 'fail' : 'pass';
}

/** Lists a review's codes as given. */
export function codesOf({ code, furtherCodes = [] }: RowReview): readonly string[] {
  return code === '' ? [] : [code, ...furtherCodes];
}

/** Replaces the codes of a review; each is kept once. */
export function withCodesOf(review: RowReview, codes: readonly string[]): RowReview {
  const [code = '', ...further] = new Set(codes);
  const { furtherCodes: _, ...others } = review;
  return { ...others, code, ...(further.length > 0 && { furtherCodes: further }) };
}

/** Finds the review of a row; undefined without one. */
export function reviewOf(reviews: Reviews | undefined, row: number): RowReview | undefined {
  return reviews?.marks.find((review) => review.row === row);
}

/**
 * Converts a typed text to the name of a code: trimmed and on one line, or an existing code that
 * differs only in case; empty for a blank text.
 */
export function codeNamed(text: string, codes: readonly ErrorCode[]): string {
  const name = text.trim().replaceAll(/\s+/g, ' ').slice(0, CODE_LIMIT);
  const folded = name.toLowerCase();
  return codes.find((code) => code.name.toLowerCase() === folded)?.name ?? name;
}

/**
 * Adds or replaces the review of a row. The row keeps its place in the reading order; new codes
 * join the codebook.
 */
export function withReview(reviews: Reviews, review: RowReview): Reviews {
  const { marks } = reviews;
  const isKnown = marks.some(({ row }) => row === review.row);
  const reviewed = {
    ...reviews,
    marks: isKnown
      ? marks.map((other) => (other.row === review.row ? review : other))
      : [...marks, review],
  };
  const given = codesOf(review).map((name) => ({ name, description: '' }));
  return withCodes(reviewed, given);
}

/** Removes the review of a row. */
export function withoutReview(reviews: Reviews, row: number): Reviews {
  return { ...reviews, marks: reviews.marks.filter((review) => review.row !== row) };
}

/** Adds codes to the codebook; existing names are kept. */
export function withCodes(reviews: Reviews, added: readonly ErrorCode[]): Reviews {
  const taken = new Set(reviews.codes.map(({ name }) => name));
  const fresh = added.filter(({ name }) => !taken.has(name));
  return fresh.length === 0 ? reviews : { ...reviews, codes: [...reviews.codes, ...fresh] };
}

/** Sets the description of a code. */
export function describeCode(reviews: Reviews, name: string, description: string): Reviews {
  return changeCode(reviews, name, (code) => ({ ...code, description }));
}

/** Renames a code everywhere; does nothing where the name is blank or taken. */
export function renameCode(reviews: Reviews, from: string, to: string): Reviews {
  if (to === '' || reviews.codes.some(({ name }) => name === to)) return reviews;
  const renamed = (name: string): string => (name === from ? to : name);
  return {
    ...reviews,
    marks: reviews.marks.map((review) => withCodesOf(review, codesOf(review).map(renamed))),
    codes: reviews.codes.map((code) => ({
      ...code,
      name: renamed(code.name),
      ...(code.into !== undefined && { into: renamed(code.into) }),
    })),
  };
}

/**
 * Merges a code into another; reviews keep the old one, so that {@link splitOffCode} can undo it.
 */
export function mergeCode(reviews: Reviews, name: string, into: string): Reviews {
  const { codes } = reviews;
  const isThere = codes.some((code) => code.name === into);
  if (!isThere || rootOf(codes, into) === rootOf(codes, name)) return reviews;
  return changeCode(reviews, name, (code) => ({ ...code, into }));
}

/** Undoes the merging of a code; codes merged into it stay merged. */
export function splitOffCode(reviews: Reviews, name: string): Reviews {
  return changeCode(reviews, name, ({ into: _, ...code }) => code);
}

/** Removes a code; does nothing where a review or another code uses it. */
export function removeCode(reviews: Reviews, name: string): Reviews {
  const isUsed =
    reviews.marks.some((review) => codesOf(review).includes(name)) ||
    reviews.codes.some(({ into }) => into === name);
  if (isUsed) return reviews;
  return { ...reviews, codes: reviews.codes.filter((code) => code.name !== name) };
}

/** The code that a code was merged into, through any number of steps; itself if it was not. */
export function rootOf(codes: readonly ErrorCode[], name: string): string {
  const seen = new Set<string>();
  let root = name;
  for (;;) {
    // codes in a file may be merged in a circle
    if (seen.has(root)) return name;
    seen.add(root);
    const into = codes.find((code) => code.name === root)?.into;
    if (into === undefined) return root;
    root = into;
  }
}

/** Lists a review's codes after merging, each once. */
export function rootsOf(codes: readonly ErrorCode[], review: RowReview): readonly string[] {
  return [...new Set(codesOf(review).map((name) => rootOf(codes, name)))];
}

function changeCode(
  reviews: Reviews,
  name: string,
  change: (code: ErrorCode) => ErrorCode,
): Reviews {
  return {
    ...reviews,
    codes: reviews.codes.map((code) => (code.name === name ? change(code) : code)),
  };
}
