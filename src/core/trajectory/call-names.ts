const NAME = /^[\p{L}_][\p{L}\p{N}_.:/-]{0,99}$/u;
const SEPARATORS = /->|[→|;,]/;

/**
 * Reads the names of tools from a text that joins them by `|`, `;`, `,`, `->`, `→` or line ends.
 * @param text a cell
 * @returns the names, or undefined when some part does not look like one
 */
export function namesIn(text: string): readonly string[] | undefined {
  if (text.length > 10_000) return undefined;
  const parts = splitNames(text);
  return parts.every((part) => NAME.test(part)) ? parts : undefined;
}

/**
 * Splits a text at what stands between names: `|`, `;`, `,`, `->`, `→`, or one line end or more.
 * @param text a cell
 * @returns the parts without white space around them; an empty one where two separators meet
 */
export function splitNames(text: string): readonly string[] {
  return text.split(SEPARATORS).flatMap((part) => {
    const lines = part.split('\n').flatMap((line) => line.trim() || []);
    return lines.length > 0 ? lines : [''];
  });
}

/**
 * Tells a word that says "no tool was called".
 * @param text a cell
 * @returns whether it is one; Python's `None` is not, it says that nothing was recorded
 */
export function isEmptyWord(text: string): boolean {
  const word = text.trim();
  return word === '-' || word === 'none' || /^no_tool_calls?$/i.test(word);
}
