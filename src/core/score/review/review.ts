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
  /** How many steps the row has. */
  steps: count,
  /** The tool that the step calls; empty for a message, or where no single step is to blame. */
  tool: v.string(),
  /** The first code as it was given, before codes were merged; empty while there is none. */
  code: v.string(),
  /** The codes after the first. */
  furtherCodes: v.optional(v.array(v.string())),
  note: v.string(),
});

/** What a person who read a row says of it. */
export type RowReview = Shape<typeof RowReview>;

/** Whether a row is right, as a person says. */
export type Verdict = NonNullable<RowReview['verdict']>;

const ErrorCode = v.object({
  name: v.string(),
  /** What counts as this error; may be empty. */
  description: v.string(),
  /** Where a preset has it from, such as `MAST 2.2`. */
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
  /** Ids of the judged metrics whose labels were taken for reviews. */
  labelsOf: v.optional(v.array(v.string())),
});

/** What a person found by reading rows. */
export type Reviews = Shape<typeof Reviews>;

/** The schema of a rating of a row. */
export const RowRating = v.object({
  /** The row's 0-based number. */
  row: count,
  /** 1 (bad) to 5 (good); null for a note alone. */
  rating: v.nullable(v.number()),
  note: v.string(),
});

/** What a person thinks of a row: given before there were marks and codes, and kept as a column. */
export type RowRating = Shape<typeof RowRating>;

/** Nothing read yet. */
export const NO_REVIEWS: Reviews = { marks: [], codes: [] };

/** What stands in files in place of a code where a row was read and is right. */
export const NOTHING_WRONG = 'nothing wrong';

/** The most characters of the name of a code. */
const CODE_LIMIT = 80;

/**
 * A review's verdict: a row with a first wrong step or a code does not pass; one from before there
 * were verdicts passes without them.
 */
export function verdictOf({ verdict, step, code }: RowReview): Verdict {
  if (verdict === 'unsure') return verdict;
  return verdict === 'fail' || step !== null || code !== '' ? 'fail' : 'pass';
}

/** Lists a review's codes as they were given. */
export function codesOf({ code, furtherCodes = [] }: RowReview): readonly string[] {
  return code === '' ? [] : [code, ...furtherCodes];
}

/** Gives a review codes, in place of those that it has; each once. */
export function withCodesOf(review: RowReview, codes: readonly string[]): RowReview {
  const [code = '', ...further] = new Set(codes);
  const { furtherCodes: _, ...others } = review;
  return { ...others, code, ...(further.length > 0 && { furtherCodes: further }) };
}

/** Finds the review of a row; undefined where it has not been read. */
export function reviewOf(reviews: Reviews | undefined, row: number): RowReview | undefined {
  return reviews?.marks.find((review) => review.row === row);
}

/**
 * Makes a typed text the name of a code, empty for a blank one: one line without spaces around, and
 * a code that is known but for upper and lower case is that one.
 */
export function codeNamed(text: string, codes: readonly ErrorCode[]): string {
  const name = text.trim().replaceAll(/\s+/g, ' ').slice(0, CODE_LIMIT);
  const folded = name.toLowerCase();
  return codes.find((code) => code.name.toLowerCase() === folded)?.name ?? name;
}

/**
 * Reviews a row. A row that was read before keeps its place in the order of reading; a code that is
 * new joins the codebook.
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

/** Makes a row one that has not been read. */
export function withoutReview(reviews: Reviews, row: number): Reviews {
  return { ...reviews, marks: reviews.marks.filter((review) => review.row !== row) };
}

/** Adds codes to the codebook; those whose name is taken are left as they are. */
export function withCodes(reviews: Reviews, added: readonly ErrorCode[]): Reviews {
  const taken = new Set(reviews.codes.map(({ name }) => name));
  const fresh = added.filter(({ name }) => !taken.has(name));
  return fresh.length === 0 ? reviews : { ...reviews, codes: [...reviews.codes, ...fresh] };
}

/** Says what counts as a code. */
export function describeCode(reviews: Reviews, name: string, description: string): Reviews {
  return changeCode(reviews, name, (code) => ({ ...code, description }));
}

/** Renames a code everywhere; nothing changes where the name is blank or taken. */
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

/** Merges a code into another; reviews keep theirs, so that {@link splitOffCode} undoes it. */
export function mergeCode(reviews: Reviews, name: string, into: string): Reviews {
  const { codes } = reviews;
  const isThere = codes.some((code) => code.name === into);
  if (!isThere || rootOf(codes, into) === rootOf(codes, name)) return reviews;
  return changeCode(reviews, name, (code) => ({ ...code, into }));
}

/** Makes a code that was merged one of its own again, with what was merged into it. */
export function splitOffCode(reviews: Reviews, name: string): Reviews {
  return changeCode(reviews, name, ({ into: _, ...code }) => code);
}

/** Takes a code out; nothing changes where a row has it, or another was merged into it. */
export function removeCode(reviews: Reviews, name: string): Reviews {
  const isUsed =
    reviews.marks.some((review) => codesOf(review).includes(name)) ||
    reviews.codes.some(({ into }) => into === name);
  if (isUsed) return reviews;
  return { ...reviews, codes: reviews.codes.filter((code) => code.name !== name) };
}

/** The code that a code was merged into, however often; itself where it was not. */
export function rootOf(codes: readonly ErrorCode[], name: string): string {
  const seen = new Set<string>();
  let root = name;
  for (;;) {
    // a file may have been written so that codes lead in a circle
    if (seen.has(root)) return name;
    seen.add(root);
    const into = codes.find((code) => code.name === root)?.into;
    if (into === undefined) return root;
    root = into;
  }
}

/** Lists a review's codes as what they were merged into, each once. */
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
