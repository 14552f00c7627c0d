import * as v from 'valibot';
import { count } from '#core/base/json/json-shape.ts';
import type { FileIssue } from '#core/read/issues/issue.ts';
import { isDeeperThan, type JsonValue } from '#core/base/json/json-value.ts';
import { unpackingLimit, type UnpackLimits } from '#core/read/containers/format.ts';

/** The content of an archive: one run, everything stored, or settings alone. */
export type ArchiveKind = 'run' | 'backup' | 'settings';

/** An opened archive; its content is not yet checked. */
export type ArchiveResult =
  | { readonly ok: true; readonly kind: ArchiveKind; readonly content: unknown }
  | { readonly ok: false; readonly issue: FileIssue };

/** Repetitive rows compress to a hundredth. */
export const FILE_LIMITS: UnpackLimits = { bytes: 4e9, ratio: 400, freeBytes: 16e6 };

/** Links are short, and so is their content. */
export const LINK_LIMITS: UnpackLimits = { bytes: 16e6, ratio: 400, freeBytes: 4e6 };

const MARK = '{"archive":"trajectory-playground/';
const VERSION = 1;
const KINDS: readonly ArchiveKind[] = ['run', 'backup', 'settings'];
const DEPTH_LIMIT = 60;
const Sizes = v.array(count);
const HEAD_STEP_BYTES = 1 << 20;

const ARRAYS = { floats: Float64Array, integers: Uint32Array, bytes: Uint8Array } as const;
type ArrayType = keyof typeof ARRAYS;

/** In the head, a reference to bytes that follow. */
interface PartMark {
  readonly '@part': number;
  readonly as: ArrayType | 'blob';
  readonly type?: string;
}

/**
 * Packs a value with its blobs and arrays as one gzip stream: a line of JSON, then the bytes.
 * Streams, whatever the size.
 * @param content plain data with blobs and typed arrays; undefined properties are left out
 */
export async function packArchive(kind: ArchiveKind, content: unknown): Promise<Blob> {
  const parts: Blob[] = [];
  const flat = flatten(content, parts);
  const sizes = parts.map(({ size }) => size);
  const rest = JSON.stringify({ version: VERSION, sizes, content: flat });
  const packed = new Blob([`${MARK}${kind}",${rest.slice(1)}\n`, ...parts])
    .stream()
    .pipeThrough(new CompressionStream('gzip'));
  const bytes = await new Response(packed).blob();
  return new Blob([bytes], { type: 'application/gzip' });
}

/** Recognises an archive by its first bytes. */
export async function isArchive(blob: Blob): Promise<boolean> {
  try {
    const start = blob.slice(0, 4096);
    const isPacked = await isGzip(start);
    return (await readStart(isPacked ? unzip(start) : start.stream())) === MARK;
  } catch {
    return false; // it is read as something else, which reports what is wrong
  }
}

/**
 * Opens an archive.
 * @param what its name for the user, "link" or "run file"
 * @returns its content with blobs and arrays, or why it cannot be opened
 */
export async function openArchive(
  blob: Blob,
  limits: UnpackLimits,
  what: string,
): Promise<ArchiveResult> {
  const broken = (reason: string): ArchiveResult => ({
    ok: false,
    issue: { code: 'file_broken', kind: what, reason },
  });
  try {
    const limit = unpackingLimit(blob.size, limits);
    const unpacked = (await isGzip(blob)) ? await readUpTo(unzip(blob), limit.bytes) : blob;
    if (!unpacked) return { ok: false, issue: limit.issue };
    const headBytes = await findLineEnd(unpacked);
    const text = await unpacked.slice(0, headBytes).text();
    if (!text.startsWith(MARK)) return broken(`it is not a ${what}`);
    const head = JSON.parse(text) as Readonly<Record<string, JsonValue>>;
    const { version, sizes, content } = head;
    if (typeof version === 'number' && version > VERSION)
      return { ok: false, issue: { code: 'file_newer', kind: what } };
    const kind = KINDS.find((known) => text.startsWith(`${MARK}${known}"`));
    if (kind === undefined || version !== VERSION) return broken('its kind is unknown');
    if (!v.is(Sizes, sizes) || content === undefined || isDeeperThan(content, DEPTH_LIMIT))
      return broken('its first line is damaged');
    const parts = cutParts(unpacked, headBytes + 1, sizes);
    if (!parts) return broken('its end is missing');
    return { ok: true, kind, content: await restore(content, parts) };
  } catch (error) {
    return broken(error instanceof Error ? error.message : String(error));
  }
}

function flatten(value: unknown, parts: Blob[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Blob)
    return { '@part': parts.push(value) - 1, as: 'blob', type: value.type };
  for (const [as, type] of Object.entries(ARRAYS)) {
    if (value instanceof type)
      return { '@part': parts.push(new Blob([value as BlobPart])) - 1, as };
  }
  if (Array.isArray(value)) return value.map((item) => flatten(item, parts));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, flatten(item, parts)]),
  );
}

async function restore(value: JsonValue, parts: readonly Blob[]): Promise<unknown> {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value as readonly JsonValue[]) items.push(await restore(item, parts));
    return items;
  }
  if ('@part' in value) return restorePart(value as unknown as PartMark, parts);
  const entries: [string, unknown][] = [];
  for (const [key, item] of Object.entries(value)) entries.push([key, await restore(item, parts)]);
  return Object.fromEntries(entries);
}

async function restorePart(mark: PartMark, parts: readonly Blob[]): Promise<unknown> {
  const part = parts[mark['@part']];
  if (!part) throw new RangeError('a part of it is missing');
  if (mark.as === 'blob') return part.slice(0, part.size, mark.type ?? '');
  if (!Object.hasOwn(ARRAYS, mark.as)) throw new RangeError('a part of it is of an unknown type');
  return new ARRAYS[mark.as](await part.arrayBuffer());
}

function cutParts(blob: Blob, from: number, sizes: readonly number[]): Blob[] | undefined {
  const parts: Blob[] = [];
  let at = from;
  for (const size of sizes) parts.push(blob.slice(at, (at += size)));
  return at === blob.size ? parts : undefined;
}

async function isGzip(blob: Blob): Promise<boolean> {
  const [first, second] = new Uint8Array(await blob.slice(0, 2).arrayBuffer());
  return first === 0x1f && second === 0x8b;
}

function unzip(blob: Blob): ReadableStream<Uint8Array> {
  return blob.stream().pipeThrough(new DecompressionStream('gzip'));
}

async function readStart(stream: ReadableStream<Uint8Array>): Promise<string> {
  const reader = stream.getReader();
  let text = '';
  while (text.length < MARK.length) {
    const { done, value } = await reader.read();
    if (done) break;
    text += new TextDecoder().decode(value.subarray(0, MARK.length));
  }
  reader.cancel().catch(() => undefined); // what was cut for the look is no complete archive
  return text.slice(0, MARK.length);
}

/** Reads a stream; undefined, and stops reading, beyond the limit. */
async function readUpTo(
  stream: ReadableStream<Uint8Array>,
  limit: number,
): Promise<Blob | undefined> {
  let bytes = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      bytes += piece.length;
      if (bytes > limit) controller.error(new RangeError('more than may come out'));
      else controller.enqueue(piece);
    },
  });
  try {
    return await new Response(stream.pipeThrough(counter)).blob();
  } catch (error) {
    if (bytes > limit) return undefined;
    throw error;
  }
}

async function findLineEnd(blob: Blob): Promise<number> {
  for (let from = 0; from < blob.size; from += HEAD_STEP_BYTES) {
    const bytes = new Uint8Array(await blob.slice(from, from + HEAD_STEP_BYTES).arrayBuffer());
    const at = bytes.indexOf(10);
    if (at >= 0) return from + at;
  }
  return blob.size;
}
