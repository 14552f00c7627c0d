import { isToolName } from '#core/calls/call-names.ts';
import { exampleOf, isCallLike, readCallList, type FoundCall } from '#core/calls/read-call.ts';
import { isJsonList, isJsonObject, ownValue, type JsonValue } from '#core/base/json/json-value.ts';
import { sideOfName } from '#core/read/names/column-names.ts';
import { unwrapEncoded } from '#core/base/json/pick.ts';
import {
  Collector,
  type AdapterOptions,
  type AdapterResult,
  type CandidateChoice,
  type Segment,
  type Side,
} from '#core/read/framework/adapter.ts';

/** Lists of calls that are at the same place in every record. */
export interface Candidate {
  /** The path from the file's values to each list, as shown: `[].run.tools`. */
  readonly path: string;
  readonly segments: readonly Segment[];
  /** The side that the names on the path suggest. */
  readonly side: Side | 'unknown';
  /** Lists found there, and the calls or names in them. */
  readonly lists: number;
  readonly calls: number;
  /** Whether all of them are names without arguments. */
  readonly isNamesOnly: boolean;
  /** The first call as it is read, cut: `search({"q": "a"})`. */
  readonly example: string;
}

/** Levels looked through; candidates shown. */
const DEPTH = 24;
const MAX_CANDIDATES = 50;

/**
 * Finds the lists in a file that may be trajectories, so that a person can choose.
 * @returns the places, most calls first, at most 50; lists of tool definitions are left out
 */
export function findCandidates(values: readonly JsonValue[]): readonly Candidate[] {
  const found = new Map<string, Candidate>();
  walk(values, [], found);
  return [...found.values()].sort((a, b) => b.calls - a.calls).slice(0, MAX_CANDIDATES);
}

function walk(value: JsonValue, way: readonly Segment[], found: Map<string, Candidate>): void {
  const inner = unwrapEncoded(value);
  if (isJsonList(inner) && way.length > 0) take(inner, way, found);
  if (way.length >= DEPTH) return;
  if (isJsonList(inner)) {
    const next = [...way, 'items'] as const;
    for (const item of inner) if (typeof item === 'object') walk(item, next, found);
  } else if (isJsonObject(inner)) {
    for (const [key, item] of Object.entries(inner)) {
      if (typeof item === 'object' || typeof item === 'string')
        walk(item, [...way, { key }], found);
    }
  }
}

function take(
  list: readonly JsonValue[],
  way: readonly Segment[],
  found: Map<string, Candidate>,
): void {
  const side = sideOf(way);
  const calls = list.filter(isCallLike).length;
  const isNames = calls === 0 && list.length > 0 && side !== 'unknown' && list.every(isToolName);
  const path = printPath(way);
  const known = found.get(path);
  // an empty list counts only where others hold calls
  if (calls === 0 && !isNames && !(known && list.length === 0)) return;
  found.set(path, {
    path,
    segments: way,
    side,
    lists: (known?.lists ?? 0) + 1,
    calls: (known?.calls ?? 0) + (isNames ? list.length : calls),
    isNamesOnly: (known?.isNamesOnly ?? true) && (isNames || list.length === 0),
    example:
      (known?.example ?? '') ||
      exampleOf(isNames ? list[0] : list.find(isCallLike), EXAMPLE_LENGTH),
  });
}

const EXAMPLE_LENGTH = 200;

/** The name nearest to the list speaks for it. */
function sideOf(way: readonly Segment[]): Side | 'unknown' {
  for (const segment of [...way].reverse()) {
    if (segment === 'items') continue;
    const side = sideOfName(segment.key);
    if (side) return side === 'reference_trajectory' ? 'reference' : 'predicted';
  }
  return 'unknown';
}

function printPath(way: readonly Segment[]): string {
  return way
    .map((segment) => (segment === 'items' ? '[]' : `.${segment.key}`))
    .join('')
    .replace(/^\./, '');
}

/**
 * Reads the chosen lists into rows: one for each record that holds both, or either.
 * @returns the rows; plain cells of the record are kept
 */
export function readCandidates(
  values: readonly JsonValue[],
  choice: CandidateChoice,
  options: AdapterOptions,
): AdapterResult {
  const out = new Collector(options);
  const { predicted, reference } = choice;
  const depth = recordDepth(predicted, reference);
  const way = (predicted ?? reference ?? []).slice(0, depth);
  for (const record of valuesAt(values, way)) {
    out.from(record);
    const side = (segments: readonly Segment[] | undefined, name: Side): JsonValue | undefined => {
      const lists = segments ? valuesAt(record, segments.slice(depth)) : [];
      const calls = lists.map((list) => callsIn(list, segments ?? [], out));
      const known = calls.filter((found) => found !== undefined);
      return known.length === 0 ? undefined : out.trajectory(known.flat(), name);
    };
    if (isJsonObject(record)) out.keepRest(record, usedKeys(depth, predicted, reference));
    out.row({
      predicted_trajectory: side(predicted, 'predicted'),
      reference_trajectory: side(reference, 'reference'),
    });
  }
  return out.result();
}

function callsIn(
  list: JsonValue,
  segments: readonly Segment[],
  out: Collector,
): readonly FoundCall[] | undefined {
  return isJsonList(list) ? readCallList(list, out, printPath(segments)) : [];
}

/** A record is an item of the innermost list that holds both sides. */
function recordDepth(
  predicted: readonly Segment[] | undefined,
  reference: readonly Segment[] | undefined,
): number {
  const one = predicted ?? reference ?? [];
  const other = reference ?? one;
  let shared = 0;
  let depth = 0;
  while (shared < one.length && isSameStep(one[shared], other[shared])) {
    if (one[shared] === 'items') depth = shared + 1;
    shared++;
  }
  return depth;
}

function isSameStep(a: Segment | undefined, b: Segment | undefined): boolean {
  if (a === undefined || b === undefined || a === 'items' || b === 'items') return a === b;
  return a.key === b.key;
}

function valuesAt(value: JsonValue, way: readonly Segment[]): readonly JsonValue[] {
  let at: readonly JsonValue[] = [unwrapEncoded(value)];
  for (const segment of way) {
    at = at.flatMap((item) => {
      if (segment === 'items')
        return isJsonList(item) ? item.map((inner) => unwrapEncoded(inner)) : [];
      const inner = isJsonObject(item) ? ownValue(item, segment.key) : undefined;
      return inner === undefined || inner === null ? [] : [unwrapEncoded(inner)];
    });
  }
  return at;
}

/** The keys of a record under which the chosen lists themselves are. */
function usedKeys(
  depth: number,
  ...chosen: readonly (readonly Segment[] | undefined)[]
): readonly string[] {
  return chosen.flatMap((segments) => {
    const [first, ...others] = segments?.slice(depth) ?? [];
    return first === undefined || first === 'items' || others.length > 0 ? [] : [first.key];
  });
}
