import { parseSignature } from '#core/alignment/signature.ts';
import { titleOf } from '#core/metrics/column-title.ts';
import { signatureInWords } from '#core/summary/headline.ts';
import type { CellOfTools } from '#core/tool-table/tool-table.ts';
import type { Filter } from '#core/view/keep-rows.ts';

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

/** Writes a cell's value; a blank one in words. */
function valueInWords(value: string): string {
  return value === '' ? '(blank)' : value;
}

const CHIP_LIMIT = 60;

function cut(text: string): string {
  return text.length > CHIP_LIMIT ? `${text.slice(0, CHIP_LIMIT)}…` : text;
}

/** Names a group of rows, whose head says what it is grouped by. */
export function groupInWords(filter: Filter): string {
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
      return filterInWords(filter);
  }
}

function toolPairInWords({ expected, made, isRight }: CellOfTools): string {
  if (expected === '') return `${made} called, not expected`;
  if (made === '') return `${expected} expected, not called`;
  if (made !== expected) return `${made} called for ${expected}`;
  if (isRight === undefined) return `${made} called where expected`;
  return isRight ? `${made} called as expected` : `${made} called with other arguments`;
}

/** Puts a filter into the words of its chip. */
export function filterInWords(filter: Filter): string {
  switch (filter.kind) {
    case 'score':
      return `${columnTitle(filter.columnId)} ${rangeInWords(filter)}`;
    case 'failing':
      return `${columnTitle(filter.columnId)} fails`;
    case 'unscored':
      return `${columnTitle(filter.columnId)} has no score`;
    case 'not-evaluated':
      return 'Not evaluated';
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
    case 'tool-pair':
      return toolPairInWords(filter);
    case 'text':
      return `text “${filter.text}”`;
  }
}
