import { isJsonList, isJsonObject, type JsonValue } from '#core/json/json-value.ts';
import { printJson, readJson } from '#core/json/parse-json.ts';

/** Characters of one text within a list that a judge is shown. */
export const STEP_TEXT_KEPT = 4_000;
/** Characters of a whole cell that a judge is shown. */
export const CELL_TEXT_KEPT = 60_000;

/** A cell as a judge is shown it. */
export interface ValueText {
  readonly text: string;
  /** How many characters were left out; the text says so where it was cut. */
  readonly cut: number;
}

/**
 * Writes a cell for a prompt: text as it is, a list with one numbered item per line, long texts
 * cut with a note of how much is left out.
 * @param value the cell; a list may also stand there as JSON text
 * @returns its text
 */
export function valueText(value: JsonValue): ValueText {
  let cut = 0;
  const shorten = (text: string, most: number): string => {
    if (text.length <= most) return text;
    const left = text.length - most;
    cut += left;
    return `${text.slice(0, most)}… [${String(left)} more characters were cut]`;
  };
  const list = listOf(value);
  if (!list) {
    const text = typeof value === 'string' ? value : printJson(value);
    return { text: shorten(text, CELL_TEXT_KEPT), cut };
  }
  const steps = list.map((item, index) => {
    const short = mapTexts(item, (text) => shorten(text, STEP_TEXT_KEPT));
    return `${String(index + 1)}. ${printJson(short)}`;
  });
  const text = steps.length === 0 ? '[]' : steps.join('\n');
  return { text: shorten(text, CELL_TEXT_KEPT), cut };
}

function listOf(value: JsonValue): readonly JsonValue[] | undefined {
  if (isJsonList(value)) return value;
  if (typeof value !== 'string' || !/^\s*\[/.test(value)) return undefined;
  const reading = readJson(value);
  return reading.ok && isJsonList(reading.value) ? reading.value : undefined;
}

function mapTexts(value: JsonValue, change: (text: string) => string): JsonValue {
  if (typeof value === 'string') return change(value);
  if (isJsonList(value)) return value.map((item) => mapTexts(item, change));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, mapTexts(item, change)]),
  );
}
