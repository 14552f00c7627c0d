import { isOfRun } from '#core/calls/is-of-run.ts';
import { isCallLike } from '#core/calls/locate-call.ts';
import { isJsonObject } from '#core/json/json-value.ts';
import { dialectOf } from '#core/literals/dialect.ts';
import { readLiteralAt } from '#core/literals/read-literal.ts';

/** A part of a text: offsets of its first character and of the one after its last. */
export interface TextSpan {
  readonly from: number;
  readonly to: number;
}

/** The objects of a text, and the rest of it from where one of them breaks. */
export interface SplitRow {
  readonly objects: readonly TextSpan[];
  readonly rest: TextSpan | undefined;
}

const BETWEEN = /[\s,]*/y;
const END = /[\s,;%]*$/y;
const LIST = /^\s*\[/;

/**
 * Finds the objects that stand in the place of one: a list of them, or several after another.
 * @param text what should have been one object
 * @returns the objects, in order; undefined where the text is anything else, as a list of calls is
 */
export function splitRow(text: string): SplitRow | undefined {
  const list = LIST.exec(text)?.[0].length;
  const dialect = dialectOf(text);
  const objects: TextSpan[] = [];
  for (let at = list ?? 0; ;) {
    at += matchAt(BETWEEN, text, at);
    const isClosed = list !== undefined && text.charAt(at) === ']';
    END.lastIndex = isClosed ? at + 1 : at;
    if (END.test(text) && isClosed === (list !== undefined))
      return objects.length > 0 ? { objects, rest: undefined } : undefined;
    if (text.charAt(at) !== '{') return undefined;
    const reading = readLiteralAt(text, at, dialect);
    if (!reading.ok)
      return objects.length > 0 ? { objects, rest: { from: at, to: text.length } } : undefined;
    if (!isJsonObject(reading.value)) return undefined;
    if (list !== undefined && isCallLike(reading.value) && !isOfRun(reading.value))
      return undefined;
    objects.push({ from: at, to: reading.end });
    at = reading.end;
  }
}

function matchAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}
