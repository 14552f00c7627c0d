import { digestRun, type RunDigest } from '#core/explain/summary/digest.ts';
import { isFilled } from '#core/read/dataset/missing-side.ts';
import type { Issue } from '#core/read/issues/issue.ts';
import { severityOf, textOf } from '#core/read/issues/sentences.ts';
import { ROLE_TITLES, type ColumnRoles } from '#core/read/names/column-roles.ts';
import type { MetricSummary } from '#core/explain/summary/metric-summary.ts';
import { isCustomColumn } from '#core/score/custom-metrics/custom-metric.ts';
import { isJudgeColumn } from '#core/score/judged-metrics/judged-metric.ts';
import { findMetric } from '#core/score/metrics/registry.ts';
import type { RedactionNote } from '#core/share/redaction/redaction.ts';
import { FileUnreadable, scoreWhole, type WholeRun } from '#engine/score-whole.ts';
import { OWN_THREAD } from '#package/own-thread.ts';
import { listFirst } from '#core/base/text/list-first.ts';
import { formatCount } from '#core/base/text/sentence.ts';
import { CouldNotRun } from './could-not-run.ts';
import type { Input } from './input/open-input.ts';
import { openOwnMetrics } from './own-metrics/own-metrics.ts';
import type { ScoringOptions } from './scoring-options.ts';
import { say } from './printable.ts';
import type { Terminal } from './subcommand.ts';
import { ThreadRunner } from './threads/thread-runner.ts';

/** A file with its scores. */
export interface ScoredFile {
  readonly title: string;
  readonly run: WholeRun;
  readonly digest: RunDigest;
  /** Its redaction; absent unless it is a redacted copy. */
  readonly redaction?: RedactionNote;
  /** Milliseconds since 1970. */
  readonly scoredAtMs: number;
}

/** Smaller files are scored faster than threads start. */
const THREADS_FROM_BYTES = 4_000_000;

/**
 * Scores a file with all cores, showing progress. Throws CouldNotRun when no row can be read, or a
 * named column is not there; one of several files need not have them all.
 */
export async function scoreInput(
  { blob, name, title, reading, keepRows }: Input,
  { settings, roles, allowsCode, observes }: ScoringOptions,
  terminal: Terminal,
  isOfSet = false,
): Promise<ScoredFile> {
  const { signal, isWatched, progress } = terminal;
  const threads = blob.size >= THREADS_FROM_BYTES ? new ThreadRunner() : undefined;
  // waiting for a thread that has ended would never end
  const endThreads = (): void => void threads?.close();
  signal.addEventListener('abort', endThreads);
  try {
    const run = await scoreWhole(threads ?? { ...OWN_THREAD, openOwnMetrics }, {
      blob,
      name,
      settings,
      chosenRoles: roles,
      signal,
      observes,
      rowKeeper: keepRows(),
      keepRows,
      isOfSet,
      ...(reading && { reading }),
      isTrusted: () => allowsCode,
      onProgress: (bytes, rows) => {
        if (!isWatched) return;
        const percent = Math.floor((bytes / Math.max(1, blob.size)) * 100);
        progress(say`${title}  ${percent} %  ${formatCount(rows)} rows`);
      },
    });
    if (run.columns.rowCount === 0) {
      const skipped = run.columns.issues.first.find(({ code }) => severityOf(code) === 'skipped');
      const why = skipped ? textOf(skipped, run.format.unit) : '';
      throw new CouldNotRun(`${title}: none of its records is a row.`, why);
    }
    // columns of joined files have the names of their roles
    if (!run.reading.joined && !isOfSet) requireColumns(title, [run], roles);
    return { title, run, digest: digestRun(run.columns), scoredAtMs: Date.now() };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof FileUnreadable) throw new CouldNotRun(`${title}: ${error.message}`);
    if (error instanceof Error && error.name === 'FileLost')
      throw new CouldNotRun(`${title} could not be read to its end. ${error.message}`);
    throw error;
  } finally {
    signal.removeEventListener('abort', endThreads);
    progress();
    await threads?.close();
  }
}

/**
 * A named column that does not exist would leave all rows without a score.
 * @param runs the files that may have it, under their own names or those that they are read under
 */
export function requireColumns(title: string, runs: readonly WholeRun[], roles: ColumnRoles): void {
  const owns = new Map<string, string>();
  for (const { columns } of runs)
    for (const issue of columns.issues.first)
      if (issue.code === 'column_named') owns.set(issue.name, issue.own);
  const names = runs.flatMap(({ columns }) => columns.columns.map(({ name }) => name));
  const ownNames = names.map((name) => owns.get(name) ?? name);
  for (const column of Object.values(roles))
    if (![...names, ...ownNames].includes(column))
      throw new CouldNotRun(
        `There is no column “${column}” in ${title}.`,
        listColumns([...new Set(ownNames)]),
      );
}

function listColumns(names: readonly string[]): string {
  return names.length === 0 ? 'It has no columns.' : `The columns are ${listFirst(names, 40)}.`;
}

/** Asks which of several columns has the calls made, and which the expected ones. */
function whichSide(
  why: string,
  { names, examples = [], side }: Extract<Issue, { code: 'side_unsure' }>,
  lacksBoth: boolean,
): CouldNotRun {
  const columns = names.map((name, at) => `${name}: ${examples[at] ?? ''}`).join('; ');
  const [first = '', second = ''] = names;
  const ways = lacksBoth
    ? [
        `predicted_trajectory=${first},reference_trajectory=${second}`,
        `predicted_trajectory=${second},reference_trajectory=${first}`,
      ]
    : names.map((name) => `${side}_trajectory=${name}`);
  return new CouldNotRun(
    `${why}: the names of its columns do not say which calls were made and which were expected. ${columns}.`,
    `Say which: ${ways.map((way) => `--columns ${quoted(way)}`).join(', or ')}.`,
  );
}

function quoted(text: string): string {
  return /^[\w.,:/=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Whether a run was exported without the steps that hold its calls, such as a trace without spans. */
function isWithoutSteps(issue: Issue): boolean {
  return issue.code === 'adapter_note' && issue.kind === 'calls_unrecorded' && issue.detail === '';
}

/** Whether a metric needs the user's code or a model, which are not run here. */
function isRunElsewhere(summary: MetricSummary): boolean {
  return summary.errors === 0 && (isCustomColumn(summary) || isJudgeColumn(summary));
}

/**
 * Finds out why a file has no scores, apart from recorded times and failures.
 * @returns an error with what the rows lack; undefined where some row has a score
 */
export function whyUnscored({ title, run, digest }: ScoredFile): CouldNotRun | undefined {
  const { columns, roles } = run;
  const asked = digest.summary.filter(({ metricId }) => !findMetric(metricId)?.isRecorded);
  if ((asked.length > 0 ? asked : digest.summary).some(({ valid }) => valid > 0)) return undefined;
  const needs = new Set(asked.flatMap(({ metricId }) => findMetric(metricId)?.needs ?? []));
  const hasReferences = isFilled(columns.columns, roles.reference_trajectories);
  const lacks = [...needs].filter(
    (role) =>
      !isFilled(columns.columns, roles[role]) &&
      !(role === 'reference_trajectory' && hasReferences),
  );
  const why = `No row of ${title} could be scored`;
  if (lacks.length === 0 && asked.length > 0 && asked.every(isRunElsewhere))
    return new CouldNotRun(
      `${why}: its metrics are code of your own, or judged by a model.`,
      'Code runs with --allow-code; judged metrics are computed in the page.',
    );
  const unpaired = columns.issues.first.find(({ code }) => code === 'rows_unpaired');
  if (lacks.length === 0)
    return new CouldNotRun(`${why}.`, unpaired ? textOf(unpaired) : digest.headline.note);
  if (columns.issues.first.some(isWithoutSteps))
    return new CouldNotRun(
      `${why}: its runs were recorded without their calls.`,
      'Export them with their steps: spans, observations or messages.',
    );
  const names = columns.columns.map(({ name }) => name);
  const unsure = columns.issues.first.find((issue) => issue.code === 'side_unsure');
  if (unsure && unsure.names.length > 1) return whichSide(why, unsure, lacks.length > 1);
  const needsNone = lacks.every((role) => role === 'reference_trajectory')
    ? ' Rules need none: --rule "at most 20 calls".'
    : '';
  return new CouldNotRun(
    `${why}, for lack of ${lacks.map((role) => ROLE_TITLES[role]).join(' and ')}.`,
    `Name the column with --columns ${lacks[0] ?? ''}=…, or give the file that has it with --reference FILE.${needsNone} ${listColumns(names)}`,
  );
}
