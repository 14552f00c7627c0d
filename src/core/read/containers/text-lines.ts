import { isJsonList, isJsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { TextMarks } from '#core/base/json/json-marks.ts';

/** Counts lines up to places that only go forward, each line once. */
export class LineFinder {
  readonly #text: string;
  #line: number;
  /** Where the line of the place asked for last ends; -1 where it is the last line. */
  #lineEnd: number;

  constructor(text: string, firstLine = 1) {
    this.#text = text;
    this.#line = firstLine;
    this.#lineEnd = text.indexOf('\n');
  }

  /**
   * Finds the line of a place.
   * @param offset 0-based, not before the one asked for last
   * @returns the 1-based line
   */
  lineAt(offset: number): number {
    while (this.#lineEnd >= 0 && this.#lineEnd < offset) {
      this.#line++;
      this.#lineEnd = this.#text.indexOf('\n', this.#lineEnd + 1);
    }
    return this.#line;
  }

  /**
   * Finds the place within its line.
   * @param offset 0-based
   * @returns the 1-based column
   */
  columnAt(offset: number): number {
    return offset - this.#text.lastIndexOf('\n', offset - 1);
  }
}

const OPENING = '[{(';
// an object lists such keys first, wherever they are in its text
const WHOLE_NUMBER = /^(0|[1-9]\d*)$/;

/**
 * Finds the lines at which some lists and objects of a value begin, by going through the value and
 * its text side by side.
 * @param firstLine the 1-based physical line the text begins at
 * @param isFlat whether none of those wanted is inside of another
 * @returns the 1-based line of each that was found; the search ends where text and value part
 */
export function containerLines(
  value: JsonValue,
  text: string,
  firstLine: number,
  wanted: ReadonlySet<JsonValue>,
  isFlat = false,
): ReadonlyMap<JsonValue, number> {
  const lines = new Map<JsonValue, number>();
  const marks = new TextMarks(text);
  const places = new LineFinder(text, firstLine);
  const waiting: JsonValue[] = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === null) continue;
    if (lines.size === wanted.size) break;
    const isList = isJsonList(next);
    const opening = nextOpening(marks);
    if (opening === '' || (opening === '{') === isList) break;
    if (wanted.has(next)) {
      lines.set(next, places.lineAt(marks.at));
      if (isFlat) {
        skipInside(marks);
        continue;
      }
    }
    const items = itemsInOrder(next);
    if (!items) break;
    for (let at = items.length - 1; at >= 0; at--) {
      const item = items[at];
      if (typeof item === 'object') waiting.push(item);
    }
  }
  return lines;
}

function itemsInOrder(value: JsonValue): readonly JsonValue[] | undefined {
  if (isJsonList(value)) return value;
  if (!isJsonObject(value)) return [];
  const [first] = Object.keys(value);
  return first !== undefined && WHOLE_NUMBER.test(first) ? undefined : Object.values(value);
}

/** Goes behind the bracket that closes the one found last. */
function skipInside(marks: TextMarks): void {
  for (let depth = 1; depth > 0;) {
    const mark = marks.next();
    if (mark === '') return;
    if (OPENING.includes(mark)) depth++;
    else if (']})'.includes(mark)) depth--;
  }
}

function nextOpening(marks: TextMarks): string {
  let mark = marks.next();
  while (mark !== '' && !OPENING.includes(mark)) mark = marks.next();
  return mark;
}
