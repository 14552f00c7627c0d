import type { FailurePattern } from '#core/explain/failure-patterns/failure-patterns.ts';
import type { DifferenceKind, Signature } from '#core/match/signature.ts';
import type { StepOfTools } from '#core/explain/tool-table/transitions.ts';
import type { CellOfTools } from '#core/explain/tool-table/tool-table.ts';

/** How a number compares to another. */
export type Relation = '<' | '<=' | '>' | '>=';

/** A condition without others in it. */
export type PlainFilter =
  /** Rows with a score from `min` to `max`, both included. */
  | {
      readonly kind: 'score';
      readonly columnId: string;
      readonly min: number;
      readonly max: number;
    }
  /** Rows by relation of their score; `!=` keeps rows with another score. */
  | {
      readonly kind: 'score-relation';
      readonly columnId: string;
      readonly relation: Relation | '!=';
      readonly value: number;
    }
  /** Rows by the text on a score, by judge or user, ignoring case. */
  | { readonly kind: 'score-text'; readonly columnId: string; readonly text: string }
  /** Rows with this code in their review. */
  | { readonly kind: 'code'; readonly code: string }
  /** Rows below the best score of a metric; none where it has no best score. */
  | { readonly kind: 'failing'; readonly columnId: string }
  /** Rows with the best score of a metric; none where it has no best score. */
  | { readonly kind: 'passing'; readonly columnId: string }
  /** Rows without a score in a column. */
  | { readonly kind: 'unscored'; readonly columnId: string }
  /** Rows without a score, because a value is missing or because of an error. */
  | {
      readonly kind: 'outcome';
      readonly columnId: string;
      readonly outcome: 'not-evaluated' | 'error';
    }
  | { readonly kind: 'not-evaluated' }
  | { readonly kind: 'agent-failed' }
  | { readonly kind: 'tool'; readonly tool: string }
  | { readonly kind: 'signature'; readonly signature: string }
  /** Rows with a difference of this kind. */
  | { readonly kind: 'difference'; readonly difference: Signature['kind'] | DifferenceKind }
  /** Rows with a failure pattern, in calls of the tool if one is given. */
  | { readonly kind: 'pattern'; readonly pattern: FailurePattern; readonly tool?: string }
  /** Rows of a cell of the tool table; an empty tool means “no call”. */
  | ({ readonly kind: 'tool-pair' } & CellOfTools)
  /** Rows with a step from tool to tool; an empty tool means start or end. */
  | ({ readonly kind: 'step' } & StepOfTools)
  /** Rows by the value of a column; empty for blank cells. */
  | { readonly kind: 'cell'; readonly column: string; readonly value: string }
  /** Rows with a text within a column, ignoring case. */
  | { readonly kind: 'cell-text'; readonly column: string; readonly text: string }
  /** Rows by relation of the number in a column. */
  | {
      readonly kind: 'cell-relation';
      readonly column: string;
      readonly relation: Relation;
      readonly value: number;
    }
  /** Rows with a text anywhere, ignoring case. */
  | { readonly kind: 'text'; readonly text: string };

/** A condition on rows; rows shown meet all conditions set. */
export type Filter =
  | PlainFilter
  | { readonly kind: 'not'; readonly of: Filter }
  | { readonly kind: 'any'; readonly of: readonly Filter[] }
  | { readonly kind: 'all'; readonly of: readonly Filter[] };

/** A condition for which every row's source must be read. */
export type SourceFilter = Extract<
  PlainFilter,
  { kind: 'text' | 'cell' | 'cell-text' | 'cell-relation' }
>;

/** Lists the plain conditions of a filter at any depth, in order. */
export function plainFilters(filter: Filter): readonly PlainFilter[] {
  switch (filter.kind) {
    case 'not':
      return plainFilters(filter.of);
    case 'any':
    case 'all':
      return filter.of.flatMap(plainFilters);
    default:
      return [filter];
  }
}

/** Whether a condition needs the source of rows. */
export function isSourceFilter(filter: PlainFilter): filter is SourceFilter {
  const { kind } = filter;
  return kind === 'text' || kind === 'cell' || kind === 'cell-text' || kind === 'cell-relation';
}

/** The conditions on labels that are gathered of all rows. */
export const ROW_LABELS = ['tool-pair', 'step', 'pattern'] as const;

/** What labels a condition asks for. */
export type RowLabel = (typeof ROW_LABELS)[number];

const READ_FOR: ReadonlySet<Filter['kind']> = new Set(ROW_LABELS);

/** Whether a filter needs the source of rows. */
export function needsSource(filter: Filter): boolean {
  return plainFilters(filter).some((plain) => isSourceFilter(plain) || READ_FOR.has(plain.kind));
}

/** A text that identifies a filter. */
export function filterKey(filter: Filter): string {
  return JSON.stringify(filter);
}

/** Compares two numbers; false for NaN. */
export function holds(a: number, relation: Relation, b: number): boolean {
  switch (relation) {
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case '>':
      return a > b;
    case '>=':
      return a >= b;
  }
}
