import { isLoadFailure } from '#ui/load-failure.ts';
import { loadWork } from './load-work.ts';
import type { NoticeAction, Notices } from './notices.svelte.ts';

/** Errors that are not shown: of what was cancelled, and of the store, which reports its own. */
const EXPECTED: ReadonlySet<string> = new Set(['AbortError', 'StorageError']);
/** What browsers report although nothing has gone wrong. */
const HARMLESS = /^ResizeObserver loop/;

const RELOAD: NoticeAction = { label: 'Reload', run: () => location.reload() };

/**
 * Shows every error of the page that nothing handles, with a way on: what is started with `void`
 * need not handle its own.
 */
export function watchFaults(notices: Notices, screenOf: () => string): () => void {
  const faults: string[] = [];

  async function show(thrown: unknown): Promise<void> {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    if (EXPECTED.has(error.name) || HARMLESS.test(error.message)) return;
    const isMissing = isLoadFailure(error);
    const title = isMissing
      ? 'A part of the page could not be loaded.'
      : 'Something in the page went wrong.';
    // banners are out of reach behind a modal dialog, short messages come to its front
    if (document.querySelector('dialog[open]')) notices.toast(title, RELOAD);
    if (isMissing) {
      const text = 'A new version may have been published. Reload: your work is kept.';
      notices.banner({ id: 'missing', kind: 'error', title, text, actions: [RELOAD] });
      return;
    }
    // there is a way on without a report, too
    const report = await loadWork().catch(() => undefined);
    const fault = report?.describeFault(error) ?? error.name;
    if (!faults.includes(fault)) faults.push(fault);
    const copy = (): void => void report?.copyReport(notices, faults, screenOf());
    notices.banner({
      id: 'fault',
      kind: 'error',
      title,
      text: `The last action may not have finished. Continue, or reload: your work is kept. (${fault.split('\n', 1).join()})`,
      actions: [...(report ? [{ label: 'Copy report', run: copy }] : []), RELOAD],
    });
  }

  const watching = new AbortController();
  const { signal } = watching;
  addEventListener('error', ({ error, message }) => void show(error ?? message), { signal });
  addEventListener('unhandledrejection', ({ reason }) => void show(reason), { signal });
  return () => watching.abort();
}
