import type { InternedPair } from './interned-pair.ts';
import { matchPlaces } from './maximum-matching.ts';

/**
 * The fewest insertions, deletions and replacements of calls between two lists, 32 reference places
 * at a time (Myers 1999; Hyyrö 2003).
 */
export function editDistance(pair: InternedPair): number {
  const { prediction, reference } = pair;
  if (reference.length === 0) return prediction.length;
  const { starts, items } = matchPlaces(pair);
  const words = (reference.length + 31) >>> 5;
  // vertical steps between neighbouring reference places: one up, one down
  const up = new Int32Array(words).fill(-1);
  const down = new Int32Array(words);
  const matches = new Int32Array(words);
  const last = 1 << ((reference.length - 1) & 31);
  let distance = reference.length;
  for (const id of prediction) {
    const places = items.subarray(starts[id], starts[id + 1]);
    for (const place of places)
      matches[place >>> 5] = (matches[place >>> 5] as number) | bit(place);
    distance += stepDown({ up, down, matches }, last);
    for (const place of places) matches[place >>> 5] = 0;
  }
  return distance;
}

interface Columns {
  readonly up: Int32Array;
  readonly down: Int32Array;
  readonly matches: Int32Array;
}

/** Advances by one predicted call; returns the change of the last distance. */
function stepDown({ up, down, matches }: Columns, last: number): number {
  let upIn = 1;
  let downIn = 0;
  let change = 0;
  for (let word = 0; word < up.length; word++) {
    const u = up[word] as number;
    const d = down[word] as number;
    const match = matches[word] as number;
    const vertical = match | d;
    const found = match | downIn;
    const diagonal = (((found & u) + u) ^ u) | found;
    let horizontalUp = d | ~(diagonal | u);
    let horizontalDown = u & diagonal;
    if (word === up.length - 1) {
      change = (horizontalUp & last) !== 0 ? 1 : (horizontalDown & last) !== 0 ? -1 : 0;
    }
    const upOut = horizontalUp >>> 31;
    const downOut = horizontalDown >>> 31;
    horizontalUp = (horizontalUp << 1) | upIn;
    horizontalDown = (horizontalDown << 1) | downIn;
    up[word] = horizontalDown | ~(vertical | horizontalUp);
    down[word] = horizontalUp & vertical;
    upIn = upOut;
    downIn = downOut;
  }
  return change;
}

function bit(place: number): number {
  return 1 << (place & 31);
}
