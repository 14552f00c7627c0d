import type { TextReader } from './format.ts';

/**
 * Makes the reader of a format that can be read only as a whole: it gathers the pieces.
 * @param read receives the whole text at its end
 * @returns the reader
 */
export function readWhole(read: (text: string) => void): TextReader {
  const pieces: string[] = [];
  return {
    push: (piece) => void pieces.push(piece),
    end: () => read(pieces.join('')),
  };
}
