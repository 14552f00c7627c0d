import type { CountedRows, RowNumbers } from '#core/read/dataset/row-cells.ts';

/** The columns of counted rows that take eight bytes a row, in the order they are in memory. */
const WIDE = ['idKeys', 'contentKeys', 'latencies', 'failures'] as const;
/** Those that take four. */
const NARROW = ['offsets', 'lengths', 'lines', 'alike', 'predicted', 'expected'] as const;

/** Where the scanner writes down counted rows, see `assembly/scanner.ts`. */
export interface CountedPlace {
  /** Address of the first column. */
  readonly at: number;
  /** The rows that there is room for. */
  readonly most: number;
  /** The labels that there is room for. */
  readonly mostLabels: number;
}

/** Views the rows that were counted. */
export function countedRowsAt(
  { at, most, mostLabels }: CountedPlace,
  memory: ArrayBufferLike,
  numbers: RowNumbers,
  from: number,
  to: number,
): CountedRows {
  const wide = (name: (typeof WIDE)[number]): Float64Array =>
    new Float64Array(memory, at + 8 * most * WIDE.indexOf(name), most).subarray(from, to);
  const narrowAt = at + 8 * most * WIDE.length;
  const narrow = (name: (typeof NARROW)[number]): Uint32Array =>
    new Uint32Array(memory, narrowAt + 4 * most * NARROW.indexOf(name), most).subarray(from, to);
  const startsAt = narrowAt + 4 * most * NARROW.length;
  const startsBytes = 4 * (most + 1);
  const starts = (index: number): Uint32Array =>
    new Uint32Array(memory, startsAt + index * startsBytes, most + 1).subarray(from, to + 1);
  const labelsAt = startsAt + 2 * startsBytes;
  const labels = (index: number): Uint32Array =>
    new Uint32Array(memory, labelsAt + index * 4 * mostLabels, mostLabels);
  return {
    count: to - from,
    idKeys: wide('idKeys'),
    contentKeys: wide('contentKeys'),
    recorded: { latencySeconds: wide('latencies'), failure: wide('failures') },
    offsets: narrow('offsets'),
    lengths: narrow('lengths'),
    lines: narrow('lines'),
    alike: narrow('alike'),
    predicted: narrow('predicted'),
    expected: narrow('expected'),
    tools: { starts: starts(0), ids: labels(0) },
    causes: { starts: starts(1), ids: labels(1) },
    numbers,
  };
}
