import type { DifferenceKind } from '#core/match/difference-kind.ts';
import { parseSignature, type Signature } from '#core/match/signature.ts';
import { titleOf } from '#core/score/metrics/registry.ts';
import { signatureInWords } from '#core/explain/summary/headline.ts';
import type { CellOfTools } from '#core/explain/tool-table/tool-table.ts';
import type { Filter } from '#core/explain/view/filter.ts';
import type { GroupBy } from '#core/explain/view/group-rows.ts';
import type { OpenRun } from '#kernel/run/open-run.ts';
import { furtherColumns, type GridColumn } from './result-columns.ts';

const TOOL_COLUMN = /^(\w+)\((.*)\)$/s;

/** Names a score column from its id alone. */
function columnTitle(columnId: string): string {
  const [, metricId, tool] = TOOL_COLUMN.exec(columnId) ?? [];
  return titleOf(
    metricId !== undefined && tool !== undefined ? { metricId, tool } : { metricId: columnId },
  ).title;
}

/** Writes a range of scores, a single one without its other end. */
function rangeInWords({ min, max }: { readonly min: number; readonly max: number }): string {
  return min === max ? rounded(min) : `${rounded(min)} to ${rounded(max)}`;
}

function rounded(value: number): string {
  return String(Number(value.toPrecision(4)));
}

const RELATION_WORDS = { '<': '<', '<=': '≤', '>': '>', '>=': '≥', '!=': '≠' } as const;

function relationInWords(filter: {
  readonly relation: keyof typeof RELATION_WORDS;
  readonly value: number;
}): string {
  return `${RELATION_WORDS[filter.relation]} ${rounded(filter.value)}`;
}

const DIFFERENCE_WORDS: Readonly<Record<Signature['kind'] | DifferenceKind, string>> = {
  changed: 'changed arguments',
  'number-as-string': 'a number sent as a string',
  'string-as-number': 'a string sent as a number',
  'other-arguments': 'wrong arguments',
  missing: 'a missing call',
  extra: 'an extra call',
  moved: 'a call in the wrong position',
};

/** What the kinds of mistakes are called. */
export const KIND_TITLES: Readonly<Record<DifferenceKind, string>> = {
  'number-as-string': 'Number sent as string',
  'string-as-number': 'String sent as number',
  'other-arguments': 'Wrong arguments',
  missing: 'Missing calls',
  extra: 'Extra calls',
  moved: 'Wrong order',
};

/** Writes a part of a larger filter; lists stand within brackets. */
function partInWords(filter: Filter): string {
  const words = describeFilter(filter);
  return filter.kind === 'any' || filter.kind === 'all' ? `(${words})` : words;
}

/** Writes a cell's value; a blank one in words. */
function valueInWords(value: string): string {
  return value === '' ? '(blank)' : value;
}

const CHIP_LIMIT = 60;

function cut(text: string): string {
  return text.length > CHIP_LIMIT ? `${text.slice(0, CHIP_LIMIT)}…` : text;
}

/** Names a group of rows, whose head says what it is grouped by. */
export function describeGrouping(filter: Filter): string {
  switch (filter.kind) {
    case 'score':
      return rangeInWords(filter);
    case 'unscored':
      return '(no score)';
    case 'tool':
      return filter.tool;
    case 'cell':
      return valueInWords(filter.value);
    default:
      return describeFilter(filter);
  }
}

function toolPairInWords({ expected, made, isRight }: CellOfTools): string {
  if (expected === '') return `${made} called, not expected`;
  if (made === '') return `${expected} expected, not called`;
  if (made !== expected) return `${made} called for ${expected}`;
  if (isRight === undefined) return `${made} called where expected`;
  return isRight ? `${made} called as expected` : `${made} called with wrong arguments`;
}

/** Puts a filter into the words of its chip. */
export function describeFilter(filter: Filter): string {
  switch (filter.kind) {
    case 'score':
      return `${columnTitle(filter.columnId)} ${rangeInWords(filter)}`;
    case 'score-relation':
      return `${columnTitle(filter.columnId)} ${relationInWords(filter)}`;
    case 'score-text':
      return `${columnTitle(filter.columnId)} contains “${cut(filter.text)}”`;
    case 'failing':
      return `${columnTitle(filter.columnId)} fails`;
    case 'passing':
      return `${columnTitle(filter.columnId)} passes`;
    case 'outcome':
      return `${columnTitle(filter.columnId)} ${filter.outcome === 'error' ? 'has an error' : 'is not scored'}`;
    case 'unscored':
      return `${columnTitle(filter.columnId)} has no score`;
    case 'not-evaluated':
      return 'Not scored';
    case 'agent-failed':
      return 'Agent failed';
    case 'tool':
      return `calls ${filter.tool}`;
    case 'signature': {
      const signature = parseSignature(filter.signature);
      return `${signature.tool} ${signature.path} ${signatureInWords(signature)}`.replace(
        / +/g,
        ' ',
      );
    }
    case 'cell':
      return `${filter.column}: ${cut(valueInWords(filter.value))}`;
    case 'cell-text':
      return `${filter.column} contains “${cut(filter.text)}”`;
    case 'cell-relation':
      return `${filter.column} ${relationInWords(filter)}`;
    case 'difference':
      return DIFFERENCE_WORDS[filter.difference];
    case 'tool-pair':
      return toolPairInWords(filter);
    case 'text':
      return `contains “${filter.text}”`;
    case 'not':
      return `not ${partInWords(filter.of)}`;
    case 'any':
      return filter.of.map(partInWords).join(' or ');
    case 'all':
      return filter.of.map(partInWords).join(' and ');
  }
}

/** Something to group by, as the list offers it. */
interface GroupChoice {
  readonly value: string;
  readonly label: string;
  readonly by: GroupBy;
}

/** Lists what rows can be grouped by: columns of the dataset first, they are why people group. */
export function groupChoices(run: OpenRun, scores: readonly GridColumn[]): GroupChoice[] {
  const { prompt } = run.roles;
  const isThere = run.columns.columns.some(({ name }) => name === prompt);
  const cells = [
    ...furtherColumns(run.columns, run.roles),
    ...(prompt !== undefined && isThere ? [prompt] : []),
  ];
  return [
    ...cells.map((column) => ({
      value: `cell:${column}`,
      label: column,
      by: { kind: 'cell', column } as const,
    })),
    { value: 'tool', label: 'Tool called', by: { kind: 'tool' } },
    { value: 'cause', label: 'Cause of failure', by: { kind: 'cause' } },
    ...scores.map(({ scores: { id }, title }) => ({
      value: `score:${id}`,
      label: title,
      by: { kind: 'score', columnId: id } as const,
    })),
  ];
}
