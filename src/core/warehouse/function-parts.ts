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

/** The parts; put here when the code is built, see `scripts`. */
export const FUNCTION_PARTS: FunctionParts = { parts: [], exports: {} };
