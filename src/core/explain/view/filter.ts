import type { FailurePattern } from '#core/explain/failure-patterns/failure-patterns.ts';
import type { DifferenceKind, Signature } from '#core/match/signature.ts';
import type { StepOfTools } from '#core/explain/tool-table/transitions.ts';
import type { CellOfTools } from '#core/explain/tool-table/tool-table.ts';

/** How a number compares to another. */
export type Relation = '<' | '<=' | '>' | '>=';

/** A condition that does not hold others. */
export type PlainFilter =
  /** Rows with a score from `min` to `max`, both included. */
  | {
      readonly kind: 'score';
      readonly columnId: string;
      readonly min: number;
      readonly max: number;
    }
  /** Rows whose score compares so to a number; `!=` keeps rows that have another score. */
  | {
      readonly kind: 'score-relation';
      readonly columnId: string;
      readonly relation: Relation | '!=';
      readonly value: number;
    }
  /** Rows with a text in what a judge or a person said to the score, without regard to case. */
  | { readonly kind: 'score-text'; readonly columnId: string; readonly text: string }
  /** Rows in which a person found this error. */
  | { readonly kind: 'code'; readonly code: string }
  /** Rows short of full marks in a metric; none of a metric without full marks. */
  | { readonly kind: 'failing'; readonly columnId: string }
  /** Rows with full marks in a metric; none of a metric without full marks. */
  | { readonly kind: 'passing'; readonly columnId: string }
  /** Rows without a score in a column. */
  | { readonly kind: 'unscored'; readonly columnId: string }
  /** Rows without a score because something is not there, or because of an error. */
  | {
      readonly kind: 'outcome';
      readonly columnId: string;
      readonly outcome: 'not-evaluated' | 'error';
    }
  | { readonly kind: 'not-evaluated' }
  | { readonly kind: 'agent-failed' }
  | { readonly kind: 'tool'; readonly tool: string }
  | { readonly kind: 'signature'; readonly signature: string }
  /** Rows with a difference of this kind in some call. */
  | { readonly kind: 'difference'; readonly difference: Signature['kind'] | DifferenceKind }
  /** Rows with a pattern of failure, in a call of the tool where one is named. */
  | { readonly kind: 'pattern'; readonly pattern: FailurePattern; readonly tool?: string }
  /** Rows of a cell of the tool table; an empty tool stands for “no call”. */
  | ({ readonly kind: 'tool-pair' } & CellOfTools)
  /** Rows whose run goes from one tool to another; an empty tool stands for its start or end. */
  | ({ readonly kind: 'step' } & StepOfTools)
  /** Rows with a value in a column of the dataset; an empty text for blank cells. */
  | { readonly kind: 'cell'; readonly column: string; readonly value: string }
  /** Rows with a text somewhere in a column of the dataset, without regard to case. */
  | { readonly kind: 'cell-text'; readonly column: string; readonly text: string }
  /** Rows whose number in a column of the dataset compares so to another. */
  | {
      readonly kind: 'cell-relation';
      readonly column: string;
      readonly relation: Relation;
      readonly value: number;
    }
  /** Rows with a text somewhere, without regard to case. */
  | { readonly kind: 'text'; readonly text: string };

/** One condition on rows; a row is shown when it meets all that are set. */
export type Filter =
  | PlainFilter
  | { readonly kind: 'not'; readonly of: Filter }
  | { readonly kind: 'any'; readonly of: readonly Filter[] }
  | { readonly kind: 'all'; readonly of: readonly Filter[] };

/** A condition that every row's source is read for. */
export type SourceFilter = Extract<
  PlainFilter,
  { kind: 'text' | 'cell' | 'cell-text' | 'cell-relation' }
>;

/** Lists the conditions that a filter is made of, at any depth, in their order. */
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

/** Whether a condition needs every row's source. */
export function isSourceFilter(filter: PlainFilter): filter is SourceFilter {
  const { kind } = filter;
  return kind === 'text' || kind === 'cell' || kind === 'cell-text' || kind === 'cell-relation';
}

const READ_FOR: ReadonlySet<Filter['kind']> = new Set(['tool-pair', 'step', 'pattern']);

/** Whether a filter needs every row's source. */
export function needsSource(filter: Filter): boolean {
  return plainFilters(filter).some((plain) => isSourceFilter(plain) || READ_FOR.has(plain.kind));
}

/** Identifies a filter by a text that only the same condition has. */
export function filterKey(filter: Filter): string {
  return JSON.stringify(filter);
}

/** Compares two numbers; false where one is none. */
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
