/** More came back than is read. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge';

  constructor(mostBytes: number) {
    super(`More than ${mostBytes.toLocaleString('en')} bytes.`);
  }
}

/**
 * Reads an answer’s body as it comes; the connection is ended when it is left or too large.
 * @param response the answer
 * @param mostBytes bytes that are read at most
 * @returns its text, piece by piece; no piece for an empty body
 * @throws BodyTooLarge as soon as more has come
 */
export async function* readBody(response: Response, mostBytes: number): AsyncGenerator<string> {
  const reader = response.body?.getReader();
  if (!reader) return;
  const decoder = new TextDecoder();
  let bytes = 0;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      bytes += read.value.length;
      yield decoder.decode(read.value, { stream: true });
      if (bytes > mostBytes) throw new BodyTooLarge(mostBytes);
    }
    yield decoder.decode();
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
