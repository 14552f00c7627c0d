/** How browsers, and the build, name code of the page that did not arrive. */
const NOT_LOADED =
  /dynamically imported module|module script failed|preload css|could not be loaded/i;

/**
 * Whether an error is one of code that could not be loaded.
 * @param error what was thrown
 * @returns false for an error of code that did arrive
 */
export function isLoadFailure(error: unknown): boolean {
  return NOT_LOADED.test(error instanceof Error ? error.message : String(error));
}
