import { HEAD_LENGTH, UNPACK_LIMITS, type Format } from '#core/read/containers/format.ts';
import { packingOf, type Packing } from '#core/read/containers/packing.ts';
import type { DatasetIssue, FileIssue } from '#core/read/issues/issue.ts';
import { isEventStream, takeEvents } from '#core/read/containers/event-stream.ts';
import type { ParsedHead } from '#core/read/containers/head-values.ts';
import { mayBeWrapped, unwrap, mayBeFenced, unfence } from '#core/read/formats/unwrap.ts';

/** A file as it can be read: UTF-8 text, Parquet, which another worker reads, or several files in one. */
export type UnpackedFile =
  | {
      readonly kind: 'text' | Whole;
      readonly blob: Blob;
      /** The beginning of what came out, {@link HEAD_LENGTH} bytes at most. */
      readonly head: Uint8Array<ArrayBuffer>;
      readonly notes: readonly DatasetIssue[];
    }
  | { readonly kind: 'unreadable'; readonly issue: FileIssue };

/** What is read in another way than text. */
type Whole = Extract<Packing, 'parquet' | 'files'>;

const LAYERS = 3;

/**
 * Unpacks gzip and converts UTF-16, one inside the other if need be.
 * @returns what came out, with a note for each step
 */
export async function unpackFile(file: Blob, limits = UNPACK_LIMITS): Promise<UnpackedFile> {
  const notes: DatasetIssue[] = [];
  let blob = file;
  for (let layer = 0; ; layer++) {
    const head = new Uint8Array(await blob.slice(0, HEAD_LENGTH).arrayBuffer());
    const packing = layer < LAYERS ? packingOf(head) : undefined;
    if (packing === undefined || packing === 'parquet' || packing === 'files')
      return { kind: packing ?? 'text', blob, head, notes };
    const converted = await convert(blob, packing, limits);
    if ('code' in converted) return { kind: 'unreadable', issue: converted };
    notes.push(noteOf(packing, converted));
    blob = converted;
  }
}

function noteOf(packing: Packing, { size }: Blob): DatasetIssue {
  const from = packing === 'gzip' ? 'gzip' : 'utf_16';
  return { code: 'file_converted', from, facts: { bytes: size } };
}

async function convert(
  blob: Blob,
  packing: Exclude<Packing, Whole>,
  limits: typeof UNPACK_LIMITS,
): Promise<Blob | FileIssue> {
  const limit = Math.min(limits.bytes, Math.max(limits.freeBytes, blob.size * limits.ratio));
  const stream =
    packing === 'gzip'
      ? blob.stream().pipeThrough(new DecompressionStream('gzip'))
      : blob
          .stream()
          .pipeThrough(new TextDecoderStream(packing))
          .pipeThrough(new TextEncoderStream());
  try {
    return (await collect(stream, limit)) ?? tooLarge(limits);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      code: 'file_broken',
      kind: packing === 'gzip' ? 'gzip archive' : 'UTF-16 text',
      reason,
    };
  }
}

function tooLarge({ bytes, ratio }: typeof UNPACK_LIMITS): FileIssue {
  return { code: 'file_unpacks_too_large', limitBytes: bytes, ratio };
}

const PART_BYTES = 8 * 1024 * 1024;

/** Gathers a stream; undefined, and nothing more is read, once it is longer than the limit. */
async function collect(
  stream: ReadableStream<Uint8Array>,
  limit: number,
): Promise<Blob | undefined> {
  const reader = stream.getReader();
  const parts: Blob[] = [];
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let pieceBytes = 0;
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.length;
    if (bytes > limit) {
      await reader.cancel();
      return undefined;
    }
    pieces.push(new Uint8Array(value));
    pieceBytes += value.length;
    if (pieceBytes < PART_BYTES) continue;
    // a browser may put blobs on disk, but not arrays
    parts.push(new Blob(pieces));
    pieces = [];
    pieceBytes = 0;
  }
  return new Blob([...parts, ...pieces]);
}

/** The rows of a file without the text around them. */
export interface UnwrappedFile {
  readonly blob: Blob;
  readonly text: string;
  readonly note: DatasetIssue;
}

/** Nobody pastes more with words around it. */
const LIMIT_BYTES = 50_000_000;
/** Looking for values takes longer than looking for fences. */
const COVERED_LIMIT_BYTES = 10_000_000;

/**
 * Takes the data of a file out of a server's events, of Markdown code blocks, or of other text that
 * is around it; undefined where nothing is. Lines keep their numbers.
 */
export async function unwrapFile(
  file: Blob,
  head: ParsedHead,
  format: Format | undefined,
): Promise<UnwrappedFile | undefined> {
  if (file.size > LIMIT_BYTES) return undefined;
  const isStream = isEventStream(head.text, head.isWhole);
  const isFenced = mayBeFenced(head);
  const isCovered = file.size <= COVERED_LIMIT_BYTES && mayBeWrapped(head, format);
  if (!isStream && !isFenced && !isCovered) return undefined;
  const whole = head.isWhole ? head.text : await file.text();
  const events = isStream ? takeEvents(whole) : undefined;
  const fenced = isFenced ? unfence(whole, head) : undefined;
  const found =
    (events && { ...events, from: 'event_stream' as const }) ??
    (fenced ? { ...fenced, from: 'fence' as const } : isCovered && unwrap(whole, head));
  if (!found) return undefined;
  const { text, line: fromLine, ignoredLines, from } = found;
  const facts = { fromLine, ignoredLines };
  return { blob: new Blob([text]), text, note: { code: 'file_converted', from, facts } };
}
