interface FunctionPart {
  readonly text: string;
  /** The parts it cannot do without, by their places in the list. */
  readonly needs: readonly number[];
}

/** The statements that functions are put together from, in the order they stand in a function. */
export interface FunctionParts {
  readonly parts: readonly FunctionPart[];
  /** The names in the parts of what the whole exports, with the place of each. */
  readonly exports: Readonly<Record<string, { readonly name: string; readonly part: number }>>;
}

/** How a function reads cells: as strict JSON alone, or all that the page reads. */
export type ReadingMode = 'strict' | 'lenient';

/** The parts for both ways of reading; put here when the code is built, see `scripts`. */
export const FUNCTION_PARTS: Readonly<Record<ReadingMode, FunctionParts>> = {
  strict: { parts: [], exports: {} },
  lenient: { parts: [], exports: {} },
};
