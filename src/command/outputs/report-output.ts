import { openAsBlob, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import { packRuns, type LoadedRun } from '#engine/run-file/pack-runs.ts';
import { storedForm } from '#engine/run-file/run-records.ts';
import { writeReport } from '#engine/run-file/report.ts';
import { HeldRun } from '#workers/held-run.ts';
import { taskSet } from '#workers/run-questions.ts';
import { CouldNotRun } from '#command/could-not-run.ts';
import { JoinedBlob, FileBlob } from '#command/input/file-blob.ts';
import type { ScoredFile } from '#command/score-input.ts';

/** The compressed page, built beside the command. */
const PAGE = new URL('page.html.br', import.meta.url);

/** Reads the page; throws CouldNotRun where it was not built. */
function readPage(): string {
  try {
    return brotliDecompressSync(readFileSync(PAGE)).toString('utf8');
  } catch {
    throw new CouldNotRun(
      `The page is missing beside the command: ${fileURLToPath(PAGE)} cannot be read.`,
      'In the repository, npm run build makes it.',
    );
  }
}

/** Writes the page's report: the page with the run in it, which opens by a double click. */
export async function* reportPieces(file: ScoredFile): AsyncIterable<Uint8Array> {
  const report = await writeReport(readPage(), await packRuns('run', [await toLoadedRun(file)]));
  yield* report.stream() as AsyncIterable<Uint8Array>;
}

/** Converts a scored file to a run as the page stores it. */
async function toLoadedRun(file: ScoredFile): Promise<LoadedRun> {
  const { title, run, digest, scoredAtMs, redaction } = file;
  const { columns, format, table, roles, reading, header, settings, fingerprint } = run;
  const { skipped } = run;
  const [id, sourceId] = [crypto.randomUUID(), crypto.randomUUID()];
  const rows = await toNodeBlob(run.rows);
  const original = run.original && (await toNodeBlob(run.original));
  const tasks = await taskSet([HeldRun.of(run)]);
  const record = {
    id,
    sourceId,
    settings,
    roles,
    reading,
    header,
    fingerprint,
    name: title,
    datasetName: title,
    createdAtMs: scoredAtMs,
    formatId: format.id,
    formatTitle: format.title,
    lineUnit: format.unit,
    sourceBytes: (original ?? rows).size,
    sampleId: '',
    ...(tasks && { taskSet: tasks }),
    ...(redaction && { redaction }),
  };
  return storedForm(record, digest, { columns, rows, table, original, skipped });
}

/** Copies a Blob to one of Node's own, the only ones that can be parts of others. */
async function toNodeBlob(blob: Blob): Promise<Blob> {
  if (blob instanceof JoinedBlob) return new Blob(await Promise.all(blob.parts.map(toNodeBlob)));
  if (!(blob instanceof FileBlob)) return blob;
  const { path, start, end } = blob.range;
  return (await openAsBlob(path)).slice(start, end);
}
