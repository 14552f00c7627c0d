import type { FileIssue } from '#core/read/issues/issue.ts';
import { sentenceOf } from '#core/read/issues/sentences.ts';
import type { DeclaredTools } from '#core/calls/declarations/read-declarations.ts';
import type { EvaluationCode } from '#core/share/evaluation-code/read-evaluation-code.ts';
import type { Dataset } from './run/open-dataset.ts';
import type { WorkerPool } from './worker/worker-pool.ts';
import { countOf } from '#ui/format-number.ts';
import { isLoadFailure } from '#ui/load-failure.ts';
import type { Notices } from './notices.svelte.ts';
import type { StorageTrouble } from './storage/connection.ts';

/** Reports that reading a file stopped; the rows before are scored. */
export function reportBrokenOff(notices: Notices, issue: FileIssue): void {
  const { title, detail } = sentenceOf(issue);
  notices.banner({ id: 'file', kind: 'warn', title, text: detail, isOfData: true });
}

/**
 * Reports that data without rows was not opened; the open dataset stays.
 * @param dataset undefined where nothing could be read
 */
export async function reportNoRows(
  { notices, pool }: { readonly notices: Notices; readonly pool: WorkerPool },
  dataset: Pick<Dataset, 'blob' | 'title'> | undefined,
  issue: FileIssue,
  open?: () => void,
  useCode?: (code: EvaluationCode | DeclaredTools) => void,
): Promise<void> {
  const name = dataset ? `“${dataset.title}”: ` : '';
  const blob = useCode && dataset?.blob;
  // for a lost file the issue says so
  const found = await (blob && pool.ask('codeIn', blob).catch(() => undefined));
  const { metrics: code, tools } = found ?? {};
  if (useCode && code && code.count > 0) {
    const label = `Use the ${countOf(code.count, 'metric')} of this code`;
    notices.toast(`${name}evaluation code without rows. What is open stays.`, {
      label,
      run: () => {
        useCode(code);
        if (code.problems.length === 0) return;
        const title = 'Not all of the code could be used as it is.';
        notices.banner({ id: 'code', kind: 'warn', title, text: code.problems.join(' ') });
      },
    });
    return;
  }
  if (useCode && tools) {
    const label = `Use the ${countOf(tools.toolCount, 'tool')} as declarations`;
    const run = (): void => useCode(tools);
    notices.toast(`${name}functions without rows. What is open stays.`, { label, run });
    return;
  }
  const { title: what, detail } = sentenceOf(issue);
  const text = `${name}${what} ${detail} What is open stays.`;
  notices.toast(text, open && { label: 'Show it', run: open });
}

/** Reports that a run was replaced. */
export function reportReplaced(notices: Notices, title: string, undo: () => void): void {
  notices.toast(`Replaced “${title}”.`, { label: 'Undo', run: undo });
}

/** Reports why a file could not be written. */
export function reportUnwritten(notices: Notices, error: unknown): void {
  showError(notices, 'download', 'The file could not be written.', error);
}

/** Reports why a stored run could not be opened. */
export function reportUnopened(notices: Notices, error: unknown): void {
  showError(notices, 'load', 'This run could not be opened.', error);
}

function showError(notices: Notices, id: string, title: string, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  const text = isLoadFailure(error)
    ? 'A part of the page could not be loaded. Reload the page.'
    : reason;
  notices.banner({ id, kind: 'error', title, text });
}

/** Reports what is shown after scoring was cancelled. */
export function reportCancelled(notices: Notices, shown: keyof typeof AFTER_CANCEL): void {
  notices.toast(`Cancelled. ${AFTER_CANCEL[shown]}`);
}

const AFTER_CANCEL = {
  'begun run': 'The rows scored so far are kept under Runs; resume there.',
  'earlier scores': 'The earlier scores are shown.',
  'rows so far': 'The rows scored so far are shown, not kept.',
  nothing: 'Nothing was scored.',
} as const;

/** Reports a problem of the store in a banner, until it is closed. */
export function reportTrouble(notices: Notices, trouble: StorageTrouble): void {
  const [title, text] = TROUBLE[trouble];
  notices.banner({ id: 'storage', kind: 'warn', title, text });
}

const TROUBLE: Readonly<Record<StorageTrouble, readonly [title: string, text: string]>> = {
  unavailable: [
    'This browser does not let the page store anything.',
    'Scoring works; runs are lost when the page closes. Download results to keep them.',
  ],
  full: [
    'Storage is full.',
    'This run is open but not saved; older runs are untouched. Download it, or delete runs you no longer need.',
  ],
  lost: [
    'The stored runs were removed or the connection to them was lost.',
    'What is open stays open. Download it to keep it.',
  ],
  removed: [
    'A run is no longer stored.',
    'It was removed, perhaps in another tab; the others are untouched. What is open stays open. Download it to keep it.',
  ],
  blocked: [
    'Another tab runs an older version of this page.',
    'Close that tab to use the stored runs here.',
  ],
  blocking: [
    'A newer version of this page is waiting in another tab.',
    'Reload this tab to keep storing runs.',
  ],
  damaged: [
    'Some stored data could not be read.',
    'It was skipped, not deleted; everything else is listed.',
  ],
  newer: [
    'The stored runs were written by a newer version of this page.',
    'Reload to get it. Until then runs are not stored.',
  ],
};

/** Reports that the file of the open run can no longer be read. */
export function reportRowsLost(notices: Notices, hasCopy: boolean): void {
  if (hasCopy) {
    notices.toast('The file was changed or deleted. Its rows are read from the copy under Runs.');
    return;
  }
  notices.banner({
    id: 'source',
    isOfData: true,
    kind: 'warn',
    title: 'The file can no longer be read.',
    text: 'It was changed, moved or deleted after it was opened, and this window keeps no copy. The scores stay; open the file again to see its rows.',
  });
}
