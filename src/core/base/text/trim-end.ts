/**
 * Removes characters from the end of a text.
 * @param isTaken whether a character, a UTF-16 code unit, goes
 * @returns the text up to the last character that stays; empty where none does
 */
export function trimEndWhere(text: string, isTaken: (char: string) => boolean): string {
  let end = text.length;
  while (end > 0 && isTaken(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
