import { hasTooManyLines } from '#state/read-text.ts';

/** A field's text and what is selected of it. */
type Field = Pick<HTMLTextAreaElement, 'value' | 'selectionStart' | 'selectionEnd'>;

/**
 * What to open when a paste is too much for the editor.
 * @returns the pasted text when it alone is, the whole text when both together are, else undefined
 */
export function tooLargeToPaste(
  pasted: string,
  field: Field,
  limitBytes: number,
): string | undefined {
  const { value, selectionStart, selectionEnd } = field;
  // a character has three bytes at the most
  const isSmall = (pasted.length + value.length) * 3 <= limitBytes;
  const whole = value.slice(0, selectionStart) + pasted + value.slice(selectionEnd);
  return [pasted, whole].find(
    (part) => hasTooManyLines(part) || (!isSmall && new Blob([part]).size > limitBytes),
  );
}
