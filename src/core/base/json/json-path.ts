import {
  isJsonList,
  isJsonObject,
  jsonTypeOf,
  ownValue,
  type JsonType,
  type JsonValue,
} from './json-value.ts';
import { unwrapEncoded } from './pick.ts';
import { printJson } from './parse-json.ts';

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

/** A value of an answer that can be chosen by its path. */
export interface Place {
  readonly path: string;
  readonly type: JsonType;
  readonly preview: string;
}

const DEEPEST = 12;
const MAX_ITEMS = 20;
const PREVIEW = 120;
const MAX_PLACES = 200;

/** Lists texts, numbers and lists of an answer with their paths, for the user to choose from. */
export function listPlaces(value: JsonValue): readonly Place[] {
  const places: Place[] = [];
  const visit = (item: JsonValue, path: string, depth: number): void => {
    if (places.length >= MAX_PLACES) return;
    const type = jsonTypeOf(item);
    if (type !== 'object' || path === '') {
      places.push({ path, type, preview: printJson(item).slice(0, PREVIEW) });
    }
    if (depth >= DEEPEST) return;
    if (isJsonList(item)) {
      for (const [index, inner] of item.slice(0, MAX_ITEMS).entries())
        visit(inner, `${path}[${String(index)}]`, depth + 1);
    } else if (isJsonObject(item)) {
      for (const [key, inner] of Object.entries(item)) {
        const isPlain = /^[^.[\]"\s$]+$/.test(key);
        const step = isPlain ? `${path === '' ? '' : '.'}${key}` : `[${JSON.stringify(key)}]`;
        visit(inner, path + step, depth + 1);
      }
    }
  };
  visit(value, '', 0);
  return places;
}
