import { UNPACK_LIMITS } from '#core/read/containers/format.ts';
import type { FileIssue } from '#core/read/issues/issue.ts';

/** How much may come out of a file, in bytes and as a multiple of its size. */
export interface UnpackLimits {
  readonly bytes: number;
  readonly ratio: number;
  /** What may come out in any case. */
  readonly freeBytes: number;
}

/** How many bytes may come out of so many, and what is said of more. */
export function unpackingLimit(
  packedBytes: number,
  { bytes, ratio, freeBytes }: UnpackLimits = UNPACK_LIMITS,
): { readonly bytes: number; readonly issue: FileIssue } {
  return {
    bytes: Math.min(bytes, Math.max(freeBytes, packedBytes * ratio)),
    issue: { code: 'file_unpacks_too_large', limitBytes: bytes, ratio },
  };
}

/** Gathers a stream; undefined, and nothing more is read, once it is longer than the limit. */
export async function readUpTo(
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
