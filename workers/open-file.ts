import type { RunDigest } from '#core/explain/summary/digest.ts';
import { FIRST_LINES, type RowPreview } from '#core/explain/row/row-detail.ts';
import { definedFor, type WantedScoring } from '#core/score/metrics/registry.ts';
import { unpackInfos } from '#core/score/columns/pack-columns.ts';
import { shiftPart } from '#core/score/columns/slice-columns.ts';
import type { TaskSet } from '#core/score/columns/task-set.ts';
import type { DatasetIssue } from '#core/read/issues/issue.ts';
import { HeldRun } from './held-run.ts';
import { inspectFile, type FileToInspect, type Inspection } from './inspect-file.ts';
import { digest, previewRows, taskSet } from './run-questions.ts';
import type { ScoredPart, ScoreJob } from './score-job.ts';
import { scoreRecords } from './score-records.ts';
import { scoreLines, scoreText } from './score-source.ts';

/** A file, and how it is to be scored. */
export interface FileToOpen extends FileToInspect {
  /** What is known of it already. */
  readonly notes?: readonly DatasetIssue[];
  /** Absent: it is only looked at, as one is that has more bytes than are scored at once. */
  readonly scoring?: (WantedScoring & { readonly mostBytes: number }) | undefined;
}

/** What the beginning of a file tells of a dataset, and the parts of one that was scored at once. */
type OpenedDataset = Extract<Inspection, { kind: 'dataset' }> & {
  readonly parts?: readonly ScoredPart[] | undefined;
};

/** A file that was looked at, or scored as well. */
export type OpenedFile = Exclude<Inspection, { kind: 'dataset' }> | OpenedDataset;

/** Looks at a file; a small one that can be read to its end is scored at once. */
export async function openFile(file: FileToOpen): Promise<OpenedFile> {
  return (await open(file)).file;
}

interface Opened {
  readonly file: OpenedFile;
  /** How it was scored. */
  readonly job?: ScoreJob;
}

async function open({ scoring, notes, ...asked }: FileToOpen): Promise<Opened> {
  const inspected = await inspectFile(asked);
  if (inspected.kind === 'unreadable') return { file: inspected };
  const file = { ...inspected, notes: [...(notes ?? []), ...inspected.notes] };
  if (file.kind !== 'dataset' || !scoring) return { file };
  const { format, roles, choices, head, converted } = file;
  const blob = converted ?? asked.file;
  if (blob.size > scoring.mostBytes) return { file };
  const settings = definedFor(file, scoring) ?? scoring.settings;
  const hasCustom = (settings.custom ?? []).some(({ isOn }) => isOn);
  const about = { blob, head, formatId: format.id, roles, settings };
  const job = { ...about, notes: file.notes, choices, hasCustom };
  return { file: { ...file, parts: await scoreWhole(job, file.reading) }, job };
}

/** Scores a whole file as one slice; undefined where it cannot be read to its end. */
async function scoreWhole(
  job: ScoreJob,
  reading: OpenedDataset['reading'],
): Promise<readonly ScoredPart[] | undefined> {
  const slice = { job, start: 0, end: job.blob.size };
  const parts: ScoredPart[] = [];
  if (reading === 'lines') parts.push(await scoreLines(slice));
  else if (reading === 'records') {
    const found = await scoreRecords(slice);
    if (!found || found.isIrregular || found.failure) return undefined;
    parts.push(found.part);
  } else {
    const keep = ({ part }: { readonly part: ScoredPart }): Promise<void> => {
      parts.push(part);
      return Promise.resolve();
    };
    if (await scoreText({ job, from: 0 }, keep)) return undefined;
  }
  return parts.some(({ columns }) => columns.rowCount > 0) ? parts : undefined;
}

/** What the page asks first about a run that was scored at once. */
export interface FirstAnswers {
  readonly digest: RunDigest;
  /** The table lines of its first rows. */
  readonly firstLines: readonly RowPreview[];
  readonly taskSet: TaskSet | undefined;
}

/** A file that was opened in the worker that keeps its run. */
export interface OpenedRun {
  readonly file: OpenedFile;
  /** Absent where it was not scored at once, or own metrics are still to be. */
  readonly answers?: FirstAnswers | undefined;
}

/** Opens a file; the run of one that was scored at once comes with what the page asks first about it. */
export async function openRun(
  asked: FileToOpen,
): Promise<OpenedRun & { readonly run?: HeldRun | undefined }> {
  const { file, job } = await open(asked);
  const run = job && file.kind === 'dataset' ? runOf(file, job) : undefined;
  if (!run) return { file };
  const count = Math.min(FIRST_LINES, run.columns.rowCount);
  const rows = Array.from({ length: count }, (_, row) => row);
  const firstLines = await previewRows([run], { rows });
  const answers = { digest: digest([run]), firstLines, taskSet: await taskSet([run]) };
  return { file, run, answers };
}

function runOf(
  { parts, table: form }: OpenedDataset,
  { blob, roles, settings, hasCustom }: ScoreJob,
): HeldRun | undefined {
  // the page adds the scores of own metrics
  if (!parts || hasCustom) return undefined;
  const written = parts.flatMap((part) => part.rows ?? []);
  const rows = written.length > 0 ? new Blob(written) : blob;
  const table = form && { ...form, bytes: blob.size };
  const run = new HeldRun();
  let [rowCount, lines, bytes] = [0, 0, 0];
  for (const part of parts) {
    const columns = shiftPart(unpackInfos(part.columns), lines, bytes);
    run.add(rowCount, columns, { rows, table, roles, settings });
    rowCount += columns.rowCount;
    lines += part.lineCount;
    bytes += part.rows?.size ?? 0;
  }
  return run;
}
