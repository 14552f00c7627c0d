import type { Notices } from './notices.svelte.ts';

/** Says what became of files that were opened together. */
export function tellOpened(notices: Notices, count: number, unread: readonly string[]): void {
  const scored = count - unread.length;
  if (scored > 0) {
    const datasets = scored === 1 ? '1 dataset' : `${String(scored)} datasets`;
    notices.toast(`${datasets} scored and kept under Runs.`);
  }
  if (unread.length === 0) return;
  notices.banner({
    id: 'unread',
    kind: 'error',
    title: `${String(unread.length)} of ${String(count)} files could not be read.`,
    text: `${unread.join(', ')}: open one alone to see why.`,
  });
}
