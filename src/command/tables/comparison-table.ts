import { isRescored, type Comparison, type MetricComparison } from '#core/compare/compare-runs.ts';
import {
  changesNamed,
  metricCells,
  metricHeads,
  type NamedRows,
} from '#core/compare/comparison-markdown.ts';
import {
  CHANGE_LABELS,
  describePairing,
  describeVerdict,
  standingOf,
} from '#core/compare/comparison-sentences.ts';
import { letterAt, type RunLetter } from '#core/compare/run-letters.ts';
import { describeSettings } from '#core/score/metric-sets/describe-settings.ts';
import { titleOf } from '#core/score/metrics/registry.ts';
import { countOf, formatCount } from '#core/base/text/sentence.ts';
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
  const inks = { better: colors.green, worse: colors.red, unsettled: printable };
  const rows = counted.map((metric) => {
    const { title, isCode } = titleOf(metric);
    const ink = inks[standingOf(metric) ?? 'unsettled'];
    const { means, difference, others } = metricCells(metric);
    return [isCode ? `calls ${title}` : title, ...means, ink(difference), ...others];
  });
  return [
    '',
    plainTable(
      metricHeads(letter).map((name) => colors.dim(name)),
      rows,
    ),
  ];
}

function changeLines(comparison: Comparison, named: NamedRows | undefined, colors: Inks): Text[] {
  const lines = changesNamed(comparison, named).map(({ change, count, ids, more }) => {
    const { glyph, word } = CHANGE_LABELS[change];
    const rest = more > 0 ? ` and ${formatCount(more)} more` : '';
    const rows = ids.length === 0 ? '' : say`  ${colors.cyan(ids.join(', '))}${rest}`;
    return say`  ${padded(formatCount(count), 6)}  ${glyph} ${word}${rows}`;
  });
  return lines.length > 0 ? ['', colors.dim('  rows'), ...lines] : [];
}
