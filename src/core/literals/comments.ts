/**
 * Passes over white space and comments, each character once: `// …`, `# …` and `/* … *\/`.
 * @param text the text
 * @returns the 0-based offset of what comes after them; the length where nothing does
 */
export function skipComments(text: string): number {
  let at = 0;
  while (at < text.length) {
    const char = text.charAt(at);
    const isBlock = text.startsWith('/*', at);
    if (char.trim() === '') at++;
    else if (isBlock || char === '#' || text.startsWith('//', at))
      at = endAfter(text, isBlock ? '*/' : '\n', at + (isBlock ? 2 : 1));
    else break;
  }
  return at;
}

function endAfter(text: string, mark: string, from: number): number {
  const end = text.indexOf(mark, from);
  return end < 0 ? text.length : end + mark.length;
}
