import type { ColumnRoles, ColumnRole } from '#core/read/names/column-roles.ts';
import type { ScoredColumns } from '#core/score/columns/scored-columns.ts';
import { REVIEW_COLUMN } from '#core/score/rated-metrics/rating-metric.ts';
import { titleOf } from '#core/score/metrics/registry.ts';

/** The names that conditions can use. */
export interface FilterNames {
  /** Ids of the score columns. */
  readonly scores: readonly string[];
  readonly titles?: ReadonlyMap<string, string>;
  readonly columns: readonly string[];
  readonly tools: readonly string[];
  readonly roles: ColumnRoles;
  readonly codes?: readonly string[];
  /** Values of columns that were read so far; used for completion only. */
  readonly values?: ReadonlyMap<string, readonly string[]>;
}

/** What a name refers to. */
export type NamedColumn =
  | { readonly kind: 'score'; readonly columnId: string }
  | { readonly kind: 'cell'; readonly column: string };

/** Reserved words; a column of that name is quoted. */
export const KEYWORDS = [
  'text',
  'tool',
  'difference',
  'cause',
  'pattern',
  'pair',
  'transition',
  'row',
  'column',
  'not',
  'and',
  'or',
] as const;

const LATENCY: ColumnRole = 'latency_in_seconds';

interface NamedRun {
  readonly columns: ScoredColumns;
  readonly roles: ColumnRoles;
}

/** Lists the names of a run. */
export function namesOf(run: NamedRun): FilterNames {
  const { scores, columns, tools } = run.columns;
  return {
    scores: scores.map(({ id }) => id),
    titles: new Map(
      scores.flatMap((column) => {
        const { title, short } = titleOf(column);
        const others = column.id === REVIEW_COLUMN.id ? ['code'] : [];
        return [title, short, ...others].map((name) => [name.toLowerCase(), column.id] as const);
      }),
    ),
    columns: columns.map(({ name }) => name),
    tools: tools.names,
    codes: codesOf(scores),
    roles: run.roles,
  };
}

function codesOf(scores: ScoredColumns['scores']): readonly string[] {
  const texts = scores.find(({ id }) => id === REVIEW_COLUMN.id)?.texts ?? [];
  return [...new Set([...new Set(texts)].flatMap((text) => text.split('\n')))]
    .filter((code) => code !== '')
    .sort();
}

/**
 * Resolves a name: a score column (`latency` is short for its metric), else a column of the dataset
 * by name, else by role, such as `id`, else a score column by its title. Undefined without any.
 */
export function findNamed(name: string, names: FilterNames): NamedColumn | undefined {
  const scoreId = name === 'latency' && !names.columns.includes(name) ? LATENCY : name;
  if (names.scores.includes(scoreId)) return { kind: 'score', columnId: scoreId };
  if (names.columns.includes(name)) return { kind: 'cell', column: name };
  const column = Object.hasOwn(names.roles, name) ? names.roles[name as ColumnRole] : undefined;
  if (column !== undefined && names.columns.includes(column)) return { kind: 'cell', column };
  const columnId = names.titles?.get(name.toLowerCase());
  return columnId === undefined ? undefined : { kind: 'score', columnId };
}
