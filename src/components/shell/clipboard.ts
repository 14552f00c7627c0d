/** Reads the clipboard's text; undefined when the browser or the person says no. */
export async function readClipboard(): Promise<string | undefined> {
  try {
    return await navigator.clipboard.readText();
  } catch {
    return undefined;
  }
}
