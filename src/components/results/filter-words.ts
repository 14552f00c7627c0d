import { parseSignature } from '#core/alignment/signature.ts';
import { titleOf } from '#core/metrics/column-title.ts';
import { signatureInWords } from '#core/summary/headline.ts';
import type { Filter } from '#core/view/view-rows.ts';

const TOOL_COLUMN = /^(\w+)\((.*)\)$/s;

/** Names a score column from its id alone. */
function columnTitle(columnId: string): string {
  const [, metricId, tool] = TOOL_COLUMN.exec(columnId) ?? [];
  return titleOf(
    metricId !== undefined && tool !== undefined ? { metricId, tool } : { metricId: columnId },
  ).title;
}

/** Puts a filter into the words of its chip. */
export function filterInWords(filter: Filter): string {
  switch (filter.kind) {
    case 'score':
      return `${columnTitle(filter.columnId)} ${String(filter.min)} to ${String(filter.max)}`;
    case 'failing':
      return `${columnTitle(filter.columnId)} fails`;
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
    case 'text':
      return `text “${filter.text}”`;
  }
}
