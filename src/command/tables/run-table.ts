import Table from 'cli-table3';
import { countOf, formatCount } from '#core/base/text/format-count.ts';
import { signatureInWords } from '#core/explain/summary/headline.ts';
import type { RunDigest } from '#core/explain/summary/digest.ts';
import { shownSummaries, type MetricSummary } from '#core/explain/summary/summarise.ts';
import { parseSignature } from '#core/match/signature.ts';
import type { LabelCount } from '#core/score/columns/scored-columns.ts';
import type { WholeRun } from '#engine/score-whole.ts';
import { titleOf } from '#core/score/metrics/registry.ts';
import type { Terminal } from '../terminal.ts';

const CAUSES_LISTED = 5;

/**
 * Prints a run for a person: the headline, the metrics, and what differs most often.
 * @param title the file
 * @returns lines of text, with their ends
 */
export function printRun(
  title: string,
  { format, columns }: Pick<WholeRun, 'format' | 'columns'>,
  { headline, summary, causes }: RunDigest,
  { colors }: Pick<Terminal, 'colors'>,
): string {
  const styles = { plain: String, strong: colors.bold, code: colors.cyan };
  const skipped = columns.skippedCount > 0 ? `, ${formatCount(columns.skippedCount)} skipped` : '';
  return [
    `${colors.bold(title)}  ${colors.dim(`${format.title}, ${countOf(columns.rowCount, 'row')}${skipped}`)}`,
    headline.parts.map(({ text, style }) => styles[style](text)).join(''),
    colors.dim(headline.note),
    '',
    metricTable(shownSummaries(summary), colors),
    ...causeLines(causes, colors),
    '',
  ].join('\n');
}

function metricTable(summaries: readonly MetricSummary[], colors: Terminal['colors']): string {
  const table = new Table({
    head: ['metric', 'mean', 'sd', '95 % interval', 'scored', 'not evaluated', 'errors'].map(
      (name) => colors.dim(name),
    ),
    chars: PLAIN,
    style: { head: [], border: [], compact: true, 'padding-left': 0, 'padding-right': 2 },
    colAligns: ['left', 'right', 'right', 'right', 'right', 'right', 'right'],
  });
  for (const metric of summaries) {
    const { interval, errors } = metric;
    const { title, isCode } = titleOf(metric);
    table.push([
      isCode ? `calls ${title}` : title,
      colors.bold(number(metric.mean)),
      number(metric.std),
      interval ? `${number(interval.low)} to ${number(interval.high)}` : '–',
      formatCount(metric.valid),
      formatCount(metric.notEvaluated),
      errors > 0 ? colors.red(formatCount(errors)) : '0',
    ]);
  }
  return table.toString();
}

/** Lines that an old terminal can show, too. */
const PLAIN = {
  ...{ top: '', 'top-mid': '', 'top-left': '', 'top-right': '' },
  ...{ bottom: '', 'bottom-mid': '', 'bottom-left': '', 'bottom-right': '' },
  ...{ left: '', 'left-mid': '', mid: '', 'mid-mid': '', right: '', 'right-mid': '', middle: '' },
};

function causeLines(causes: readonly LabelCount[], colors: Terminal['colors']): string[] {
  if (causes.length === 0) return [];
  const lines = causes.slice(0, CAUSES_LISTED).map(({ name, count }) => {
    const signature = parseSignature(name);
    const { tool, path } = signature;
    const place = path === '' ? tool : `${tool} ${path}`;
    return `  ${formatCount(count).padStart(6)}  ${colors.cyan(place)} ${signatureInWords(signature)}`;
  });
  const more = causes.length - lines.length;
  return [
    '',
    colors.dim('  rows  cause'),
    ...lines,
    ...(more > 0 ? [colors.dim(`          and ${formatCount(more)} more`)] : []),
  ];
}

function number(value: number | null): string {
  return value === null ? '–' : value.toFixed(2);
}
