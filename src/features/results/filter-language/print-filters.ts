import { printJson } from '#core/base/json/parse-json.ts';
import { parseSignature } from '#core/match/signature.ts';
import { REVIEW_COLUMN } from '#core/score/rated-metrics/rating-metric.ts';
import type { Filter } from '#core/explain/view/filter.ts';
import type { FilterNames } from './filter-names.ts';
import { quoteIfNeeded } from './tokens.ts';

/** The names that decide whether a column needs the word `column` before it. */
type TakenNames = Pick<FilterNames, 'scores' | 'columns'>;

/** Writes conditions as a text that is parsed back to the same; empty without any. */
export function printFilters(filters: readonly Filter[], names: TakenNames): string {
  return printAll(filters, names);
}

function printAll(filters: readonly Filter[], names: TakenNames): string {
  const isAlone = filters.length === 1;
  return filters
    .map((filter) => (isAlone ? printAny(filter, names) : printOne(filter, names)))
    .join(' and ');
}

/** Alternatives without brackets. */
function printAny(filter: Filter, names: TakenNames): string {
  if (filter.kind !== 'any') return printOne(filter, names);
  return filter.of
    .map((one) => (one.kind === 'all' ? printAll(one.of, names) : printOne(one, names)))
    .join(' or ');
}

function printOne(filter: Filter, names: TakenNames): string {
  if (isEquality(filter)) return printEquality(filter, '=', names);
  switch (filter.kind) {
    case 'score': {
      const { columnId, min, max } = filter;
      const range = min === max ? String(min) : `${min} to ${max}`;
      return `${quoteIfNeeded(columnId)} = ${range}`;
    }
    case 'score-relation':
      return `${quoteIfNeeded(filter.columnId)} ${filter.relation} ${filter.value}`;
    case 'score-text':
      return `${quoteIfNeeded(filter.columnId)} ~ ${quoteIfNeeded(filter.text)}`;
    case 'failing':
    case 'passing':
    case 'unscored':
      return `${quoteIfNeeded(filter.columnId)} is ${filter.kind}`;
    case 'outcome':
      return `${quoteIfNeeded(filter.columnId)} is ${filter.outcome}`;
    case 'not-evaluated':
    case 'agent-failed':
      return `row is ${filter.kind}`;
    case 'text':
      return `text ~ ${quoteIfNeeded(filter.text)}`;
    case 'cell-text':
      return `${printColumn(filter.column, names)} ~ ${quoteIfNeeded(filter.text)}`;
    case 'cell-relation':
      return `${printColumn(filter.column, names)} ${filter.relation} ${filter.value}`;
    case 'not':
      return printNot(filter.of, names);
    case 'any':
      return `(${printAny(filter, names)})`;
    case 'all':
      return `(${printAll(filter.of, names)})`;
  }
}

function printNot(filter: Filter, names: TakenNames): string {
  return isEquality(filter) ? printEquality(filter, '!=', names) : `not ${printOne(filter, names)}`;
}

/** The conditions written with `=`, and with `!=` for their opposite. */
const EQUALITIES = [
  'tool',
  'difference',
  'signature',
  'pattern',
  'tool-pair',
  'step',
  'cell',
  'code',
] as const satisfies readonly Filter['kind'][];

type EqualityFilter = Extract<Filter, { kind: (typeof EQUALITIES)[number] }>;

function isEquality(filter: Filter): filter is EqualityFilter {
  return (EQUALITIES as readonly string[]).includes(filter.kind);
}

function printEquality(filter: EqualityFilter, operator: '=' | '!=', names: TakenNames): string {
  switch (filter.kind) {
    case 'tool':
      return `tool ${operator} ${quoteIfNeeded(filter.tool)}`;
    case 'code':
      return `${REVIEW_COLUMN.id} ${operator} ${printCode(filter.code)}`;
    case 'difference':
      return `difference ${operator} ${filter.difference}`;
    case 'signature':
      return `cause ${operator} ${printCause(filter.signature)}`;
    case 'pattern': {
      const tool = filter.tool === undefined ? '' : ` ${quoteIfNeeded(filter.tool)}`;
      return `pattern ${operator} ${filter.pattern}${tool}`;
    }
    case 'tool-pair': {
      const { expected, made, isRight } = filter;
      const which = isRight === undefined ? '' : isRight ? ' right' : ' wrong';
      return `pair ${operator} ${quoteIfNeeded(expected)} ${quoteIfNeeded(made)}${which}`;
    }
    case 'step': {
      const tools = `${quoteIfNeeded(filter.from)} ${quoteIfNeeded(filter.to)}`;
      return `transition ${operator} ${tools}${filter.isFirst ? ' first' : ''}`;
    }
    case 'cell':
      return `${printColumn(filter.column, names)} ${operator} ${quoteIfNeeded(filter.value)}`;
  }
}

/** Writes a code; in quotes where it could be read as a number. */
function printCode(code: string): string {
  return Number.isNaN(Number(code)) ? quoteIfNeeded(code) : printJson(code);
}

function printCause(text: string): string {
  const { kind, tool, path, expectedType, foundType } = parseSignature(text);
  const types = expectedType === '' ? '' : ` ${expectedType} to ${foundType}`;
  const where = path === '' && types === '' ? '' : ` ${quoteIfNeeded(path)}`;
  return `${kind} ${quoteIfNeeded(tool)}${where}${types}`;
}

function printColumn(column: string, { scores, columns }: TakenNames): string {
  const name = quoteIfNeeded(column);
  const isShort = column === 'latency' && !columns.includes(column);
  return scores.includes(column) || isShort ? `column ${name}` : name;
}
