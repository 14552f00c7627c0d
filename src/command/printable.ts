/**
 * Makes text of data fit to be printed: a name in a file could hold codes that move the cursor or
 * change the terminal.
 * @returns one line without control characters
 */
export function printable(text: string): string {
  return text.replace(/[\n\r\t]+/g, ' ').replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
}
