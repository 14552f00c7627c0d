import type { AppState } from '#kernel/app.svelte.ts';
import { readClipboard } from '#kernel/clipboard.ts';

const loadRare = () => import('./rare-files.ts');

/** Opens files in the playground, datasets and what this page wrote. */
export async function openFiles(
  app: AppState,
  files: readonly File[],
  ticket = app.workspace.runs.ticket(),
): Promise<void> {
  app.router.go('playground');
  const [only] = files;
  if (only && files.length === 1 && only.webkitRelativePath === '') {
    if (!(await openOne(only, app, ticket))) return;
    const issues = app.workspace.run?.columns.issues.counts ?? {};
    if (issues.file_unread) (await loadRare()).reportUnreadOf(app);
    return;
  }
  const { openSeveral } = await loadRare();
  await openSeveral(app, files, ticket);
}

/** Opens what was dropped: files, or folders, each with all that is in it. */
export async function openDropped(app: AppState, data: DataTransfer): Promise<void> {
  const ticket = app.workspace.runs.ticket();
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (!entries.some((entry) => entry.isDirectory)) return openFiles(app, [...data.files], ticket);
  app.router.go('playground');
  const { openEntries } = await loadRare();
  await openEntries(app, entries, ticket);
}

/**
 * Opens a file; false when it was cancelled, or replaced by something else.
 * @param onUnread called where it has no rows, in place of telling what became of it
 */
export async function openOne(
  file: File,
  app: AppState,
  ticket: number,
  onUnread?: () => void,
): Promise<boolean> {
  if (await isShared(file)) {
    const { openSharedFile } = await loadRare();
    if ((await openSharedFile(file, app, ticket)) === true) return true;
  }
  return app.workspace.openFile(file, ticket, onUnread);
}

/** Opens the text of the clipboard in the playground. */
export async function openClipboard(app: AppState): Promise<void> {
  const ticket = app.workspace.runs.ticket();
  const text = await readClipboard(app.notices);
  app.router.go('playground');
  if (text !== undefined) await app.workspace.openText(text, undefined, ticket);
}

/**
 * Opens rows that are pasted into the text of a sample in its place.
 * @returns false where they are to be put into the text
 */
export function replaceSample({ workspace }: AppState, pasted: string): boolean {
  if (!workspace.isUntouchedSample || !looksLikeRows(pasted)) return false;
  void workspace.openText(pasted);
  return true;
}

/** The first bytes of gzip, of HTML and of an unpacked run file. */
const STARTS = ['\u001f\u008b', '<!', '{"archive":"'];

/** Whether a file may be one that this page wrote. */
export async function isShared(file: File): Promise<boolean> {
  const start = await startOf(file);
  return STARTS.some((known) => start.startsWith(known));
}

async function startOf(file: File): Promise<string> {
  try {
    const bytes = new Uint8Array(await file.slice(0, 12).arrayBuffer());
    return String.fromCharCode(...bytes);
  } catch {
    return ''; // who reads the file next says so
  }
}

/** Keys of a call: a call alone is a part of a row. */
const CALL = /^(?:tool_?(?:name|input|args)|name|function|arguments|args|input|parameters)$/i;
const DELIMITERS = ['\t', ',', ';', '|'];

/** Whether a text that is pasted holds whole rows: at least one record, or a table. */
export function looksLikeRows(text: string): boolean {
  const lines = text.trim().split(/\r?\n/);
  const [first = '', second] = lines;
  // records may be in another notation than JSON
  if (first.startsWith('{') && second?.startsWith('{')) return true;
  if (/^[[{]/.test(first)) return [text, first].some((part) => isRecords(parsed(part)));
  const cellsIn = (line: string, delimiter: string): number => line.split(delimiter).length;
  return (
    second !== undefined &&
    DELIMITERS.some((delimiter) => cellsIn(first, delimiter) > 1 && second.includes(delimiter))
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // it goes into the text, whose problems are shown
  }
}

function isRecords(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(isRecords);
  if (typeof value !== 'object' || value === null) return false;
  const keys = Object.keys(value);
  return keys.length > 0 && !keys.every((key) => CALL.test(key));
}
