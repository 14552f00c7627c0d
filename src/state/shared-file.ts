import type { RunFileReading } from '#storage/run-file.ts';

/** The first bytes of gzip, of HTML and of an unpacked run file. */
const STARTS = ['\u001f\u008b', '<!', '{"archive":"'];

/** Opens a file that this page wrote: a run file, a backup or a report; undefined for any other. */
export async function readSharedFile(file: File): Promise<RunFileReading | undefined> {
  const start = await startOf(file);
  if (!STARTS.some((known) => start.startsWith(known))) return undefined;
  const [{ isArchive, FILE_LIMITS }, { openRunFile }, { findReportRun }] = await Promise.all([
    import('#storage/archive.ts'),
    import('#storage/run-file.ts'),
    import('#storage/report-page.ts'),
  ]);
  if (!start.startsWith('<'))
    return (await isArchive(file)) ? openRunFile(file, FILE_LIMITS, 'run file') : undefined;
  try {
    const run = await findReportRun(file);
    return run && (await openRunFile(run, FILE_LIMITS, 'report'));
  } catch {
    const reason = 'the run in it is cut off or was changed';
    return { ok: false, issue: { code: 'file_broken', kind: 'report', reason } };
  }
}

async function startOf(file: File): Promise<string> {
  try {
    const bytes = new Uint8Array(await file.slice(0, 12).arrayBuffer());
    return String.fromCharCode(...bytes);
  } catch {
    return ''; // who reads the file next says so
  }
}
