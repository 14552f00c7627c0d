import { escapeMarkdown, codeMarkdown } from '#core/base/text/markdown.ts';
import { andMore } from '#core/base/text/list-first.ts';
import { countOf, formatCount, formatOf } from '#core/base/text/sentence.ts';
import { describeSettings, type ScoredHow } from '#core/score/metric/settings.ts';
import { findMetric, titleOf } from '#core/score/metrics/registry.ts';
import { CHANGES, type Change } from './changes.ts';
import {
  isRescored,
  type ScoredData,
  type Comparison,
  type MetricComparison,
} from './compare-runs.ts';
import {
  CHANGE_LABELS,
  describeCount,
  describeDifference,
  describeInterval,
  describeP,
  describePairing,
  describeVerdict,
  isSettled,
  type UnpairedRows,
} from './comparison-sentences.ts';
import { letterAt, type RunLetter } from './run-letters.ts';

/** A run in a report. */
export interface ReportedRun extends ScoredHow, ScoredData {
  readonly name: string;
  readonly rowCount: number;
}

/** The rows that a report names. */
export interface NamedRows {
  readonly lost: readonly string[];
  readonly regressed: readonly string[];
}

/** A report names at most so many rows of a kind. */
const ROWS_NAMED = 20;

/**
 * Writes a comparison as GitHub-flavoured Markdown with names escaped: for each candidate the
 * verdict, the changes of rows, and a table of metrics. `runs` has the baseline first.
 */
export function comparisonMarkdown(
  runs: readonly ReportedRun[],
  results: readonly Comparison[],
  named: readonly (NamedRows & UnpairedRows)[],
): string {
  const [baseline] = runs;
  return [
    `### ${runs.map(({ name }) => escapeMarkdown(name)).join(' against ')}`,
    '',
    ...runs.map(
      (run, place) =>
        `- ${place === 0 ? 'A, the baseline' : letterAt(place)}: ${escapeMarkdown(run.name)}, ${countOf(run.rowCount, 'row')}, ${escapeMarkdown(describeSettings(run))}`,
    ),
    '',
    ...results.flatMap((result, place) => {
      const candidate = runs[place + 1];
      if (!baseline || !candidate) return [];
      const letter = letterAt(place + 1);
      const { text, warnings } = describePairing(result, baseline, candidate, letter, named[place]);
      return [
        ...verdictOf(result, letter, isRescored(baseline, candidate)),
        ...changesOf(result, named[place]),
        ...metricsOf(result.metrics, letter),
        escapeMarkdown([text, ...warnings].join(' · ')),
        '',
      ];
    }),
  ].join('\n');
}

function verdictOf(result: Comparison, letter: RunLetter, isSame: boolean): string[] {
  const { lead, rest, lost, note } = describeVerdict(result, letter, isSame);
  const printed = ({ lead, rest }: Readonly<Record<'lead' | 'rest', string>>): string =>
    `**${escapeMarkdown(lead)}**${escapeMarkdown(rest)}`;
  return [
    printed({ lead, rest }),
    '',
    ...(lost ? [printed(lost), ''] : []),
    ...(note ? [escapeMarkdown(note), ''] : []),
  ];
}

/** What became of some rows: how many there are, which are named, and how many more there are. */
interface NamedChange {
  readonly change: Change;
  readonly count: number;
  readonly ids: readonly string[];
  readonly more: number;
}

/** Lists what became of rows; only lost and regressed ones are named. */
export function changesNamed(
  { changeCounts }: Comparison,
  named: NamedRows | undefined,
): readonly NamedChange[] {
  return CHANGES.filter((change) => changeCounts[change] > 0).map((change) => {
    const count = changeCounts[change];
    const all = change === 'lost' || change === 'regressed' ? (named?.[change] ?? []) : [];
    const ids = all.slice(0, ROWS_NAMED);
    return { change, count, ids, more: count - ids.length };
  });
}

function changesOf(comparison: Comparison, named: NamedRows | undefined): string[] {
  const lines = changesNamed(comparison, named).map(({ change, count, ids, more }) => {
    const rows = ids.length === 0 ? '' : `: ${ids.map(codeMarkdown).join(', ')}${andMore(more)}`;
    return `- ${CHANGE_LABELS[change].word} ${formatCount(count)}${rows}`;
  });
  return lines.length === 0 ? [] : [...lines, ''];
}

function metricsOf(metrics: readonly MetricComparison[], letter: RunLetter): string[] {
  const counted = metrics.filter(({ pairs }) => pairs > 0);
  if (counted.length === 0) return [];
  return [
    `| ${metricHeads(letter).join(' | ')} |`,
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...counted.map((metric) => metricLine(metric)),
    '',
  ];
}

function metricLine(metric: MetricComparison): string {
  const { title, isCode } = titleOf(metric);
  const { means, difference, others } = metricCells(metric);
  const cells = [
    isCode ? `calls ${codeMarkdown(title)}` : escapeMarkdown(title),
    ...means,
    isSettled(metric) ? `**${difference}**` : difference,
    ...others,
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

/** The cells of a metric after its name; see {@link metricHeads}. */
export function metricCells(metric: MetricComparison): {
  readonly means: readonly string[];
  readonly difference: string;
  readonly others: readonly string[];
} {
  const { metricId, difference, interval, chance } = metric;
  return {
    means: [metric.baselineMean, metric.candidateMean].map(formatOf(findMetric(metricId)?.scale)),
    difference: describeDifference(metricId, difference, isSettled(metric)),
    others: [
      describeInterval(metricId, interval),
      ...[metric.better, metric.worse, metric.pairs].map(describeCount),
      chance ? describeP(chance.adjustedP) : '–',
    ],
  };
}

/** The heads of a table of metrics. */
export function metricHeads(letter: RunLetter): readonly string[] {
  return [
    'metric',
    'A',
    letter,
    `${letter} − A`,
    '95 % interval',
    'better',
    'worse',
    'in both',
    'p, adjusted',
  ];
}
