import type { ColumnRoles, ColumnRole } from '#core/read/names/column-roles.ts';
import type { ScoredColumns } from '#core/score/columns/scored-columns.ts';
import { REVIEW_COLUMN } from '#core/score/rated-metrics/rating-metric.ts';
import { titleOf } from '#core/score/metrics/registry.ts';

/** What conditions can name: all that a run has. */
export interface FilterNames {
  /** Ids of the score columns. */
  readonly scores: readonly string[];
  readonly titles?: ReadonlyMap<string, string>;
  readonly columns: readonly string[];
  readonly tools: readonly string[];
  readonly roles: ColumnRoles;
  readonly codes?: readonly string[];
  /** Values of columns of the dataset, as far as they have been read; they are only offered. */
  readonly values?: ReadonlyMap<string, readonly string[]>;
}

/** What a name stands for. */
export type NamedColumn =
  | { readonly kind: 'score'; readonly columnId: string }
  | { readonly kind: 'cell'; readonly column: string };

/** Words that begin a condition or join conditions; a column of that name is quoted. */
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

/** Lists what conditions on a run can name. */
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
 * Finds what a name stands for: a score column (`latency` is short for the metric), else a column
 * of the dataset by its own name, else by its role, as in `id` and `prompt`, else a score column by
 * the name that the page shows; undefined when there is nothing of that name.
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
