import type { Notices } from './notices.svelte.ts';

/** Copies a text to the clipboard and shows whether the browser allowed it; returns whether it did. */
export async function copyText(
  notices: Notices,
  text: string | Blob | Promise<Blob>,
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

/** Reads the clipboard's text; undefined, with a message, when it is empty or refused. */
export async function readClipboard(notices: Notices): Promise<string | undefined> {
  try {
    const text = await navigator.clipboard.readText();
    if (text.trim() !== '') return text;
    notices.toast('The clipboard has no text.');
  } catch {
    notices.toast('The browser does not let the page read the clipboard. Press Ctrl V instead.');
  }
  return undefined;
}
