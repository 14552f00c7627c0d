interface FunctionPart {
  readonly text: string;
  /** The parts it depends on, by index. */
  readonly needs: readonly number[];
}

/** The statements from which functions are assembled, in order. */
export interface FunctionParts {
  readonly parts: readonly FunctionPart[];
  /** The exports, each with its name within the parts and its index. */
  readonly exports: Readonly<Record<string, { readonly name: string; readonly part: number }>>;
}

/** The parts; filled in by the build, see `scripts`. */
export const FUNCTION_PARTS: FunctionParts = { parts: [], exports: {} };
