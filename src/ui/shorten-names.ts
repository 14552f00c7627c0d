/** Names up to this length are left alone. */
const SHORT = 24;
/** What no ellipsis is behind. */
const PAUSES = [' ', ',', ';', ':', '·', '–', '-'];
/** Of a beginning that names share, so much is kept. */
const HEAD = 12;

/**
 * Shortens long names that are shown together, so that what distinguishes them stays in sight where
 * there is room for few letters: "Home assistant, edited · typed" becomes "Home… typed".
 * @param names in any order; equal ones cannot be distinguished and lose their end
 * @returns a name for each, in the same order
 */
export function shortenNames(names: readonly string[]): string[] {
  const shared = sharedStart(names);
  return names.map((name) => {
    if (name.length <= SHORT) return name;
    if (names.length > 1 && names.every((other) => other === name)) return cut(name, SHORT);
    if (shared.length <= HEAD) return name;
    return `${cut(shared, HEAD)} ${name.slice(shared.length)}`;
  });
}

/** The words that all names begin with, and a blank; each has more after them. */
function sharedStart([first = '', ...others]: readonly string[]): string {
  let length = others.length === 0 ? 0 : first.length;
  for (const other of others) {
    let same = 0;
    while (same < length && first[same] === other[same]) same++;
    length = Math.min(same, length);
  }
  const isEnd = [first, ...others].some((name) => name.length === length);
  return first.slice(0, first.lastIndexOf(' ', length - (isEnd ? 2 : 1)) + 1);
}

/** The first whole words within a length, else the first letters, and an ellipsis. */
function cut(text: string, length: number): string {
  const blank = text.lastIndexOf(' ', length);
  const letters = Array.from(blank > 0 ? text.slice(0, blank) : text).slice(0, length);
  while (PAUSES.includes(letters.at(-1) ?? 'none')) letters.pop();
  return `${letters.join('')}…`;
}
