/** A source cannot be read: its file was changed, moved or deleted. */
export class SourceLost extends Error {
  override readonly name = 'SourceLost';

  constructor() {
    super('The browser lost access to it.');
  }
}

/**
 * Reads bytes of a source.
 * @throws SourceLost when the bytes are out of reach, else the error of reading
 */
export async function readSource<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const isGone =
      error instanceof Error &&
      /NotReadable|NotFound|could not be read/i.test(`${error.name} ${error.message}`);
    throw isGone ? new SourceLost() : error;
  }
}
