import {
  comparisonMarkdown,
  changesNamed,
  metricCells,
  metricHeads,
  type NamedRows,
} from '#core/compare/comparison-markdown.ts';
import {
  areOtherTasks,
  describeOtherTasks,
  describePairing,
  describeVerdict,
  HOW_PAIRED,
  standingOf,
  CHANGE_LABELS,
} from '#core/compare/comparison-sentences.ts';
import { isRescored, type MetricComparison, type Comparison } from '#core/compare/compare-runs.ts';
import { letterAt, type RunLetter } from '#core/compare/run-letters.ts';
import { findMetric, titleOf } from '#core/score/metrics/registry.ts';
import { compareFiles, type ComparedFiles } from '#command/compare-files.ts';
import { CouldNotRun, EXIT } from '#command/could-not-run.ts';
import { byEnding } from '#command/outputs/outputs.ts';
import { openRuns } from '#command/open-scored.ts';
import { whyUnscored, type ScoredFile } from '#command/score-input.ts';
import {
  declareScoringOptions,
  listOf,
  readScoringOptions,
  repeated,
  scoringFiles,
} from '#command/scoring-options.ts';
import type { Subcommand, Terminal } from '#command/subcommand.ts';
import { reportNotes, plainTable } from '#command/tables/run-table.ts';
import { writeFile } from '#command/write-file.ts';
import { describeSettings } from '#core/score/metric/settings.ts';
import { andMore } from '#core/base/text/list-first.ts';
import { countOf, formatCount } from '#core/base/text/sentence.ts';
import {
  joined,
  padded,
  printable,
  say,
  type Inks,
  type Printable,
  type Text,
} from '#command/printable.ts';

/** The same limit as on the page. */
const MAX_RUNS = 8;

/** The files of a comparison by the ends of their names: for pull requests, and for programs. */
const WRITERS: Readonly<Record<string, (compared: ComparedFiles) => string>> = {
  '.md': ({ runs, results, named }) => comparisonMarkdown(runs, results, named),
  '.json': (compared) => `${comparisonJson(compared)}\n`,
};

/** `compare A B`: compares runs with a baseline, row by row. */
export const compare: Subcommand = {
  define: (command) =>
    void declareScoringOptions(command)
      .argument('<baseline>', 'file that the others are compared with')
      .argument('<candidates...>', 'one file or several')
      .option(
        '-o, --out <file>',
        'also write a file: .md for a pull request; .json; may be repeated',
        repeated,
      )
      .option('--json', 'print JSON instead of text, with all rows by name'),
  examples: [
    { line: 'compare before.jsonl after.jsonl', does: 'Is the second run better?' },
    {
      line: 'compare main.jsonl branch.jsonl --out comparison.md',
      does: 'Write the comparison for a pull request.',
    },
  ],
  files: ({ args: [baseline, candidates], options }) => ({
    reads: [String(baseline), ...(candidates as readonly string[]), ...scoringFiles(options)],
    writes: listOf(options['out']),
  }),
  async run({ args, options, terminal, folder }) {
    const [baselinePath, candidatePaths] = args as [string, readonly string[]];
    const paths = [baselinePath, ...candidatePaths];
    if (paths.length > MAX_RUNS)
      throw new CouldNotRun(
        `At most ${MAX_RUNS} runs are compared, and ${paths.length} are named.`,
      );
    const outputs = listOf(options['out']).map((path) => ({
      path,
      write: findWriter(path),
    }));
    const scoring = await readScoringOptions(options, terminal);
    const files = await openRuns(paths, scoring, terminal, folder);
    for (const file of files) await reportNotes(file, terminal);
    const [baseline, ...candidates] = files as [ScoredFile, ...ScoredFile[]];
    const isJson = options['json'] === true;
    // a program is given all rows by name
    const isForProgram = isJson || outputs.some(({ path }) => path.toLowerCase().endsWith('.json'));
    const most = isForProgram ? Infinity : undefined;
    const compared = await compareFiles(baseline, candidates, most);
    const { results } = compared;
    const alone = results.findIndex(({ changes }) => changes.length === 0);
    if (alone >= 0)
      throw new CouldNotRun(
        `${baseline.title} and ${candidates[alone]?.title ?? ''} have no row in common.`,
        HOW_PAIRED,
      );
    for (const [place, { otherTasks }] of results.entries())
      if (otherTasks && areOtherTasks(otherTasks))
        throw new CouldNotRun(
          `${baseline.title} and ${candidates[place]?.title ?? ''} have other tasks under the same ids: ${describeOtherTasks(otherTasks)}.`,
          'Give rows ids that name their tasks, or name the column that has them with --columns id=….',
        );
    const unscored = files.map(whyUnscored).find((why) => why !== undefined);
    const isCompared = ({ metricId, pairs }: MetricComparison): boolean =>
      pairs > 0 && findMetric(metricId)?.isRecorded !== true;
    if (unscored && !results.some(({ metrics }) => metrics.some(isCompared))) throw unscored;
    for (const { path, write } of outputs) await writeFile(path, [write(compared)], terminal);
    await (isJson
      ? terminal.write(`${comparisonJson(compared)}\n`)
      : terminal.print(printComparison(compared, terminal)));
    return EXIT.done;
  },
};

function findWriter(path: string) {
  const write = byEnding(WRITERS, path);
  if (write) return write;
  throw new CouldNotRun(
    `The ending of ${path} does not say what to write.`,
    'A comparison is written as .md or .json.',
  );
}

/** Writes a comparison as JSON: the verdict, counts of rows, and all numbers of each metric. */
export function comparisonJson({ runs, results, named }: ComparedFiles): string {
  const [baseline] = runs;
  const comparisons = results.map((result, place) => {
    const candidate = runs[place + 1];
    const letter = letterAt(place + 1);
    const isSame = baseline && candidate ? isRescored(baseline, candidate) : false;
    const { lead, rest, lost, note } = describeVerdict(result, letter, isSame);
    const pairing =
      baseline && candidate && describePairing(result, baseline, candidate, letter, named[place]);
    return {
      candidate: letter,
      verdict: `${lead}${rest}`,
      ...(lost ? { lost: `${lost.lead}${lost.rest}` } : {}),
      note,
      paired_by: result.pairedBy,
      pairs: result.changes.length,
      only_in_baseline: result.onlyBaseline.length,
      only_in_candidate: result.onlyCandidate.length,
      warnings: pairing?.warnings ?? [],
      changes: result.changeCounts,
      lost_rows: named[place]?.lost ?? [],
      regressed_rows: named[place]?.regressed ?? [],
      rows_only_in_baseline: named[place]?.missing ?? [],
      rows_only_in_candidate: named[place]?.added ?? [],
      metrics: result.metrics.map((metric) => ({
        ...metric,
        standing: standingOf(metric) ?? 'too few rows',
      })),
    };
  });
  const file = {
    kind: 'trajectory-playground/comparison',
    version: 1,
    runs: runs.map(({ name, rowCount }, place) => ({
      letter: letterAt(place),
      name,
      rows: rowCount,
    })),
    comparisons,
  };
  return JSON.stringify(file, null, 2);
}

/** Prints a comparison: the verdict, the changes of rows, the metrics. */
function printComparison(
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
    const { text, warnings } = describePairing(result, baseline, candidate, letter, named[place]);
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
    const rows = ids.length === 0 ? '' : say`  ${colors.cyan(ids.join(', '))}${andMore(more)}`;
    return say`  ${padded(formatCount(count), 6)}  ${glyph} ${word}${rows}`;
  });
  return lines.length > 0 ? ['', colors.dim('  rows'), ...lines] : [];
}
