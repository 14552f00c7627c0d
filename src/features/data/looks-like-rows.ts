/** Keys of a call: a call alone is a part of a row. */
const CALL = /^(?:tool_?(?:name|input|args)|name|function|arguments|args|input|parameters)$/i;
const DELIMITERS = ['\t', ',', ';', '|'];

/** Whether a text that is pasted holds whole rows: at least one record, or a table. */
export function looksLikeRows(text: string): boolean {
  const lines = text.trim().split(/\r?\n/);
  const [first = '', second] = lines;
  // records may be in another notation than JSON
  if (first.startsWith('{') && second?.startsWith('{')) return true;
  if (/^[[{]/.test(first)) return [text, first].some((part) => isRecords(parsed(part)));
  const cellsIn = (line: string, delimiter: string): number => line.split(delimiter).length;
  return (
    second !== undefined &&
    DELIMITERS.some((delimiter) => cellsIn(first, delimiter) > 1 && second.includes(delimiter))
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // it goes into the text, whose problems are shown
  }
}

function isRecords(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(isRecords);
  if (typeof value !== 'object' || value === null) return false;
  const keys = Object.keys(value);
  return keys.length > 0 && !keys.every((key) => CALL.test(key));
}
