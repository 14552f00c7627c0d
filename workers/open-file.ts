import type { RunDigest } from '#core/explain/summary/digest.ts';
import type { RowPreview } from '#core/explain/row/row-detail.ts';
import { unpackInfos } from '#core/score/columns/pack-columns.ts';
import { shiftPart } from '#core/score/columns/slice-columns.ts';
import type { TaskSet } from '#core/score/columns/task-set.ts';
import type { DatasetIssue } from '#core/read/issues/issue.ts';
import { HeldRun } from './held-run.ts';
import { inspectFile, type FileToInspect, type Inspection } from './inspect-file.ts';
import { digest, previewRows, taskSet } from './run-questions.ts';
import {
  definedFor,
  FIRST_LINES,
  FIRST_SLICE_BYTES,
  jobOf,
  type InspectedDataset,
  type ScoredPart,
  type ScoreJob,
  type WantedScoring,
} from './score-job.ts';
import { scoreRecords } from './score-records.ts';
import { scoreLines, scoreText } from './score-source.ts';

/** A file, and how it is to be scored. */
export interface FileToOpen extends FileToInspect {
  /** What is known of it already. */
  readonly notes?: readonly DatasetIssue[];
  /** Absent: it is only looked at. */
  readonly scoring?: WantedScoring | undefined;
}

/** A file that was looked at; one of a single slice is scored. */
export type OpenedFile =
  | Exclude<Inspection, { kind: 'dataset' }>
  | (InspectedDataset & { readonly parts?: readonly ScoredPart[] | undefined });

/** Looks at a file, and scores it at once where it is one slice and can be read to its end. */
export async function openFile({ scoring, notes, ...file }: FileToOpen): Promise<OpenedFile> {
  const inspected = await inspectFile(file);
  if (inspected.kind === 'unreadable') return inspected;
  const found = { ...inspected, notes: [...(notes ?? []), ...inspected.notes] };
  if (found.kind !== 'dataset' || !scoring) return found;
  const job = jobOf(found, file.file, definedFor(found, scoring) ?? scoring.settings);
  return { ...found, parts: await scoreSmall(job, found.reading) };
}

/** Scores a file of one slice; undefined for others, and where it is not read to its end. */
async function scoreSmall(
  job: ScoreJob,
  reading: InspectedDataset['reading'],
): Promise<readonly ScoredPart[] | undefined> {
  const { size } = job.blob;
  if (size > FIRST_SLICE_BYTES) return undefined;
  const slice = { job, start: 0, end: size };
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

/** The run of a file that was scored at once, and the answers to what the page asks first. */
export async function openRun(
  file: FileToOpen,
): Promise<OpenedRun & { readonly run?: HeldRun | undefined }> {
  const opened = await openFile(file);
  const { scoring } = file;
  const run = scoring && opened.kind === 'dataset' && runOf(opened, file.file, scoring);
  if (!run) return { file: opened };
  const count = Math.min(FIRST_LINES, run.columns.rowCount);
  const rows = Array.from({ length: count }, (_, row) => row);
  const firstLines = await previewRows([run], { rows });
  const answers = { digest: digest([run]), firstLines, taskSet: await taskSet([run]) };
  return { file: opened, run, answers };
}

function runOf(
  { parts, ...found }: Extract<OpenedFile, { kind: 'dataset' }>,
  file: Blob,
  scoring: WantedScoring,
): HeldRun | undefined {
  const settings = definedFor(found, scoring) ?? scoring.settings;
  const { blob, roles, hasCustom } = jobOf(found, file, settings);
  if (!parts || hasCustom) return undefined;
  const written = parts.flatMap(({ rows }) => rows ?? []);
  const rows = written.length > 0 ? new Blob(written) : blob;
  const table = found.table && { ...found.table, bytes: blob.size };
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
