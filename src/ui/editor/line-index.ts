/** Where the lines of a text start. One pass over the text; the first line starts at 0. */
export function indexLines(text: string): Uint32Array {
  let starts = new Uint32Array(1024);
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    if (count === starts.length) {
      const longer = new Uint32Array(count * 2);
      longer.set(starts);
      starts = longer;
    }
    starts[count++] = at + 1;
  }
  return starts.slice(0, count);
}

/** The 1-based line that an offset lies in. */
export function lineAt(starts: Uint32Array, offset: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return Math.max(1, low);
}

/** Where a 1-based line starts and ends, without its line break. */
export function lineRange(
  text: string,
  starts: Uint32Array,
  line: number,
): readonly [start: number, end: number] {
  const start = starts[line - 1];
  if (start === undefined) return [text.length, text.length];
  const next = starts[line];
  return [start, next === undefined ? text.length : next - 1];
}

/** How many lines hold something to read: a break at the very end begins no line. */
export function countLines(text: string, starts: Uint32Array): number {
  if (text === '') return 0;
  return text.endsWith('\n') ? starts.length - 1 : starts.length;
}

/** Line breaks as a text area keeps them, so that its value and the text compare equal. */
export function plainBreaks(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** How many bytes a text has as UTF-8. */
export function utf8Bytes(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x80) continue;
    bytes += code < 0x800 ? 1 : 2;
    if (code >= 0xd800 && code < 0xdc00 && isLowSurrogate(text.charCodeAt(at + 1))) at++;
  }
  return bytes;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000;
}
