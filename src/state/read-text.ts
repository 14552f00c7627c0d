/** Above this size a text area freezes: the dataset is shown as a file instead. */
export const EDITOR_LIMIT_BYTES = 1_000_000;

/** The text of a source for the editor; null when it is too large, no text or cannot be read. */
export async function editableText(blob: Blob): Promise<string | null> {
  return blob.size <= EDITOR_LIMIT_BYTES ? readText(blob) : null;
}

/** Reads a file's text for the editor; null when it is no text or cannot be read. */
export async function readText(blob: Blob): Promise<string | null> {
  try {
    const text = await blob.text();
    return text.includes('\u0000') ? null : text;
  } catch {
    return null;
  }
}
