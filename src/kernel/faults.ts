import { isLoadFailure } from '#ui/load-failure.ts';
import type { NoticeAction, Notices } from './notices.svelte.ts';

/** Errors that are not shown: of what was cancelled, and of the store, which reports its own. */
const EXPECTED: ReadonlySet<string> = new Set(['AbortError', 'StorageError']);
/** What browsers report although nothing has gone wrong. */
const HARMLESS = /^ResizeObserver loop/;

const RELOAD: NoticeAction = { label: 'Reload', run: () => location.reload() };

/**
 * Shows every unhandled error of the page, with what to do next: what is started with `void`
 * need not handle its own. Its kind is named; its message may hold anything of the data.
 */
export function watchFaults(notices: Notices): () => void {
  function show(thrown: unknown): void {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    if (EXPECTED.has(error.name) || HARMLESS.test(error.message)) return;
    const isMissing = isLoadFailure(error);
    const title = isMissing
      ? 'A part of the page could not be loaded.'
      : 'Something in the page went wrong.';
    const text = isMissing
      ? 'A new version may have been published. Reload: your work is kept.'
      : `The last action may not have finished. Continue, or reload: your work is kept. (${error.name})`;
    // banners are out of reach behind a modal dialog, short messages come to its front
    if (document.querySelector('dialog[open]')) notices.toast(title, RELOAD);
    const id = isMissing ? 'missing' : 'fault';
    notices.banner({ id, kind: 'error', title, text, actions: [RELOAD] });
  }

  const watching = new AbortController();
  const { signal } = watching;
  addEventListener('error', ({ error, message }) => show(error ?? message), { signal });
  addEventListener('unhandledrejection', ({ reason }) => show(reason), { signal });
  return () => watching.abort();
}
