import { joinParts } from './join-parts.ts';
import { otherSideOf } from './other-side.svelte.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { readClipboard } from '#kernel/clipboard.ts';
import { missingSide } from '#core/read/dataset/missing-side.ts';
import { tellOpened } from '#kernel/tell.ts';
import { looksLikeRows } from './looks-like-rows.ts';
import { openFile as texts } from './texts.ts';

/** Opens files in the playground one after the other, datasets and what this page wrote; the last one stays open. */
export async function openFiles(
  app: AppState,
  files: readonly File[],
  ticket = app.workspace.runs.ticket(),
): Promise<void> {
  const { workspace, notices, router } = app;
  router.go('playground');
  const unread: string[] = [];
  const joined = await joinParts(files, app.pool);
  for (const [index, file] of joined.entries()) {
    const isShared = await openShared(file, app, ticket);
    const onUnread = joined.length > 1 ? () => void unread.push(file.name) : undefined;
    const isOpen = isShared ?? (await workspace.openFile(file, ticket, onUnread));
    if (!isOpen) return;
    if (unread.includes(file.name)) continue;
    if (index === 0 && joined.length === 2 && (await offerSecond(joined[1], app, ticket))) return;
  }
  const compare = (): void => router.go('compare');
  if (joined.length > 1) tellOpened(notices, joined.length, unread, compare);
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
  void workspace.openText(pasted, texts.pasted);
  return true;
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

/** The first bytes of gzip, of HTML and of an unpacked run file. */
const STARTS = ['\u001f\u008b', '<!', '{"archive":"'];

/** Opens what this page wrote; undefined for any other file. */
async function openShared(file: File, app: AppState, ticket: number): Promise<true | undefined> {
  const start = await startOf(file);
  if (!STARTS.some((known) => start.startsWith(known))) return undefined;
  const { openSharedFile } = await import('./shared-files.ts');
  return openSharedFile(file, app, ticket);
}

async function startOf(file: File): Promise<string> {
  try {
    const bytes = new Uint8Array(await file.slice(0, 12).arrayBuffer());
    return String.fromCharCode(...bytes);
  } catch {
    return ''; // who reads the file next says so
  }
}
