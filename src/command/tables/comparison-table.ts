import { CHANGES } from '#core/compare/changes.ts';
import { isRescored, type Comparison, type MetricComparison } from '#core/compare/compare-runs.ts';
import type { NamedRows } from '#core/compare/comparison-markdown.ts';
import {
  CHANGE_LABELS,
  describeDifference,
  describeInterval,
  describeP,
  describePairing,
  describeVerdict,
  isSettled,
  standingOf,
} from '#core/compare/comparison-sentences.ts';
import { letterAt, type RunLetter } from '#core/compare/run-letters.ts';
import { describeSettings } from '#core/score/metric-sets/describe-settings.ts';
import { findMetric, titleOf } from '#core/score/metrics/registry.ts';
import { countOf, formatCount, formatOf } from '#core/base/text/format-count.ts';
import type { ComparedFiles } from '../compare-files.ts';
import {
  joined,
  padded,
  printable,
  say,
  type Inks,
  type Printable,
  type Text,
} from '../printable.ts';
import type { Terminal } from '../subcommand.ts';
import { plainTable } from './plain-table.ts';

/** Prints a comparison: the verdict, the changes of rows, the metrics. */
export function printComparison(
  { runs, results, named }: ComparedFiles,
  { colors }: Pick<Terminal, 'colors'>,
): Printable {
  const [baseline] = runs;
  const lines: Text[] = runs.map((run, place) => {
    const how = `${countOf(run.rowCount, 'row')}, ${describeSettings(run)}`;
    return say`${colors.bold(letterAt(place))}  ${run.name}  ${colors.dim(how)}`;
  });
  for (const [place, result] of results.entries()) {
    const candidate = runs[place + 1];
    if (!baseline || !candidate) continue;
    const letter = letterAt(place + 1);
    const { text, warnings } = describePairing(result, baseline, candidate, letter);
    lines.push(
      '',
      ...verdictLines(result, letter, isRescored(baseline, candidate), colors),
      ...metricLines(result.metrics, letter, colors),
      ...changeLines(result, named[place], colors),
      '',
      colors.dim(text),
      ...warnings.map((warning) => colors.yellow(warning)),
    );
  }
  return joined([...lines, '']);
}

function verdictLines(
  result: Comparison,
  letter: RunLetter,
  areRules: boolean,
  colors: Inks,
): Text[] {
  const { lead, rest, lost, note } = describeVerdict(result, letter, areRules);
  return [
    say`${colors.bold(lead)}${rest}`,
    ...(lost ? [say`${colors.red(lost.lead)}${lost.rest}`] : []),
    ...(note === '' ? [] : [colors.dim(note)]),
  ];
}

function metricLines(
  metrics: readonly MetricComparison[],
  letter: RunLetter,
  colors: Inks,
): Text[] {
  const counted = metrics.filter(({ pairs }) => pairs > 0);
  if (counted.length === 0) return [];
  const head = [
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
  const inks = { better: colors.green, worse: colors.red, unsettled: printable };
  const rows = counted.map((metric) => {
    const { title, isCode } = titleOf(metric);
    const ink = inks[standingOf(metric) ?? 'unsettled'];
    const write = formatOf(findMetric(metric.metricId)?.scale);
    return [
      isCode ? `calls ${title}` : title,
      write(metric.baselineMean),
      write(metric.candidateMean),
      ink(describeDifference(metric.metricId, metric.difference, isSettled(metric))),
      describeInterval(metric.metricId, metric.interval),
      ...[metric.better, metric.worse, metric.pairs].map(formatCount),
      metric.chance ? describeP(metric.chance.adjustedP) : '–',
    ];
  });
  return [
    '',
    plainTable(
      head.map((name) => colors.dim(name)),
      rows,
    ),
  ];
}

function changeLines(
  { changeCounts }: Comparison,
  named: NamedRows | undefined,
  colors: Inks,
): Text[] {
  const counted = CHANGES.filter((change) => changeCounts[change] > 0);
  const lines = counted.map((change) => {
    const { glyph, word } = CHANGE_LABELS[change];
    const ids = change === 'lost' || change === 'regressed' ? (named?.[change] ?? []) : [];
    const more = changeCounts[change] - ids.length;
    const rest = more > 0 ? ` and ${formatCount(more)} more` : '';
    const rows = ids.length === 0 ? '' : say`  ${colors.cyan(ids.join(', '))}${rest}`;
    return say`  ${padded(formatCount(changeCounts[change]), 6)}  ${glyph} ${word}${rows}`;
  });
  return lines.length > 0 ? ['', colors.dim('  rows'), ...lines] : [];
}
