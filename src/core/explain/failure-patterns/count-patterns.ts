import type { LabelColumn } from '#core/score/columns/scored-columns.ts';
import { FAILURE_PATTERNS, parsePattern, type FailurePattern } from './failure-patterns.ts';

/** A pattern with the rows that it occurs in, and where. */
export interface PatternCount {
  readonly pattern: FailurePattern;
  /** Each row once, whatever number of such failures it has. */
  readonly rowCount: number;
  /** Tools and arguments, that of most rows first. */
  readonly places: readonly {
    readonly tool: string;
    readonly path: string;
    readonly rows: number;
  }[];
  readonly placeCount: number;
}

const PLACES_LISTED = 20;

/**
 * Counts the patterns that occur in some rows.
 * @param labels the patterns of all rows
 * @returns the patterns, that of most rows first
 */
export function countPatterns(labels: LabelColumn, rows: Uint32Array): readonly PatternCount[] {
  const { names, starts, ids } = labels;
  const parsed = names.map(parsePattern);
  const patternOf = Uint8Array.from(parsed, ({ pattern }) => FAILURE_PATTERNS.indexOf(pattern));
  const rowCounts = new Uint32Array(FAILURE_PATTERNS.length);
  const lastRow = new Int32Array(FAILURE_PATTERNS.length).fill(-1);
  const perLabel = new Uint32Array(names.length);
  for (const row of rows) {
    for (let at = starts[row] as number; at < (starts[row + 1] as number); at++) {
      const id = ids[at] as number;
      perLabel[id] = (perLabel[id] as number) + 1;
      const pattern = patternOf[id] as number;
      if (lastRow[pattern] === row) continue;
      lastRow[pattern] = row;
      rowCounts[pattern] = (rowCounts[pattern] as number) + 1;
    }
  }
  return FAILURE_PATTERNS.map((pattern, at) => {
    const places = parsed
      .flatMap(({ tool, path }, id) =>
        patternOf[id] === at && (perLabel[id] as number) > 0
          ? [{ tool, path, rows: perLabel[id] as number }]
          : [],
      )
      .sort((a, b) => b.rows - a.rows);
    const placeCount = places.length;
    return {
      ...{ pattern, rowCount: rowCounts[at] as number, placeCount },
      places: places.slice(0, PLACES_LISTED),
    };
  })
    .filter(({ rowCount }) => rowCount > 0)
    .sort((a, b) => b.rowCount - a.rowCount);
}
