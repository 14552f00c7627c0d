/**
 * Replaces Blobs by their bytes, for browsers that store no Blobs: WebKit refuses them in private
 * windows.
 * @param record a record as the page knows it
 * @returns the same with ArrayBuffers, in nested objects too; only for being stored
 */
export async function blobsToBytes<T>(record: T): Promise<T> {
  const blobs: Blob[] = [];
  replaceLeaves(record, (value) => {
    if (value instanceof Blob) blobs.push(value);
    return value;
  });
  const bytes = new Map<unknown, ArrayBuffer>();
  for (const blob of blobs) bytes.set(blob, await blob.arrayBuffer());
  return replaceLeaves(record, (value) => bytes.get(value) ?? value) as T;
}

/**
 * Brings back Blobs that were stored as bytes.
 * @param record a stored value
 * @returns the same with Blobs
 */
export function bytesToBlobs(record: unknown): unknown {
  return replaceLeaves(record, (value) =>
    value instanceof ArrayBuffer ? new Blob([value]) : value,
  );
}

/** No record has Blobs in its lists. */
function replaceLeaves(value: unknown, replace: (leaf: unknown) => unknown): unknown {
  if (!isPlain(value)) return replace(value);
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, replaceLeaves(inner, replace)]),
  );
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && value.constructor === Object;
}
