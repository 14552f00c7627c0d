import { isJsonList, isJsonObject, ownValue, type JsonValue } from './json-value.ts';
import { unwrapEncoded } from './pick.ts';

const EVERY = Symbol('every item');

/** A step of a path: a key, an index, or every item. */
type Step = string | number | typeof EVERY;

const STEP = /\.?([^.[\]]+)|\[(\d+)\]|\[(\*?)\]|\["((?:[^"\\]|\\.)*)"\]/y;

/** Parses a path such as `output.steps[].tool`, `$.choices[0]`, `["odd.key"]`; else undefined. */
function readPath(path: string): readonly Step[] | undefined {
  const text = path.trim().replace(/^\$/, '');
  const steps: Step[] = [];
  for (STEP.lastIndex = 0; STEP.lastIndex < text.length;) {
    const match = STEP.exec(text);
    if (!match) return undefined;
    const [, key, index, star, quoted] = match;
    if (index !== undefined) steps.push(Number(index));
    else if (star !== undefined) steps.push(EVERY);
    else steps.push(key ?? (JSON.parse(`"${quoted ?? ''}"`) as string));
  }
  return steps;
}

/** Whether a text is a path; an empty one means the whole value. */
export function isPath(path: string): boolean {
  return readPath(path) !== undefined;
}

/** Finds all values at a path, in order, also within JSON text; empty without one. */
export function findAtPath(value: JsonValue, path: string): readonly JsonValue[] {
  let found: readonly JsonValue[] = [value];
  for (const step of readPath(path) ?? ['']) found = found.flatMap((item) => walk(item, step));
  return found;
}

function walk(value: JsonValue, step: Step): readonly JsonValue[] {
  const inner = unwrapEncoded(value);
  if (isJsonList(inner)) {
    if (step === EVERY) return inner;
    const item = typeof step === 'number' ? inner.at(step) : undefined;
    return item === undefined ? [] : [item];
  }
  const item = isJsonObject(inner) ? ownValue(inner, String(step)) : undefined;
  return item === undefined ? [] : [item];
}
