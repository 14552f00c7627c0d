/** Items as a sandbox is given them: JSON, one a line, as UTF-8. */
export function jsonLines(items: readonly unknown[]): ArrayBuffer {
  return new TextEncoder().encode(items.map((item) => JSON.stringify(item)).join('\n')).buffer;
}
