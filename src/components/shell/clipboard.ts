import type { Notices } from '#state/notices.svelte.ts';

/** Puts a text on the clipboard and says so, or that the browser says no; tells whether it did. */
export async function copyText(
  notices: Notices,
  text: string | Blob,
  done: string,
): Promise<boolean> {
  try {
    // A blob itself, not its text: some browsers allow writing only right after the click.
    if (typeof text === 'string') await navigator.clipboard.writeText(text);
    else await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]);
    notices.toast(done);
    return true;
  } catch {
    notices.toast('The browser did not let the page write to the clipboard.');
    return false;
  }
}

/** Reads the clipboard's text; undefined when the browser or the person says no. */
export async function readClipboard(): Promise<string | undefined> {
  try {
    return await navigator.clipboard.readText();
  } catch {
    return undefined;
  }
}
