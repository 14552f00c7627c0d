/** A place in each list with the same id. */
export type Match = readonly [a: number, b: number];

// 25 million cells of one byte; beyond it the exact table would not fit a worker comfortably.
const TABLE_LIMIT = 25_000_000;

/**
 * Finds a longest common subsequence of two lists of ids ≥ 0: the matched places, ascending on both
 * sides; of equally long ones the earliest in `a`. Exact while the table of the trimmed lists has
 * at most 25 million cells; beyond that it anchors on ids that are unique on each side.
 */
export function longestCommonSubsequence(a: readonly number[], b: readonly number[]): Match[] {
  const matches: Match[] = [];
  collect(a, b, { aFrom: 0, aTo: a.length, bFrom: 0, bTo: b.length }, matches);
  return matches;
}

interface Window {
  readonly aFrom: number;
  readonly aTo: number;
  readonly bFrom: number;
  readonly bTo: number;
}

function collect(a: readonly number[], b: readonly number[], window: Window, out: Match[]): void {
  let { aFrom, aTo, bFrom, bTo } = window;
  while (aFrom < aTo && bFrom < bTo && a[aFrom] === b[bFrom]) out.push([aFrom++, bFrom++]);
  while (aFrom < aTo && bFrom < bTo && a[aTo - 1] === b[bTo - 1]) {
    aTo--;
    bTo--;
  }
  if (aFrom < aTo && bFrom < bTo) {
    const rest = { aFrom, aTo, bFrom, bTo };
    if ((aTo - aFrom) * (bTo - bFrom) <= TABLE_LIMIT) collectByTable(a, b, rest, out);
    else collectByAnchors(a, b, rest, out);
  }
  while (aTo < window.aTo) out.push([aTo++, bTo++]);
}

// rows mostly need small tables: these are reused
const SMALL = 4096;
const STEPS = new Uint8Array(SMALL);
const LENGTHS = new Uint32Array(SMALL);
const LENGTHS_BELOW = new Uint32Array(SMALL);

const DIAGONAL = 1;
const DOWN = 2;

function collectByTable(a: readonly number[], b: readonly number[], w: Window, out: Match[]): void {
  const width = w.bTo - w.bFrom;
  const height = w.aTo - w.aFrom;
  if (width === 1 || height === 1) {
    collectOne(a, b, w, out);
    return;
  }
  const isSmall = width * height < SMALL;
  const steps = isSmall ? STEPS.fill(0, 0, width * height) : new Uint8Array(width * height);
  let below = isSmall ? LENGTHS_BELOW.fill(0, 0, width + 1) : new Uint32Array(width + 1);
  let row = isSmall ? LENGTHS.fill(0, 0, width + 1) : new Uint32Array(width + 1);
  for (let i = height - 1; i >= 0; i--) {
    const id = a[w.aFrom + i];
    for (let j = width - 1; j >= 0; j--) {
      if (id === b[w.bFrom + j]) {
        row[j] = (below[j + 1] as number) + 1;
        steps[i * width + j] = DIAGONAL;
        continue;
      }
      const down = below[j] as number;
      const right = row[j + 1] as number;
      row[j] = Math.max(down, right);
      if (down > right) steps[i * width + j] = DOWN;
    }
    [below, row] = [row, below];
    row[width] = 0;
  }
  let i = 0;
  let j = 0;
  while (i < height && j < width) {
    const step = steps[i * width + j];
    if (step === DIAGONAL) out.push([w.aFrom + i++, w.bFrom + j++]);
    else if (step === DOWN) i++;
    else j++;
  }
}

/** A single item on one side matches the first equal one, without a table. */
function collectOne(a: readonly number[], b: readonly number[], w: Window, out: Match[]): void {
  for (let i = w.aFrom; i < w.aTo; i++) {
    for (let j = w.bFrom; j < w.bTo; j++) {
      if (a[i] !== b[j]) continue;
      out.push([i, j]);
      return;
    }
  }
}

function collectByAnchors(
  a: readonly number[],
  b: readonly number[],
  w: Window,
  out: Match[],
): void {
  const anchors = risingRun(uniqueMatches(a, b, w));
  let aFrom = w.aFrom;
  let bFrom = w.bFrom;
  for (const [i, j] of anchors) {
    collect(a, b, { aFrom, aTo: i, bFrom, bTo: j }, out);
    out.push([i, j]);
    aFrom = i + 1;
    bFrom = j + 1;
  }
  // a window without an anchor stays unmatched, so that this ends
  if (anchors.length > 0) collect(a, b, { aFrom, aTo: w.aTo, bFrom, bTo: w.bTo }, out);
}

/** Ids that occur exactly once in each window, in the order of `a`. */
function uniqueMatches(a: readonly number[], b: readonly number[], w: Window): Match[] {
  const inA = onlyPlaces(a, w.aFrom, w.aTo);
  const inB = onlyPlaces(b, w.bFrom, w.bTo);
  const matches: Match[] = [];
  for (const [id, i] of inA) {
    const j = inB.get(id);
    if (i >= 0 && j !== undefined && j >= 0) matches.push([i, j]);
  }
  return matches.sort((x, y) => x[0] - y[0]);
}

function onlyPlaces(ids: readonly number[], from: number, to: number): Map<number, number> {
  const places = new Map<number, number>();
  for (let i = from; i < to; i++) {
    const id = ids[i] as number;
    places.set(id, places.has(id) ? -1 : i);
  }
  return places;
}

/** The longest ascending run of matches (patience sorting). */
function risingRun(matches: readonly Match[]): Match[] {
  const tops: number[] = [];
  const previous = new Int32Array(matches.length).fill(-1);
  for (const [index, [, j]] of matches.entries()) {
    let low = 0;
    let high = tops.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((matches[tops[middle] as number] as Match)[1] < j) low = middle + 1;
      else high = middle;
    }
    previous[index] = low > 0 ? (tops[low - 1] as number) : -1;
    tops[low] = index;
  }
  const run: Match[] = [];
  for (let at = tops.at(-1) ?? -1; at >= 0; at = previous[at] as number)
    run.push(matches[at] as Match);
  return run.reverse();
}
