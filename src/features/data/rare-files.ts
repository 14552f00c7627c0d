// What few people open: several files, folders, and files that this page wrote.
import { missingSide } from '#core/read/dataset/missing-side.ts';
import type { FileIssue } from '#core/read/issues/issue.ts';
import { sentenceOf } from '#core/read/issues/sentences.ts';
import { isLeftOut, kindOfFiles, packFiles, type NamedFile } from '#engine/file-set.ts';
import { FILE_LIMITS, isArchive } from '#engine/run-file/archive.ts';
import { findReportRun } from '#engine/run-file/report.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import type { Notice, Notices } from '#kernel/notices.svelte.ts';
import { openRunFile, type RunFileResult } from '#kernel/storage/run-file.ts';
import { restoreBackup } from '#features/runs/backup.ts';
import { askedFilesOf } from './asked-files.svelte.ts';
import { isShared, openOne } from './open-files.ts';
import { otherSideOf } from './other-side.svelte.ts';
import { openFile, severalFiles as texts } from './texts.ts';
import type { WorkerPool } from '#kernel/worker/worker-pool.ts';
import type { PartOfDataset } from './questions.ts';

/**
 * Opens several files: runs of the same tasks one after the other, to be compared, and what this page
 * wrote; a folder, and all others, as one dataset.
 */
export async function openSeveral(
  app: AppState,
  files: readonly File[],
  ticket: number,
): Promise<void> {
  const folder = files[0]?.webkitRelativePath.split('/')[0] ?? '';
  if (folder !== '') {
    const named = files.map((file) => ({
      name: file.webkitRelativePath.slice(folder.length + 1),
      blob: file,
    }));
    return openSet(app, named, folder, ticket);
  }
  const joined = await joinParts(files, app.pool);
  const named = files.map((file) => ({ name: file.name, blob: file }));
  const areApart = joined !== files || (await someAre(files, isShared));
  if (areApart || (await kindOfFiles(app.pool, named)) !== 'dataset')
    return openApart(app, joined, ticket);
  const before = app.workspace.run?.key;
  await openSet(app, named, texts.title(files.length), ticket);
  const { run } = app.workspace;
  if (!run || run.key === before) return;
  askedFilesOf(app).current = {
    runId: run.record.id,
    names: files.map(({ name }) => name),
    openApart: () => openApart(app, files, app.workspace.runs.ticket()),
  };
}

/** Opens what was dropped, where folders are among it, as one dataset. */
export async function openEntries(
  app: AppState,
  entries: readonly FileSystemEntry[],
  ticket: number,
): Promise<void> {
  const files: NamedFile[] = [];
  const [only] = entries;
  const isFolder = entries.length === 1 && only?.isDirectory === true;
  const root = isFolder ? only.fullPath.length + 1 : 1;
  for (const entry of entries) await gather(entry, root, files);
  await openSet(app, files, isFolder ? only.name : texts.title(files.length), ticket);
}

async function gather(entry: FileSystemEntry, root: number, files: NamedFile[]): Promise<void> {
  const name = entry.fullPath.slice(root);
  if (entry.isFile) {
    const blob = await new Promise<File>((...done) => (entry as FileSystemFileEntry).file(...done));
    files.push({ name, blob });
    return;
  }
  // what is in a folder that is left out is not even listed
  if (isLeftOut(name)) {
    files.push({ name: `${name}/`, blob: new Blob() });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((...done) => reader.readEntries(...done));
    if (some.length === 0) return;
    for (const inside of some) await gather(inside, root, files);
  }
}

async function openSet(
  app: AppState,
  files: readonly NamedFile[],
  title: string,
  ticket: number,
): Promise<void> {
  if (await app.workspace.openFile(new File([packFiles(files)], title), ticket))
    reportUnreadOf(app);
}

/** Reports which files of a folder or an archive were not read, with the reason of each. */
export function reportUnreadOf({ workspace, notices }: AppState): void {
  const { first = [], counts = {} } = workspace.run?.columns.issues ?? {};
  const unread = first.flatMap((issue) =>
    issue.code === 'file_unread' ? [`${issue.file ?? ''} (${reasonOf(issue.why)})`] : [],
  );
  if (unread.length === 0) return;
  const title = texts.unreadInSet(counts.file_unread ?? unread.length);
  reportUnread(notices, { kind: 'info', title, text: texts.listed(unread) });
}

/** What a file is, where that is known, or else in short why it is not read. */
function reasonOf(why: FileIssue): string {
  return why.code === 'file_binary' ? why.kind : sentenceOf(why).title.toLowerCase();
}

async function openApart(app: AppState, files: readonly File[], ticket: number): Promise<void> {
  const { notices, router } = app;
  const unread: string[] = [];
  for (const [index, file] of files.entries()) {
    const onUnread = files.length > 1 ? () => void unread.push(file.name) : undefined;
    if (!(await openOne(file, app, ticket, onUnread))) return;
    if (unread.includes(file.name)) continue;
    if (index === 0 && files.length === 2 && (await offerSecond(files[1], app, ticket))) return;
  }
  const compare = (): void => router.go('compare');
  if (files.length > 1) reportOpened(notices, files.length, unread, compare);
}

async function someAre(
  files: readonly File[],
  isThat: (file: File) => Promise<boolean>,
): Promise<boolean> {
  for (const file of files) if (await isThat(file)) return true;
  return false;
}

/** Offers the second of two files as the side that the first one lacks; whether it is done with. */
async function offerSecond(
  second: File | undefined,
  app: AppState,
  ticket: number,
): Promise<boolean> {
  const { workspace } = app;
  const { run } = workspace;
  if (!run || !second || !missingSide({ columns: run.columns.columns, roles: run.roles }))
    return false;
  const otherSide = otherSideOf(app);
  // opened apart, it was still asked for before whatever was opened since
  const openApart = (): void => void workspace.openFile(second, ticket);
  const isOffered = await otherSide.offer(run, second, openApart);
  return isOffered || workspace.run?.key !== run.key;
}

/** Reports what became of files that were opened together. */
function reportOpened(
  notices: Notices,
  count: number,
  unread: readonly string[],
  compare: () => void,
): void {
  const scored = count - unread.length;
  if (scored > 0) {
    const action = scored > 1 ? { label: texts.compare, run: compare } : undefined;
    notices.toast(texts.scored(scored), action);
  }
  if (unread.length === 0) return;
  const title = texts.unread(unread.length, count);
  reportUnread(notices, { kind: 'error', title, text: texts.listed(unread) + texts.why });
}

function reportUnread(notices: Notices, said: Pick<Notice, 'kind' | 'title' | 'text'>): void {
  notices.banner({ ...said, id: 'unread', isOfData: true });
}

/**
 * Opens a run file or a report as a run of one's own, and puts back the runs of a backup;
 * undefined for any other file.
 */
export async function openSharedFile(
  file: File,
  app: AppState,
  ticket: number,
): Promise<true | undefined> {
  const { workspace, library, router } = app;
  const reading = await readSharedFile(file);
  if (!reading) return undefined;
  if (!reading.ok) workspace.refuse(reading.issue, ticket);
  else if (reading.kind === 'settings') await workspace.setSettings(reading.settings);
  else if (reading.kind === 'backup') {
    router.go('runs');
    await restoreBackup(reading, app);
  } else {
    const [loaded] = reading.runs;
    if (loaded) await workspace.openUnsaved(library.adopt(loaded), false, ticket);
    if (!workspace.runs.isLate(ticket)) await workspace.keep();
  }
  return true;
}

/** Opens a file that this page wrote: a run file, a backup or a report; undefined for any other. */
async function readSharedFile(file: File): Promise<RunFileResult | undefined> {
  if ((await file.slice(0, 1).text()) !== '<')
    return (await isArchive(file)) ? openRunFile(file, FILE_LIMITS, 'run file') : undefined;
  try {
    const run = await findReportRun(file);
    return run && (await openRunFile(run, FILE_LIMITS, 'report'));
  } catch {
    const reason = openFile.isBroken;
    return { ok: false, issue: { code: 'file_broken', kind: 'report', reason } };
  }
}

/** A file with a part of a dataset. */
interface PartFile extends PartOfDataset {
  readonly file: File;
}

/**
 * Joins files with the parts of one dataset, such as questions, accepted answers and what a model
 * answered: each run is one file with all the tasks.
 * @param files in the order in which they were opened
 * @returns a file for each run; the files as they are where one of them is no such part, or none has
 *   the answers of a run
 */
export async function joinParts(
  files: readonly File[],
  pool: WorkerPool,
): Promise<readonly File[]> {
  if (files.length < 2) return files;
  const parts: PartFile[] = [];
  for (const file of files) {
    const part = await pool.ask('partOfDataset', file);
    if (!part) return files;
    parts.push({ ...part, file });
  }
  const tasks = parts.filter(({ part }) => part === 'task').map(({ file }) => file);
  if (tasks.length === 0) return files;
  const runs: PartFile[][] = [];
  for (const answers of parts.filter(({ part }) => part === 'answers')) {
    const run = runs.find((others) => others.every(({ firstId }) => firstId !== answers.firstId));
    if (run) run.push(answers);
    else runs.push([answers]);
  }
  return (runs.length > 0 ? runs.map((run) => run.map(({ file }) => file)) : [[]]).map((own) =>
    joinFiles([...tasks, ...own], own[0] ?? (tasks[0] as File)),
  );
}

function joinFiles(files: readonly File[], named: File): File {
  const lines = files.flatMap((file): BlobPart[] => [file, '\n']);
  return new File(lines, named.name, { lastModified: named.lastModified });
}
