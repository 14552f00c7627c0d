import * as v from 'valibot';
import { count } from '#core/base/json/json-shape.ts';
import { type FileIssue, lineOf } from '#core/read/issues/issue.ts';
import { sentenceOf } from '#core/read/issues/sentences.ts';
import { readRules } from '#core/match/check-matching.ts';
import { findMetric } from '#core/score/metrics/registry.ts';
import { MetricSettings } from '#core/score/metric/settings.ts';
import type { LabelColumn, ScoredColumns } from '#core/score/columns/scored-columns.ts';
import { readExchanges } from './exchanges.ts';
import { openArchive, LINK_LIMITS } from '#engine/run-file/archive.ts';
import type { UnpackLimits } from '#core/read/containers/format.ts';
import type { LoadedRun } from '#engine/run-file/pack-runs.ts';
import { areChunksWhole, Chunk } from './read-records.ts';
import { RunRecord, SourceRecord } from '#engine/run-file/run-records.ts';
import { fromBase64, toBase64 } from '#engine/run-file/report.ts';

/** What an archive of this page was found to hold. */
export type RunFileResult =
  | {
      readonly ok: true;
      readonly kind: 'run' | 'backup';
      readonly runs: readonly LoadedRun[];
      /** Runs of a backup that were passed over because they are damaged. */
      readonly damagedCount: number;
    }
  | { readonly ok: true; readonly kind: 'settings'; readonly settings: MetricSettings }
  | { readonly ok: false; readonly issue: FileIssue };

/**
 * Opens what `packRuns` of pack-runs.ts made, and settings of links before version 2. Everything in it
 * is checked, since it may come from anybody.
 * @param what what a person knows it as, "link" or "run file"
 * @returns what it holds, or why it cannot be opened
 */
export async function openRunFile(
  blob: Blob,
  limits: UnpackLimits,
  what: string,
): Promise<RunFileResult> {
  const archive = await openArchive(blob, limits, what);
  if (!archive.ok) return archive;
  const { kind, content } = archive;
  const refuse = (reason: string): RunFileResult => ({
    ok: false,
    issue: { code: 'file_broken', kind: what, reason },
  });
  if (kind === 'settings') {
    if (!v.is(MetricSettings, content)) return refuse('it has no settings');
    const problem = problemOfSettings(content);
    return problem === undefined ? { ok: true, kind, settings: content } : refuse(problem);
  }
  if (!v.is(PackedRuns, content)) return refuse('it has no runs');
  const sources = new Map(
    content.sources
      .filter((source) => v.is(SourceRecord, source))
      .map((source) => [source.id, source]),
  );
  const runs: LoadedRun[] = [];
  for (const { run, chunks, said } of content.runs) {
    const problem = problemOfRun(run, sources, chunks) ?? (await problemOfExchanges(said));
    if (problem === undefined && v.is(RunRecord, run) && v.is(Chunks, chunks))
      runs.push({ run, source: sources.get(run.sourceId), chunks, said });
    else if (kind === 'run') return refuse(problem ?? 'its rows are damaged');
  }
  if (runs.length === 0 && content.runs.length > 0) return refuse('all its runs are damaged');
  if (kind === 'run' && runs.length !== 1) return refuse('it has no run');
  return { ok: true, kind, runs, damagedCount: content.runs.length - runs.length };
}

const PackedRuns = v.object({
  sources: v.array(v.unknown()),
  runs: v.array(
    v.object({
      run: v.unknown(),
      chunks: v.array(v.unknown()),
      said: v.optional(v.instance(Blob)),
    }),
  ),
});
const Chunks = v.array(Chunk);

async function problemOfExchanges(said: Blob | undefined): Promise<string | undefined> {
  return said && !(await readExchanges(said)) ? 'the recording of its agent is damaged' : undefined;
}

function problemOfRun(
  run: unknown,
  sources: ReadonlyMap<string, SourceRecord>,
  chunks: readonly unknown[],
): string | undefined {
  if (!v.is(RunRecord, run)) return 'its description of the run cannot be read';
  const problem = problemOfSettings(run.settings);
  if (problem !== undefined) return problem;
  const unknown = run.summary.find(({ metricId }) => !findMetric(metricId));
  if (unknown) return unknownMetric(unknown.metricId);
  if (run.state === 'summary') return undefined;
  const source = sources.get(run.sourceId);
  if (!source) return 'its rows are missing';
  const isWhole =
    v.is(Chunks, chunks) && chunks.length === run.chunkCount && areChunksWhole(chunks);
  if (!isWhole || run.state === 'running') return 'its scores are damaged';
  const rowCount = chunks.reduce((sum, { columns }) => sum + columns.rowCount, 0);
  if (rowCount !== run.rowCount) return 'its number of rows is wrong';
  if (!chunks.every(({ columns }) => isSound(columns, source.rows.size)))
    return 'its scores do not fit its rows';
  return undefined;
}

function problemOfSettings({ metrics, matching }: MetricSettings): string | undefined {
  const unknown = metrics.find((id) => !findMetric(id));
  if (unknown !== undefined) return unknownMetric(unknown);
  if (matching === undefined) return undefined;
  const rules = readRules(matching);
  if (rules.ok) return undefined;
  const [first] = rules.problems;
  return `its argument rules cannot be used: ${first ? `${first.place}: ${first.message}` : ''}`;
}

function unknownMetric(id: string): string {
  return `it has a metric that this version does not know: “${id}”`;
}

/** What storage itself never gets wrong, but a file may. */
function isSound(columns: ScoredColumns, sourceBytes: number): boolean {
  const { offsets, lengths, scores, tools, signatures, notes, issues } = columns;
  return (
    offsets.every((at, row) => at >= 0 && at + (lengths[row] as number) <= sourceBytes) &&
    scores.every(({ metricId }) => findMetric(metricId) !== undefined) &&
    [tools, signatures, ...(notes ? [notes] : [])].every(isAscending) &&
    issues.first.every(isSpeakable)
  );
}

function isAscending({ starts }: LabelColumn): boolean {
  return (
    starts[0] === 0 &&
    starts.every((start, row) => row === 0 || start >= (starts[row - 1] as number))
  );
}

/** Only the code of an issue is known; a sentence needs the rest. */
function isSpeakable(issue: ScoredColumns['issues']['first'][number]): boolean {
  try {
    const line: unknown = lineOf(issue);
    return sentenceOf(issue).title !== '' && (line === undefined || v.is(count, line));
  } catch {
    return false; // such an issue is left out
  }
}

/** How a fragment begins that holds a shared archive. The digit is the version of the form. */
const PREFIX = /^#z(\d+)\./;
const VERSION = 1;

/** Nothing longer is looked at. */
const READ_LIMIT = 1_000_000;

/** Writes an archive as a fragment. Returns `#z1.` and the bytes in base64url without padding. */
export async function writeFragment(archive: Blob): Promise<string> {
  const base64 = (await toBase64(archive)).join('');
  return `#z${VERSION}.${base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

/** Reads what a fragment, with its `#`, shares; undefined when that is nothing. */
export async function readFragment(fragment: string): Promise<RunFileResult | undefined> {
  const version = PREFIX.exec(fragment)?.[1];
  if (version === undefined) return undefined;
  const refuse = (reason: string): RunFileResult => ({
    ok: false,
    issue: { code: 'file_broken', kind: 'link', reason },
  });
  if (Number(version) > VERSION) return { ok: false, issue: { code: 'file_newer', kind: 'link' } };
  if (fragment.length > READ_LIMIT) return refuse('it is longer than any link of this page');
  const text = fragment.slice(fragment.indexOf('.') + 1);
  try {
    const base64 = text.replaceAll('-', '+').replaceAll('_', '/');
    return await openRunFile(await fromBase64(new Blob([base64])), LINK_LIMITS, 'link');
  } catch {
    return refuse('some of its characters are missing or were changed');
  }
}
