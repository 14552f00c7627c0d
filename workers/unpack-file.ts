import { unpackingLimit, type Format, type UnpackLimits } from '#core/read/containers/format.ts';
import {
  HEAD_LENGTH,
  packingOf,
  type Packing,
  type ParsedHead,
} from '#core/read/containers/head-values.ts';
import type { DatasetIssue, FileIssue } from '#core/read/issues/issue.ts';
import { isEventStream, takeEvents } from '#core/read/containers/event-stream.ts';
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

/** Formats that are not read as text. */
type Whole = Extract<Packing, 'parquet' | 'files'>;

const LAYERS = 3;

/**
 * Unpacks gzip and converts UTF-16, one inside the other if need be.
 * @returns what came out, with a note for each step
 */
export async function unpackFile(file: Blob, limits?: UnpackLimits): Promise<UnpackedFile> {
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
  limits: UnpackLimits | undefined,
): Promise<Blob | FileIssue> {
  const limit = unpackingLimit(blob.size, limits);
  const stream =
    packing === 'gzip'
      ? blob.stream().pipeThrough(new DecompressionStream('gzip'))
      : blob
          .stream()
          .pipeThrough(new TextDecoderStream(packing))
          .pipeThrough(new TextEncoderStream());
  try {
    return (await readUpTo(stream, limit.bytes)) ?? limit.issue;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      code: 'file_broken',
      kind: packing === 'gzip' ? 'gzip archive' : 'UTF-16 text',
      reason,
    };
  }
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
