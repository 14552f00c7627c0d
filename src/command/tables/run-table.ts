import { nameOfPath } from '#core/base/json/json-path.ts';
import { andMore, listFirst } from '#core/base/text/list-first.ts';
import { boundText, countOf, formatCount, formatOf } from '#core/base/text/sentence.ts';
import {
  causesOf,
  commonCauses,
  decidingOf,
  rowsOfCause,
  signatureInWords,
} from '#core/explain/summary/headline.ts';
import {
  describeObserved,
  standouts,
  standsOutIn,
  worstRows,
} from '#core/explain/summary/stands-out.ts';
import { FILE_COLUMN } from '#core/read/dataset/pair-sides.ts';
import { lacksExpectedCalls } from '#core/read/dataset/missing-side.ts';
import {
  describeTotals,
  shownSummaries,
  type MetricSummary,
} from '#core/explain/summary/metric-summary.ts';
import { parseSignature } from '#core/match/signature.ts';
import { describeUnused } from '#core/score/trajectory-rules/rule-scorer.ts';
import { departuresOf } from '#core/score/metric/settings.ts';
import type { IssueCode, Severity } from '#core/read/issues/issue.ts';
import { groupIssues, shownFirst } from '#core/read/issues/group-issues.ts';
import { textOf } from '#core/read/issues/sentences.ts';
import { findMetric, titleOf } from '#core/score/metrics/registry.ts';
import { HeldRun } from '#workers/held-run.ts';
import { previewRows, toolArguments } from '#workers/run-questions.ts';
import { nameRows } from '#command/compare-files.ts';
import type { ScoredFile } from '#command/score-input.ts';
import {
  joined,
  padded,
  printable,
  say,
  type Inks,
  type Printable,
  type Text,
  tableOf,
} from '#command/printable.ts';
import type { Terminal } from '#command/subcommand.ts';
import Table from 'cli-table3';

const CAUSES_LISTED = 5;

const WORST_LISTED = 10;
const ABOUT_LIMIT = 60;

/** How many rows of a cause are named. */
const ROWS_NAMED = 3;

/** The rows of a run that are named, by their ids. */
export interface NamedRows {
  /** The rows in which most stands out; none of a run with expected calls. */
  readonly worst: readonly WorstRow[];
  /** What differs in some rows, most frequent first. */
  readonly causes: readonly CausesNamed[];
}

/** A row in which something stands out. */
interface WorstRow {
  readonly name: string;
  /** Its prompt, else the file it is from; empty without either. */
  readonly about: string;
  readonly what: string;
}

interface CausesNamed {
  readonly head: string;
  readonly listed: readonly {
    readonly cause: string;
    readonly count: number;
    readonly rows: readonly string[];
  }[];
  /** The number of rarer ones. */
  readonly more: number;
}

/** Finds the rows that are named of a run. */
export async function findNamed(file: ScoredFile): Promise<NamedRows> {
  const { columns } = file.run;
  if (!lacksExpectedCalls(file.run)) return { worst: [], causes: await nameCauses(file) };
  const rows = worstRows(columns, WORST_LISTED);
  const names = await nameRows(file, rows);
  const previews = await previewRows([HeldRun.of(file.run)], { rows, cells: [FILE_COLUMN] });
  const worst = rows.map((row, at) => {
    const { prompt = '', cells } = previews[at] ?? {};
    const about = (prompt || (cells?.get(FILE_COLUMN) ?? '')).trim().replace(/\s+/g, ' ');
    return {
      name: names[at] ?? '',
      about: boundText(about, ABOUT_LIMIT),
      what: standsOutIn(file.run, row),
    };
  });
  return { worst, causes: [] };
}

/** The causes of failing rows, then what else differs, as the page lists them. */
async function nameCauses(file: ScoredFile): Promise<readonly CausesNamed[]> {
  const { columns } = file.run;
  const decides = decidingOf(columns);
  const kinds = causesOf(columns, decides);
  const heads = [
    ['failing', 'cause'],
    ['passing', 'differs, but fails no row'],
    ['unscored', decides === '' ? 'cause' : 'differs in rows left out'],
  ] as const;
  const found: CausesNamed[] = [];
  for (const [standing, head] of heads) {
    const causes = commonCauses(kinds, standing);
    if (causes.length === 0) continue;
    const listed = [];
    for (const { name: cause, count } of causes.slice(0, CAUSES_LISTED)) {
      const rows = rowsOfCause(columns, decides, standing, cause).subarray(0, ROWS_NAMED);
      listed.push({ cause, count, rows: await nameRows(file, [...rows]) });
    }
    found.push({ head, listed, more: causes.length - listed.length });
  }
  return found;
}

/** Prints a run: the headline, the metrics, and the most frequent differences or the worst rows. */
export function printRun(
  file: ScoredFile,
  { worst, causes }: NamedRows,
  { colors }: Pick<Terminal, 'colors'>,
): Printable {
  const { title, run, digest } = file;
  const { format, columns } = run;
  const { headline, summary } = digest;
  const styles = { plain: printable, strong: colors.bold, code: colors.cyan };
  const lacksExpected = lacksExpectedCalls(file.run);
  const shown = shownSummaries(summary, lacksExpected);
  const totals = describeTotals(summary, columns.rowCount);
  const skipped = columns.skippedCount > 0 ? `, ${formatCount(columns.skippedCount)} skipped` : '';
  const turns = run.reading.turns ? ', one row per conversation' : '';
  const rules = departuresOf(run.settings)
    .map((departure) => `, ${departure}`)
    .join('');
  return joined([
    say`${colors.bold(title)}  ${colors.dim(`${format.title}, ${countOf(columns.rowCount, 'row')}${turns}${skipped}${rules}`)}`,
    ...(lacksExpected
      ? [describeObserved(columns)]
      : [
          joined(
            headline.parts.map(({ text, style }, at) =>
              styles[style](at === headline.parts.length - 1 ? text.trimEnd() : text),
            ),
            '',
          ),
          ...(headline.note === '' ? [] : [colors.dim(headline.note)]),
        ]),
    ...(totals === '' ? [] : [totals]),
    '',
    metricTable(shown.length > 0 ? shown : summary, colors),
    ...(lacksExpected ? standoutLines(file, worst, colors) : causeLines(causes, colors)),
    '',
  ]);
}

function metricTable(summaries: readonly MetricSummary[], colors: Inks): Printable {
  const head = ['metric', 'mean', 'sd', '95 % interval', 'scored', 'left out', 'errors'];
  const rows = summaries.map((metric) => {
    const { interval, errors } = metric;
    const write = formatOf(findMetric(metric.metricId)?.scale);
    const { title, isCode } = titleOf(metric);
    return [
      isCode ? `calls ${title}` : title,
      colors.bold(write(metric.mean)),
      write(metric.std),
      interval ? `${write(interval.low)} to ${write(interval.high)}` : '–',
      formatCount(metric.valid),
      formatCount(metric.notEvaluated),
      errors > 0 ? colors.red(formatCount(errors)) : '0',
    ];
  });
  return plainTable(
    head.map((name) => colors.dim(name)),
    rows,
  );
}

/** What stands out in most rows, and the rows in which most does. */
function standoutLines(
  { run: { columns }, digest: { counts } }: ScoredFile,
  worst: NamedRows['worst'],
  colors: Inks,
): Text[] {
  if (worst.length === 0) return [];
  return [
    '',
    colors.dim('  rows  what stands out'),
    ...standouts({ columns, counts }).map(
      ({ rowCount, title }) => say`  ${padded(formatCount(rowCount), 6)}  ${title}`,
    ),
    '',
    colors.dim('  worst rows'),
    ...worst.flatMap(({ name, about, what }) => [
      say`  ${colors.cyan(name)}  ${what}`,
      ...(about === '' ? [] : [say`    ${colors.dim(about)}`]),
    ]),
  ];
}

function causeLines(causes: readonly CausesNamed[], colors: Inks): Text[] {
  const lines = causes.flatMap(({ head, listed, more }) => [
    '',
    colors.dim(`  rows  ${head}`),
    ...listed.map(({ cause, count, rows }) => {
      const signature = parseSignature(cause);
      const { tool, path } = signature;
      const place = path === '' ? tool : `${tool} ${nameOfPath(path)}`;
      return say`  ${padded(formatCount(count), 6)}  ${colors.cyan(place)} ${signatureInWords(signature)}${colors.dim(`: ${listFirst(rows, rows.length, count)}`)}`;
    }),
    ...(more > 0 ? [colors.dim(`         ${andMore(more)}`)] : []),
  ]);
  const isCut = causes.some(
    ({ listed, more }) => more > 0 || listed.some(({ count, rows }) => count > rows.length),
  );
  return isCut
    ? [...lines, '', colors.dim('  Every row with its differences: --out rows.csv')]
    : lines;
}

const MARKS: Readonly<Record<Severity, (colors: Inks) => Printable>> = {
  fatal: (colors) => colors.red('stopped'),
  skipped: (colors) => colors.red('skipped'),
  warning: (colors) => colors.yellow('warning'),
  note: (colors) => colors.dim('note   '),
};

const MARK_WIDTH = 11;

/**
 * Skipped and guessed records by kind, as in the page’s list of what was read.
 * @param leftOut kinds that are not printed
 */
export function printIssues(
  { run }: Pick<ScoredFile, 'run'>,
  { colors }: Pick<Terminal, 'colors'>,
  leftOut: readonly IssueCode[] = [],
): Printable[] {
  const { columns, issue, format } = run;
  const { first, counts } = columns.issues;
  const groups = groupIssues(first, counts).filter(({ code }) => !leftOut.includes(code));
  const lines = groups.flatMap(({ title, total, issues, severity }) => {
    const mark = MARKS[severity](colors);
    return shownFirst(issues).map((issue, index) => {
      const words = textOf(issue, format.unit);
      if (index > 0) return say`${' '.repeat(MARK_WIDTH)}${words}`;
      return say`  ${mark}  ${title} (${formatCount(total)}): ${words}`;
    });
  });
  if (issue) lines.push(say`  ${colors.red('stopped')}  ${textOf(issue, format.unit)}`);
  return lines;
}

/**
 * Reports skipped and guessed records on standard error, because the output may go to a file. Names
 * of columns change only what `convert` writes.
 */
export async function reportNotes(file: ScoredFile, terminal: Terminal): Promise<void> {
  const notes = printIssues(file, terminal, ['column_named']);
  if (notes.length > 0) terminal.report(printable(file.title));
  for (const note of notes) terminal.report(note);
  const { columns, settings } = file.run;
  const rules = (settings.rules ?? []).filter(({ isOn }) => isOn);
  const called = rules.length > 0 ? await toolArguments([HeldRun.of(file.run)], Infinity) : [];
  for (const { text } of rules)
    for (const unused of describeUnused(text, columns.tools.names, called))
      terminal.report(say`  ${MARKS.warning(terminal.colors)}  ${text}: ${unused}`);
}

/** The lines of tables; plain ones for old terminals. */
const CHARACTERS = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '',
};

/** Prints a table; its first column is left-aligned, all others are numbers. */
export function plainTable(head: readonly Text[], rows: readonly (readonly Text[])[]): Printable {
  return tableOf(setTable, head, rows);
}

function setTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const table = new Table({
    head: [...head],
    chars: CHARACTERS,
    style: { head: [], border: [], compact: true, 'padding-left': 0, 'padding-right': 2 },
    colAligns: head.map((_, column) => (column === 0 ? 'left' : 'right')),
  });
  for (const row of rows) table.push([...row]);
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}
