import { csvRecord } from '#core/results/result-table.ts';
import type { ColumnStatistics } from '#core/summary/statistics.ts';
import type { Trials } from '#core/summary/trials.ts';

/** A table of numbers, to show and to copy. */
export interface SummaryLines {
  readonly head: readonly string[];
  /** A name, then numbers; null where there is none. */
  readonly lines: readonly (readonly [name: string, ...cells: (number | string | null)[]])[];
}

const HEAD = [
  ...['valid', 'not evaluated', 'errors', 'mean', 'std', 'median', 'p90', 'p95', 'min', 'max'],
  ...['95 % low', '95 % high', 'interval', 'passes from', 'pass rate'],
];

/** Puts descriptions of score columns into a table, one line each. */
export function summaryLines(
  what: string,
  described: readonly (readonly [name: string, statistics: ColumnStatistics])[],
): SummaryLines {
  return {
    head: [what, ...HEAD],
    lines: described.map(([name, s]) => [
      name,
      ...[s.valid, s.notEvaluated, s.errors, s.mean, s.std, s.median, s.p90, s.p95, s.min, s.max],
      ...[s.interval?.low ?? null, s.interval?.high ?? null, s.interval?.method ?? null],
      ...[s.threshold, s.passRate],
    ]),
  };
}

/** Puts repeated trials into a table, one line per metric. */
export function trialLines(
  { k, metrics }: Trials,
  nameOf: (column: Trials['metrics'][number]) => string,
): SummaryLines {
  return {
    head: ['metric', `pass@${k}`, `pass^${k}`, 'tasks', 'spread', 'unsteady'],
    lines: metrics.map((line) => [
      nameOf(line),
      ...[line.passAtK, line.passHatK, line.tasks, line.spread, line.unsteady],
    ]),
  };
}

/** Writes a table as CSV, numbers in full. */
export function asCsv({ head, lines }: SummaryLines): string {
  return [head, ...lines].map((record) => `${csvRecord(record)}\r\n`).join('');
}

/** Writes a table as Markdown, numbers to four digits. */
export function asMarkdown({ head, lines }: SummaryLines): string {
  const escape = (text: string): string => text.replace(/[\\|]/g, '\\$&').replace(/\s+/g, ' ');
  const print = (cell: number | string | null): string => {
    if (cell === null) return '–';
    return typeof cell === 'number' ? String(Number(cell.toPrecision(4))) : escape(cell);
  };
  const rule = head.map((_, place) => (place === 0 ? '---' : '--:'));
  return [head.map(escape), rule, ...lines.map((line) => line.map(print))]
    .map((cells) => `| ${cells.join(' | ')} |\n`)
    .join('');
}
