import type { FileHead } from './format.ts';

/** So much of a file is looked at to recognise it, in bytes or characters. */
export const HEAD_LENGTH = 64 * 1024;

/**
 * Takes the beginning of a text to recognise it by.
 * @param text the whole text
 * @param name the file's name, or an empty text
 * @returns the head
 */
export function headOf(text: string, name = ''): FileHead {
  return { text: text.slice(0, HEAD_LENGTH), isWhole: text.length <= HEAD_LENGTH, name };
}
