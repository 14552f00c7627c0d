/** Removes characters (UTF-16 code units) from the end of a text while `isTaken` holds. */
export function trimEndWhere(text: string, isTaken: (char: string) => boolean): string {
  let end = text.length;
  while (end > 0 && isTaken(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
