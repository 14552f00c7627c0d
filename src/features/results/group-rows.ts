import type { LabelColumn, ScoredColumns } from '#core/score/columns/scored-columns.ts';
import type { SummaryRequest } from './numbers/run-summary.ts';
import {
  describeScores,
  pickRows,
  rowPasses,
  type ColumnStatistics,
} from '#core/explain/summary/summarise.ts';
import type { CellValues } from '#core/explain/view/cell-values.ts';
import { DIFFERENCE_KINDS, differenceKindOf, type DifferenceKind } from '#core/match/signature.ts';
import type { Filter } from '#core/explain/view/filter.ts';

/** The grouping of rows. */
export type GroupBy =
  { readonly kind: 'tool' } | { readonly kind: 'cell'; readonly column: string };

/** What rows are grouped by, with the values of a column. */
type GroupedBy =
  | { readonly kind: 'tool' }
  | { readonly kind: 'cell'; readonly column: string; readonly cells: CellValues };

interface RowGroup {
  readonly filter: Filter;
  readonly count: number;
  /** Means of the score columns in order; null where no row has a score. */
  readonly means: readonly (number | null)[];
  /** The number of passing among scored rows, in the chosen score column if it has a verdict. */
  readonly passing?: { readonly count: number; readonly of: number } | undefined;
  /** Statistics of the chosen score column; for the largest groups only. */
  readonly statistics?: ColumnStatistics | undefined;
  /** What most of its failing rows differ in; undefined when none fails. */
  readonly cause?: { readonly kind: DifferenceKind; readonly rowCount: number } | undefined;
  /** Its rows as grouped by the second column; for the largest groups only. */
  readonly parts?: readonly RowGroup[] | undefined;
}

/** Groups of rows, those with the most rows first. */
export interface Grouping {
  readonly groups: readonly RowGroup[];
  /** The number of groups; only {@link GROUPS_LISTED} are listed. */
  readonly groupCount: number;
  readonly rowCount: number;
  /** Rows in no group: without a call, or with a value beyond the first thousand. */
  readonly restCount: number;
  /** All rows as grouped by the second column. */
  readonly second?: Grouping | undefined;
}

/** The largest number of groups listed. */
export const GROUPS_LISTED = 1000;
const GROUPS_DESCRIBED = 15;

/** The groups as filters, and the rows in them: row `rows[i]` is in group `codes[i]`. */
interface Membership {
  readonly filters: readonly Filter[];
  readonly rows: Uint32Array;
  readonly codes: Uint32Array;
  readonly restCount: number;
}

/** A group with its row numbers. */
interface RowsOfGroup {
  readonly filter: Filter;
  readonly rows: Uint32Array;
}

/**
 * Groups rows and averages their scores; empty without rows.
 * @param second groups the rows, and those of each of the largest groups, once more
 */
export function groupRows(
  columns: ScoredColumns,
  rows: Uint32Array,
  by: GroupedBy,
  of?: SummaryRequest,
  second?: GroupedBy,
): Grouping {
  const scores = of && columns.scores.find(({ id }) => id === of.columnId);
  const passes = of && rowPasses(scores, of.thresholds);
  const kindOf = columns.signatures.names.map(differenceKindOf);
  const { groups, ...counts } = listGroups(columns, rows, by);
  return {
    groups: groups.map(({ filter, rows: inside }, at) => {
      const isLarge = at < GROUPS_DESCRIBED;
      return {
        filter,
        count: inside.length,
        means: columns.scores.map(({ values }) => meanOf(inside, values)),
        passing: passes && countPassing(inside, passes),
        statistics:
          isLarge && scores ? describeScores(pickRows(scores, inside), of.thresholds) : undefined,
        cause: passes && topCause(columns, inside, passes, kindOf),
        parts: isLarge && second ? groupRows(columns, inside, second, of).groups : undefined,
      };
    }),
    rowCount: rows.length,
    second: second && groupRows(columns, rows, second, of),
    ...counts,
  };
}

/** The kind of difference that most of the rows that fail have, and how many have it. */
function topCause(
  { signatures: { starts, ids } }: ScoredColumns,
  rows: Uint32Array,
  passes: (row: number) => boolean | undefined,
  kindOf: readonly DifferenceKind[],
): RowGroup['cause'] {
  const counts = new Map<DifferenceKind, number>();
  for (const row of rows) {
    if (passes(row) !== false) continue;
    const kinds = new Set<DifferenceKind>();
    for (let at = starts[row] as number; at < (starts[row + 1] as number); at++)
      kinds.add(kindOf[ids[at] as number] as DifferenceKind);
    for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const rowCount = Math.max(0, ...counts.values());
  const kind = DIFFERENCE_KINDS.find((one) => counts.get(one) === rowCount);
  return kind && { kind, rowCount };
}

/** Lists the rows of the largest groups, the largest first; counts the groups and the rows in none. */
function listGroups(
  columns: ScoredColumns,
  rows: Uint32Array,
  by: GroupedBy,
): { readonly groups: readonly RowsOfGroup[] } & Pick<Grouping, 'groupCount' | 'restCount'> {
  const { filters, restCount, ...members } =
    by.kind === 'tool'
      ? membersByTool(rows, columns.tools)
      : membersByCell(rows, by.cells, by.column);
  const starts = new Uint32Array(filters.length + 1);
  for (const code of members.codes) starts[code + 1] = (starts[code + 1] as number) + 1;
  for (let code = 0; code < filters.length; code++)
    starts[code + 1] = (starts[code + 1] as number) + (starts[code] as number);
  const next = starts.slice();
  const sorted = new Uint32Array(members.codes.length);
  for (let i = 0; i < sorted.length; i++) {
    const code = members.codes[i] as number;
    const place = next[code] as number;
    sorted[place] = members.rows[i] as number;
    next[code] = place + 1;
  }
  const groups = filters
    .map((filter, code) => ({ filter, rows: sorted.subarray(starts[code], starts[code + 1]) }))
    .filter((group) => group.rows.length > 0)
    .sort((a, b) => b.rows.length - a.rows.length);
  return { groups: groups.slice(0, GROUPS_LISTED), groupCount: groups.length, restCount };
}

function countPassing(
  rows: Uint32Array,
  passes: (row: number) => boolean | undefined,
): RowGroup['passing'] {
  const verdicts = Array.from(rows, passes).filter((verdict) => verdict !== undefined);
  return { count: verdicts.filter(Boolean).length, of: verdicts.length };
}

function meanOf(rows: Uint32Array, values: Float64Array): number | null {
  let sum = 0;
  let count = 0;
  for (const row of rows) {
    const value = values[row] as number;
    if (Number.isNaN(value)) continue;
    sum += value;
    count++;
  }
  return count === 0 ? null : sum / count;
}

function membersByCell(
  rows: Uint32Array,
  { names, codes }: CellValues,
  column: string,
): Membership {
  const kept = new Uint32Array(rows.length);
  const keptCodes = new Uint32Array(rows.length);
  let count = 0;
  for (const row of rows) {
    const code = codes[row] as number;
    if (code >= names.length) continue;
    kept[count] = row;
    keptCodes[count++] = code;
  }
  return {
    filters: names.map((value) => ({ kind: 'cell', column, value })),
    rows: kept.subarray(0, count),
    codes: keptCodes.subarray(0, count),
    restCount: rows.length - count,
  };
}

/** A row is in the group of each tool that it calls. */
function membersByTool(rows: Uint32Array, { names, starts, ids }: LabelColumn): Membership {
  let total = 0;
  for (const row of rows) total += (starts[row + 1] as number) - (starts[row] as number);
  const members = new Uint32Array(total);
  const codes = new Uint32Array(total);
  let count = 0;
  let restCount = 0;
  for (const row of rows) {
    const end = starts[row + 1] as number;
    let at = starts[row] as number;
    if (at === end) restCount++;
    for (; at < end; at++) {
      members[count] = row;
      codes[count++] = ids[at] as number;
    }
  }
  const filters = names.map((tool): Filter => ({ kind: 'tool', tool }));
  return { filters, rows: members, codes, restCount };
}
