import { unzipRaw } from 'unzipit';
import { isJsonList } from '#core/base/json/json-value.ts';
import { tryJson } from '#core/base/json/parse-json.ts';
import { hasKey, pick, pickText } from '#core/base/json/pick.ts';
import { listAt } from '#core/base/lists/lists.ts';
import { UNPACK_LIMITS, unpackingLimit } from '#core/read/containers/format.ts';
import { FILE_SET_MARK } from '#core/read/containers/head-values.ts';
import type { FileIssue } from '#core/read/issues/issue.ts';
import type { RowKeeper } from './part-gatherer.ts';
import type { TaskRunner } from './task-runner.ts';

/** One of several files that are one dataset. */
export interface NamedFile {
  /** Its path in the folder or archive, with `/`: a name only, never used to read or write. */
  readonly name: string;
  readonly blob: Blob;
}

/** A file of a set, not yet unpacked. */
export interface SetEntry {
  readonly name: string;
  /** Its share of the set, in bytes, for progress. */
  readonly bytes: number;
  /** Unpacks it; an issue where that fails. */
  readonly open: () => Promise<Blob | FileIssue>;
}

/**
 * Joins files into one Blob with a header of names and sizes, so that a set is stored and read like
 * a file. Reads none of them.
 */
export function packFiles(
  files: readonly NamedFile[],
  join: (parts: readonly Blob[]) => Blob = (parts) => new Blob([...parts]),
): Blob {
  const index = files.map(({ name, blob }) => ({ name, size: blob.size }));
  const text = new TextEncoder().encode(JSON.stringify(index));
  const start = new Blob([`${FILE_SET_MARK}${String(text.length)}\n`, text]);
  return join([start, ...files.map(({ blob }) => blob)]);
}

/** Runs are compared by the few; more files are one dataset. */
const MAX_RUNS = 20;
const SHARED = 0.8;

/** Runs of the same tasks, a prediction and its references, or parts of one dataset. */
export type FilesKind = 'runs' | 'sides' | 'dataset';

/**
 * Finds out what several files are together by their beginnings: runs of the same tasks if any two
 * begin with the same ids or prompts.
 */
export async function kindOfFiles(
  runner: Pick<TaskRunner, 'ask'>,
  files: readonly NamedFile[],
): Promise<FilesKind> {
  if (files.length < 2 || files.length > MAX_RUNS) return 'dataset';
  const runs: (readonly string[])[] = [];
  const sides: string[] = [];
  for (const { name, blob } of files) {
    const about = { file: blob, name, chosen: {}, reading: {} };
    const found = await runner.ask('openFile', about);
    // a table would have to be read as a whole
    if (found.kind === 'parquet') return 'runs';
    if (found.kind !== 'dataset') continue;
    const { tasks, isPredicted, isExpected } = found;
    if (isPredicted !== isExpected) sides.push(isPredicted ? 'predicted' : 'reference');
    if (tasks.length < 2 || (isExpected && !isPredicted)) continue;
    if (runs.some((others) => areSame(others, tasks))) return 'runs';
    runs.push(tasks);
  }
  const arePair = files.length === 2 && new Set(sides).size === 2;
  return arePair ? 'sides' : 'dataset';
}

function areSame(some: readonly string[], others: readonly string[]): boolean {
  const known = new Set(some);
  const shared = others.filter((task) => known.has(task)).length;
  return shared >= SHARED * Math.min(some.length, others.length);
}

const MAX_INDEX_BYTES = 100_000_000;
/** The limit of bytes unpacked from an archive. */
const MAX_BYTES = 4_000_000_000;

/**
 * Lists the files of a set or a ZIP archive by name.
 * @returns the files, or why they cannot be listed
 */
export async function listFiles(set: Blob): Promise<readonly SetEntry[] | FileIssue> {
  const start = await set.slice(0, FILE_SET_MARK.length).text();
  const files = start === FILE_SET_MARK ? await listPacked(set) : await listZip(set);
  if ('code' in files) return files;
  return files.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

async function listPacked(set: Blob): Promise<readonly SetEntry[] | FileIssue> {
  const line = await set.slice(FILE_SET_MARK.length, FILE_SET_MARK.length + 20).text();
  const length = Number.parseInt(line, 10);
  if (!(length <= MAX_INDEX_BYTES)) return { code: 'file_without_rows' };
  let at = FILE_SET_MARK.length + line.indexOf('\n') + 1;
  const index = tryJson(await set.slice(at, at + length).text())?.value;
  at += length;
  if (!isJsonList(index)) return { code: 'file_without_rows' };
  return index.map((file): SetEntry => {
    const [name, size] = [pick(file, 'name'), pick(file, 'size')];
    const bytes = typeof size === 'number' ? size : 0;
    const blob = set.slice(at, at + bytes);
    at += bytes;
    return { name: typeof name === 'string' ? name : '', bytes, open: () => Promise.resolve(blob) };
  });
}

async function listZip(zip: Blob): Promise<readonly SetEntry[] | FileIssue> {
  try {
    const { entries } = await unzipRaw(zip);
    if (entries.some(({ name }) => name === '[Content_Types].xml'))
      return {
        code: 'file_binary',
        kind: 'an Excel workbook or another Office document; save the sheet as CSV',
      };
    // entries that share their bytes may unpack to more than the limit of each
    const whole = unpackingLimit(zip.size, { ...UNPACK_LIMITS, bytes: MAX_BYTES });
    let left = whole.bytes;
    const counted = new Set<unknown>();
    return entries
      .filter(({ name }) => !name.endsWith('/'))
      .map((entry) => ({
        name: entry.name.replaceAll('\\', '/'),
        bytes: entry.compressedSize,
        open: async () => {
          if (entry.encrypted) return ENCRYPTED;
          const limit = unpackingLimit(entry.compressedSize);
          if (entry.size > limit.bytes) return limit.issue;
          if (entry.size > left) return whole.issue;
          left -= counted.has(entry) ? 0 : entry.size;
          counted.add(entry);
          try {
            // inflated as a stream, which ends where it exceeds the declared size
            return await entry.blob();
          } catch (error) {
            return brokenZip(error);
          }
        },
      }));
  } catch (error) {
    return brokenZip(error);
  }
}

const ENCRYPTED = {
  code: 'file_binary',
  kind: 'encrypted; unpack the archive with its password first',
} as const;

function brokenZip(error: unknown): FileIssue {
  const reason = error instanceof Error ? error.message : String(error);
  return /encrypt/.test(reason) ? ENCRYPTED : { code: 'file_broken', kind: 'ZIP archive', reason };
}

/**
 * Whether a file is hidden, or added by a system to folders and archives. Where coding agents keep
 * sessions is not: folders that lead there neither.
 */
export function isLeftOut(name: string): boolean {
  return withoutSessions(name.split('/')).some(
    (part) => (part.startsWith('.') && !/^\.+$/.test(part)) || SYSTEM_NAMES.has(part.toLowerCase()),
  );
}

const SYSTEM_NAMES: ReadonlySet<string> = new Set([
  '__macosx',
  'node_modules',
  'thumbs.db',
  'desktop.ini',
]);

/** The hidden folders in which coding agents keep sessions; `*` is any folder. */
const SESSION_FOLDERS = [
  '.claude/projects',
  '.codex/sessions',
  '.codex/archived_sessions',
  '.copilot/session-state',
  '.gemini/tmp/*/chats',
  '.pi/agent/sessions',
  '.qwen/projects/*/chats',
  '.qwen/tmp/*/chats',
].map((folder) => folder.split('/'));

function withoutSessions(parts: readonly string[]): readonly string[] {
  for (const folder of SESSION_FOLDERS) {
    const at = parts.indexOf(folder[0] ?? '');
    const inside = parts.slice(at);
    if (at >= 0 && inside.every((part, place) => [part, '*', undefined].includes(folder[place])))
      return [...parts.slice(0, at), ...inside.slice(folder.length)];
  }
  return parts;
}

/** As much of a session's file as shows whose it is. */
const HEAD_BYTES = 262_144;
const SESSION_ID = /"sessionId":\s*"([^"]+)"/;
/** A record of a session says which one it follows; rows of a table may have a `uuid` as well. */
const FOLLOWS = /"parentUuid":/;
const RECORD_ID = /"uuid":\s*"([\da-f-]{36})"/;
const SUB_AGENT = /(?:^|\/)agent-[^/]*\.jsonl$/;

/**
 * Puts together what Claude Code writes to several files: those of sub-agents go with their session’s,
 * and records that a session was given by the one it continues from stay in that one.
 * @param keepRows stores files that were put together
 * @returns the files to read, and the names of those that repeat others
 */
export async function joinSessions(
  files: readonly SetEntry[],
  keepRows: () => RowKeeper,
): Promise<{ readonly entries: readonly SetEntry[]; readonly repeating: readonly string[] }> {
  const subAgents = new Map<string, SetEntry[]>();
  const sameStart = new Map<string, SetEntry[]>();
  const names = new Set(files.map(({ name }) => name).filter((name) => !SUB_AGENT.test(name)));
  const others: SetEntry[] = [];
  for (const file of files) {
    const head = file.name.endsWith('.jsonl') ? await headOf(file) : '';
    const session = SUB_AGENT.test(file.name) ? sessionNear(file.name, head, names) : undefined;
    if (session !== undefined) {
      listAt(subAgents, session).push(file);
      continue;
    }
    others.push(file);
    const [, first] = (FOLLOWS.test(head) && RECORD_ID.exec(head)) || [];
    if (first !== undefined) listAt(sameStart, first).push(file);
  }
  const own = new Map<SetEntry, SetEntry | undefined>();
  for (const family of sameStart.values())
    if (family.length > 1)
      for (const [file, rest] of await withoutRepeated(family)) own.set(file, rest);
  const entries = others.flatMap((file) => {
    const kept = own.has(file) ? own.get(file) : file;
    const parts = [...(kept ? [kept] : []), ...(subAgents.get(file.name) ?? [])];
    return parts.length > 1 ? [joinParts(file.name, parts, keepRows)] : parts;
  });
  return { entries, repeating: [...own.keys()].map(({ name }) => name) };
}

async function headOf({ open }: SetEntry): Promise<string> {
  const blob = await open();
  return blob instanceof Blob ? blob.slice(0, HEAD_BYTES).text() : '';
}

/** The file of the session that a sub-agent belongs to: in a folder around its own. */
function sessionNear(name: string, head: string, names: ReadonlySet<string>): string | undefined {
  const file = `${SESSION_ID.exec(head)?.[1] ?? ''}.jsonl`;
  const folders = name.split('/');
  return folders
    .map((_, depth) => [...folders.slice(0, -1 - depth), file].join('/'))
    .find((path) => names.has(path));
}

function joinParts(name: string, parts: readonly SetEntry[], keepRows: () => RowKeeper): SetEntry {
  return {
    name,
    bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
    open: async () => {
      const keeper = keepRows();
      for (const { open } of parts) {
        const blob = await open();
        if (!(blob instanceof Blob)) return blob;
        await keeper.add(blob);
        await keeper.add(new Blob(['\n']));
      }
      return keeper.join();
    },
  };
}

/** The records of sessions that begin alike. */
interface Records {
  readonly file: SetEntry;
  readonly ids: ReadonlySet<string>;
  readonly isFork: boolean;
  readonly end: string;
}

/**
 * Of sessions that begin with the same record the one from which others were copied has all of its
 * own: it says of none that it was copied, and ended first.
 * @returns what the others have for themselves; undefined where that is nothing
 */
async function withoutRepeated(
  family: readonly SetEntry[],
): Promise<ReadonlyMap<SetEntry, SetEntry | undefined>> {
  const [first, ...copies] = (await Promise.all(family.map(readRecords))).toSorted(
    (a, b) => Number(a.isFork) - Number(b.isFork) || (a.end < b.end ? -1 : Number(a.end > b.end)),
  );
  const seen = new Set(first?.ids);
  return new Map(
    copies.map(({ file, ids }) => {
      const before = new Set(seen);
      for (const id of ids) seen.add(id);
      const isOwn = seen.size > before.size;
      return [file, isOwn ? { ...file, open: () => openWithout(file, before) } : undefined];
    }),
  );
}

async function readRecords(file: SetEntry): Promise<Records> {
  const ids = new Set<string>();
  let isFork = false;
  let end = '';
  for (const line of await linesOf(file)) {
    const record = tryJson(line)?.value ?? null;
    ids.add(pickText(record, 'uuid') ?? '');
    isFork ||= hasKey(record, 'forkedFrom');
    end = pickText(record, 'timestamp') ?? end;
  }
  ids.delete('');
  return { file, ids, isFork, end };
}

async function linesOf({ open }: SetEntry): Promise<readonly string[]> {
  const blob = await open();
  return blob instanceof Blob ? (await blob.text()).split('\n') : [];
}

/** Opens a file with blank lines in place of some records, so that the others keep their places. */
async function openWithout(file: SetEntry, ids: ReadonlySet<string>): Promise<Blob> {
  const lines = (await linesOf(file)).map((line) => {
    const id = pickText(tryJson(line)?.value, 'uuid');
    return id !== undefined && ids.has(id) ? '' : line;
  });
  return new Blob([lines.join('\n')]);
}
