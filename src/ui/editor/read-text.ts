/** Above this size a text area takes too long for a paste or a key press: the dataset is shown as a file instead. */
export const EDITOR_LIMIT_BYTES = 500_000;

/** Each line is laid out, whether it is seen or not: more of them take longer than a key press may. */
export const EDITOR_LIMIT_LINES = 20_000;

/** The text of a source for the editor; null when it is too large, no text or cannot be read. */
export async function editableText(blob: Blob): Promise<string | null> {
  const text = blob.size <= EDITOR_LIMIT_BYTES ? await readText(blob) : null;
  return text === null || hasTooManyLines(text) ? null : text;
}

/** Whether a text has more lines than the editor takes. */
function hasTooManyLines(text: string): boolean {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return lines > EDITOR_LIMIT_LINES;
}

/** Reads a file's text for the editor; null when it is no text or cannot be read. */
async function readText(blob: Blob): Promise<string | null> {
  try {
    const text = await blob.text();
    return text.includes('\u0000') ? null : text;
  } catch {
    return null; // it is opened as a file, which reports what is wrong
  }
}

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
