import { nameOfPath } from '#core/base/json/pointer.ts';
import { parseSignature } from '#core/match/signature.ts';
import { codeMarkdown, escapeMarkdown } from '#core/base/text/markdown.ts';
import type { LabelCount } from '#core/score/columns/scored-columns.ts';
import { signatureInWords } from '#core/explain/summary/headline.ts';
import { formatCount } from '#ui/format-number.ts';
import { causesAsIssue as texts } from './texts.ts';

/** The run and rows that the causes are about. */
export interface CausesOf {
  readonly name: string;
  readonly settings: string;
  readonly rowCount: number;
  /** Rows whose two sides differ in some call. */
  readonly differing: number;
  readonly causes: readonly LabelCount[];
  /** Causes there are, listed or not. */
  readonly causeCount: number;
}

const LISTED = 50;

/** Writes a share of rows: "12 %", "<1 %". */
export function shareInWords(count: number, total: number): string {
  const percent = (100 * count) / Math.max(1, total);
  return percent > 0 && percent < 1 ? '<1 %' : `${String(Math.round(percent))} %`;
}

/** Writes the causes as the text of an issue, in Markdown; nothing in a name can break the table. */
export function causesAsIssue(run: CausesOf): string {
  const { name, settings, rowCount, differing, causes, causeCount } = run;
  const listed = causes.slice(0, LISTED);
  const lines = listed.map(({ name: text, count }) => {
    const signature = parseSignature(text);
    const cells = [
      formatCount(count),
      shareInWords(count, differing),
      cellOf(signature.tool),
      signature.path === '' ? '' : cellOf(nameOfPath(signature.path)),
      signatureInWords(signature),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  const left = causeCount - listed.length;
  return [
    `## ${texts.title(escapeMarkdown(name))}`,
    '',
    texts.intro(differing, rowCount, settings),
    '',
    `| ${texts.head.join(' | ')} |`,
    '| ---: | ---: | --- | --- | --- |',
    ...lines,
    ...(left > 0 ? ['', texts.rarer(left)] : []),
    '',
  ].join('\n');
}

/** A bar ends a cell even within code. */
function cellOf(text: string): string {
  return codeMarkdown(text).replaceAll('|', '\\|');
}
