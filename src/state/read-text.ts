/** Reads a file's text for the editor; null when it is no text or cannot be read. */
export async function readText(blob: Blob): Promise<string | null> {
  try {
    const text = await blob.text();
    return text.includes('\u0000') ? null : text;
  } catch {
    return null;
  }
}
