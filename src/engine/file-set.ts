import { unzipRaw } from 'unzipit';
import { isJsonList } from '#core/base/json/json-value.ts';
import { tryJson } from '#core/base/json/parse-json.ts';
import { pick } from '#core/base/json/pick.ts';
import { UNPACK_LIMITS, unpackingLimit } from '#core/read/containers/format.ts';
import { FILE_SET_MARK } from '#core/read/containers/packing.ts';
import type { FileIssue } from '#core/read/issues/issue.ts';
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
          left -= entry.size;
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

/** Whether a file is hidden, or added by a system to folders and archives. */
export function isLeftOut(name: string): boolean {
  const parts = name.split('/');
  return (
    parts.some((part) => part.startsWith('.') && !/^\.+$/.test(part)) ||
    parts.some((part) => SYSTEM_NAMES.has(part.toLowerCase()))
  );
}

const SYSTEM_NAMES: ReadonlySet<string> = new Set([
  '__macosx',
  'node_modules',
  'thumbs.db',
  'desktop.ini',
]);
