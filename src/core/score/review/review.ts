import * as is from '#core/base/json/shape.ts';

const isMark = is.record({
  /** The row's 0-based number. */
  row: is.count,
  /** The row's id when it was marked; empty without one. */
  id: is.text,
  /** The 0-based place of the step among the row's steps; null where no single step is to blame. */
  step: is.nullOr(is.count),
  /** How many steps the row has. */
  steps: is.count,
  /** The tool that the step calls; empty for a message, or where no single step is to blame. */
  tool: is.text,
  /** The code as it was given, before codes were merged; empty while there is none. */
  code: is.text,
  note: is.text,
});

/** Where a row first went wrong, as a person who read it says. */
export type RowReview = is.Shape<typeof isMark>;

const isCode = is.record({
  name: is.text,
  /** What counts as this error; may be empty. */
  description: is.text,
  /** Where a preset has it from, such as `MAST 2.2`. */
  source: is.optional(is.text),
  /** The code that it was merged into. */
  into: is.optional(is.text),
});

/** A code of the codebook. */
export type ErrorCode = is.Shape<typeof isCode>;

/** Checks whether a stored value holds marks and codes. */
export const isReviews = is.record({ marks: is.listOf(isMark), codes: is.listOf(isCode) });

/** What a person found by reading rows: marks in the order in which rows were read, and the codes. */
export type Reviews = is.Shape<typeof isReviews>;

/** Checks whether a stored value is a rating of a row. */
export const isRating = is.record({
  /** The row's 0-based number. */
  row: is.count,
  /** 1 (bad) to 5 (good); null for a note alone. */
  rating: is.nullOr(is.number),
  note: is.text,
});

/** What a person thinks of a row: given before there were marks and codes, and kept as a column. */
export type RowRating = is.Shape<typeof isRating>;

/** Nothing read yet. */
export const NO_REVIEWS: Reviews = { marks: [], codes: [] };

/** What stands in files in place of a code where a row was read and is right. */
export const NOTHING_WRONG = 'nothing wrong';

/** The most characters of the name of a code. */
const CODE_LIMIT = 80;

/** Whether a person read the row and found no error in it. */
export function isNothingWrong({ step, code }: Pick<RowReview, 'step' | 'code'>): boolean {
  return step === null && code === '';
}

/** Finds the mark of a row; undefined where it has not been read. */
export function markOf(analysis: Reviews | undefined, row: number): RowReview | undefined {
  return analysis?.marks.find((mark) => mark.row === row);
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
 * Marks a row. A row that was read before keeps its place in the order of reading; a code that is
 * new joins the codebook.
 */
export function withMark(analysis: Reviews, mark: RowReview): Reviews {
  const { marks } = analysis;
  const isKnown = marks.some(({ row }) => row === mark.row);
  const marked = {
    ...analysis,
    marks: isKnown
      ? marks.map((other) => (other.row === mark.row ? mark : other))
      : [...marks, mark],
  };
  return mark.code === '' ? marked : withCodes(marked, [{ name: mark.code, description: '' }]);
}

/** Makes a row one that has not been read. */
export function withoutMark(analysis: Reviews, row: number): Reviews {
  return { ...analysis, marks: analysis.marks.filter((mark) => mark.row !== row) };
}

/** Adds codes to the codebook; those whose name is taken are left as they are. */
export function withCodes(analysis: Reviews, added: readonly ErrorCode[]): Reviews {
  const taken = new Set(analysis.codes.map(({ name }) => name));
  const fresh = added.filter(({ name }) => !taken.has(name));
  return fresh.length === 0 ? analysis : { ...analysis, codes: [...analysis.codes, ...fresh] };
}

/** Says what counts as a code. */
export function describeCode(analysis: Reviews, name: string, description: string): Reviews {
  return changeCode(analysis, name, (code) => ({ ...code, description }));
}

/** Renames a code everywhere; nothing changes where the name is blank or taken. */
export function renameCode(analysis: Reviews, from: string, to: string): Reviews {
  if (to === '' || analysis.codes.some(({ name }) => name === to)) return analysis;
  const renamed = (name: string): string => (name === from ? to : name);
  return {
    marks: analysis.marks.map((mark) => ({ ...mark, code: renamed(mark.code) })),
    codes: analysis.codes.map((code) => ({
      ...code,
      name: renamed(code.name),
      ...(code.into !== undefined && { into: renamed(code.into) }),
    })),
  };
}

/** Merges a code into another; marks keep theirs, so that {@link splitOffCode} undoes it. */
export function mergeCode(analysis: Reviews, name: string, into: string): Reviews {
  const { codes } = analysis;
  const isThere = codes.some((code) => code.name === into);
  if (!isThere || rootOf(codes, into) === rootOf(codes, name)) return analysis;
  return changeCode(analysis, name, (code) => ({ ...code, into }));
}

/** Makes a code that was merged one of its own again, with what was merged into it. */
export function splitOffCode(analysis: Reviews, name: string): Reviews {
  return changeCode(analysis, name, ({ into: _, ...code }) => code);
}

/** Takes a code out; nothing changes where a row has it, or another was merged into it. */
export function removeCode(analysis: Reviews, name: string): Reviews {
  const isUsed =
    analysis.marks.some(({ code }) => code === name) ||
    analysis.codes.some(({ into }) => into === name);
  if (isUsed) return analysis;
  return { ...analysis, codes: analysis.codes.filter((code) => code.name !== name) };
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

function changeCode(
  analysis: Reviews,
  name: string,
  change: (code: ErrorCode) => ErrorCode,
): Reviews {
  return {
    ...analysis,
    codes: analysis.codes.map((code) => (code.name === name ? change(code) : code)),
  };
}
