import { nameOfPath } from '#core/base/json/json-path.ts';
import { codeMarkdown, escapeMarkdown } from '#core/base/text/markdown.ts';
import { parseSignature } from '#core/match/signature.ts';
import { findMetric, titleOf } from '#core/score/metrics/registry.ts';
import { type MetricSettings, describeSettings } from '#core/score/metric/settings.ts';
import type { ScoredColumns } from '#core/score/columns/scored-columns.ts';
import { countOf, formatCount, formatOf } from '#core/base/text/sentence.ts';
import {
  causesOf,
  commonCauses,
  decidingOf,
  signatureInWords,
  type Headline,
} from '#core/explain/summary/headline.ts';
import { describeRedaction, type RedactionNote } from '#core/share/redaction/redaction.ts';
import type { RunDigest } from '#core/explain/summary/digest.ts';
import {
  describeTotals,
  shownSummaries,
  type MetricSummary,
} from '#core/explain/summary/metric-summary.ts';
import { describeObserved, standouts, type ObservedRun } from '#core/explain/summary/stands-out.ts';
import { lacksExpectedCalls } from '#core/read/dataset/missing-side.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';

/** The facts by which a report identifies a run. */
export interface ReportedRun {
  readonly name: string;
  readonly datasetName: string;
  readonly rowCount: number;
  readonly settings: MetricSettings;
  /** Its redaction; absent unless it is a redacted copy. */
  readonly redaction?: RedactionNote | undefined;
}

/** The results in a report. */
export interface ReportedResults {
  readonly headline: Headline;
  readonly summary: readonly MetricSummary[];
  /** The scores and differences of all rows. */
  readonly columns: ScoredColumns;
  readonly roles: ColumnRoles;
  readonly counts: RunDigest['counts'];
}

const CAUSES_LISTED = 5;

/** Writes a run’s headline, metrics and main causes as Markdown with names escaped. */
export function markdownReport(run: ReportedRun, results: ReportedResults): string {
  const { headline, summary, columns, counts } = results;
  const isObserved = lacksExpectedCalls(results);
  const rows = countOf(run.rowCount, 'row');
  const rules = describeSettings({ settings: run.settings });
  const totals = describeTotals(summary, run.rowCount);
  return [
    `### ${escapeMarkdown(run.name)}`,
    '',
    ...(isObserved ? [describeObserved(columns), ''] : sayHeadline(headline)),
    ...(totals === '' ? [] : [escapeMarkdown(totals), '']),
    '| metric | mean | 95 % interval | sd | median | scored | left out | errors |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...shownSummaries(summary, isObserved).map(metricLine),
    '',
    ...(isObserved ? listStandouts({ columns, counts }) : listCauses(columns)),
    `${rows} of ${escapeMarkdown(run.datasetName)} · ${escapeMarkdown(rules)}`,
    ...(run.redaction ? ['', escapeMarkdown(describeRedaction(run.redaction))] : []),
    '',
  ].join('\n');
}

const STYLES: Readonly<Record<'plain' | 'strong' | 'code', (text: string) => string>> = {
  plain: escapeMarkdown,
  strong: (text) => `**${escapeMarkdown(text)}**`,
  code: codeMarkdown,
};

function sayHeadline({ parts, note }: Headline): string[] {
  const said = parts.map(({ text, style }) => STYLES[style](text)).join('');
  return [said, '', ...(note === '' ? [] : [escapeMarkdown(note), ''])];
}

function metricLine(metric: MetricSummary): string {
  const { title, isCode } = titleOf(metric);
  const { interval, valid, notEvaluated, errors } = metric;
  const write = formatOf(findMetric(metric.metricId)?.scale);
  const cells = [
    isCode ? `calls ${codeMarkdown(title)}` : escapeMarkdown(title),
    write(metric.mean),
    interval ? `${write(interval.low)} to ${write(interval.high)}` : '–',
    write(metric.std),
    write(metric.median),
    ...[valid, notEvaluated, errors].map(formatCount),
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

/** Lists what stands out in a run without expected calls. */
function listStandouts(run: ObservedRun): string[] {
  const lines = standouts(run).map(
    ({ title, rowCount }) => `- ${escapeMarkdown(title)}: ${countOf(rowCount, 'row')}`,
  );
  return lines.length === 0 ? [] : ['What stands out:', '', ...lines, ''];
}

/** Lists why rows fail; what fails no row is no cause. */
function listCauses(columns: ScoredColumns): string[] {
  const causes = commonCauses(causesOf(columns, decidingOf(columns)), 'failing');
  if (causes.length === 0) return [];
  const lines = causes.slice(0, CAUSES_LISTED).map(({ name, count }) => {
    const signature = parseSignature(name);
    const path = signature.path ? ` ${codeMarkdown(nameOfPath(signature.path))}` : '';
    const rows = countOf(count, 'row');
    return `- ${codeMarkdown(signature.tool)}${path} ${escapeMarkdown(signatureInWords(signature))}: ${rows}`;
  });
  return ['Most common causes:', '', ...lines, ''];
}
