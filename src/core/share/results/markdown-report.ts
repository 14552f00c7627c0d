import { nameOfPath } from '#core/base/json/pointer.ts';
import { codeMarkdown, escapeMarkdown } from '#core/base/text/markdown.ts';
import { parseSignature } from '#core/match/signature.ts';
import { titleOf } from '#core/score/metrics/registry.ts';
import { type MetricSettings } from '#core/score/metric/settings.ts';
import { describeSettings } from '#core/score/metric-sets/describe-settings.ts';
import type { LabelCount } from '#core/score/columns/scored-columns.ts';
import { countOf, formatCount, formatScore } from '#core/base/text/format-count.ts';
import { signatureInWords, type Headline } from '#core/explain/summary/headline.ts';
import { describeRedaction, type RedactionNote } from '#core/share/redaction/redaction.ts';
import type { MetricSummary } from '#core/explain/summary/metric-summary.ts';

/** What a report names the run by. */
export interface ReportedRun {
  readonly name: string;
  readonly datasetName: string;
  readonly rowCount: number;
  readonly settings: MetricSettings;
  /** What was taken out of it; absent where it is no redacted copy. */
  readonly redaction?: RedactionNote | undefined;
}

/** What a report has about it. */
export interface ReportedResults {
  readonly headline: Headline;
  readonly summary: readonly MetricSummary[];
  /** Signatures with the rows that carry them, commonest first. */
  readonly causes: readonly LabelCount[];
}

const CAUSES_LISTED = 5;

/** Writes a run’s headline, metrics and main causes as Markdown, names of the data escaped. */
export function markdownReport(run: ReportedRun, results: ReportedResults): string {
  const { headline, summary, causes } = results;
  const rows = countOf(run.rowCount, 'row');
  const rules = describeSettings({ settings: run.settings });
  return [
    `### ${escapeMarkdown(run.name)}`,
    '',
    headline.parts.map(({ text, style }) => STYLES[style](text)).join(''),
    '',
    '| metric | mean | 95 % interval | sd | median | scored | left out | errors |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...summary.map(metricLine),
    '',
    ...causesOf(causes),
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

function metricLine(metric: MetricSummary): string {
  const { title, isCode } = titleOf(metric);
  const { interval, valid, notEvaluated, errors } = metric;
  const cells = [
    isCode ? `calls ${codeMarkdown(title)}` : escapeMarkdown(title),
    formatScore(metric.mean),
    interval ? `${formatScore(interval.low)} to ${formatScore(interval.high)}` : '–',
    formatScore(metric.std),
    formatScore(metric.median),
    ...[valid, notEvaluated, errors].map(formatCount),
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function causesOf(causes: readonly LabelCount[]): string[] {
  if (causes.length === 0) return [];
  const lines = causes.slice(0, CAUSES_LISTED).map(({ name, count }) => {
    const signature = parseSignature(name);
    const path = signature.path ? ` ${codeMarkdown(nameOfPath(signature.path))}` : '';
    const rows = countOf(count, 'row');
    return `- ${codeMarkdown(signature.tool)}${path} ${escapeMarkdown(signatureInWords(signature))}: ${rows}`;
  });
  return ['Most common causes:', '', ...lines, ''];
}
