import { isJsonList, isJsonObject, type JsonValue } from './json-value.ts';

const OPENING = /[[{("'\n]/g;
// an object lists such keys first, wherever they stand in its text
const WHOLE_NUMBER = /^(0|[1-9]\d*)$/;

/**
 * Finds the lines at which some lists and objects of a value begin, by going through the value and
 * its text side by side.
 * @param value the value as read from the text
 * @param text JSON or Python text of the value
 * @param firstLine the 1-based physical line the text begins at
 * @param wanted the lists and objects, known by identity
 * @returns the 1-based line of each that was found; the search ends where text and value part
 */
export function containerLines(
  value: JsonValue,
  text: string,
  firstLine: number,
  wanted: ReadonlySet<JsonValue>,
): ReadonlyMap<JsonValue, number> {
  const lines = new Map<JsonValue, number>();
  const openings = new OpeningFinder(text, firstLine);
  const waiting: JsonValue[] = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === null) continue;
    if (lines.size === wanted.size) break;
    const isList = isJsonList(next);
    const found = openings.next();
    if (!found || (found.char === '{') === isList) break;
    if (wanted.has(next)) lines.set(next, found.line);
    const items = itemsInOrder(next);
    if (!items) break;
    for (const item of items.toReversed()) if (typeof item === 'object') waiting.push(item);
  }
  return lines;
}

function itemsInOrder(value: JsonValue): readonly JsonValue[] | undefined {
  if (isJsonList(value)) return value;
  if (!isJsonObject(value)) return [];
  const [first] = Object.keys(value);
  return first !== undefined && WHOLE_NUMBER.test(first) ? undefined : Object.values(value);
}

/** Finds one bracket after the other, outside of texts. */
class OpeningFinder {
  readonly #text: string;
  #at = 0;
  #line: number;

  constructor(text: string, firstLine: number) {
    this.#text = text;
    this.#line = firstLine;
  }

  next(): { readonly char: string; readonly line: number } | undefined {
    for (;;) {
      OPENING.lastIndex = this.#at;
      const found = OPENING.exec(this.#text);
      if (!found) return undefined;
      const [char] = found;
      this.#at = found.index + 1;
      if (char === '\n') this.#line++;
      else if (char === '"' || char === "'") this.#skipText(char);
      else return { char, line: this.#line };
    }
  }

  #skipText(quote: string): void {
    for (
      let end = this.#text.indexOf(quote, this.#at);
      end >= 0;
      end = this.#text.indexOf(quote, end + 1)
    ) {
      if (isEscaped(this.#text, end)) continue;
      this.#at = end + 1;
      return;
    }
    this.#at = this.#text.length;
  }
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text.charAt(at - 1 - slashes) === '\\') slashes++;
  return slashes % 2 === 1;
}
