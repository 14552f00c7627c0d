import type { FileIssue } from '#core/read/issues/issue.ts';
import { sentenceOf } from '#core/read/issues/sentences.ts';
import type { DeclaredTools } from '#core/calls/declarations/read-declarations.ts';
import type { EvaluationCode } from '#core/share/evaluation-code/read-evaluation-code.ts';
import type { Dataset } from './run/open-dataset.ts';
import type { WorkerPool } from './worker/worker-pool.ts';
import { countOf } from '#ui/format-number.ts';
import { isLoadFailure } from '#ui/load-failure.ts';
import type { Notices } from './notices.svelte.ts';

/** Reports that a file broke off; the rows before are scored. */
export function tellBrokenOff(notices: Notices, issue: FileIssue): void {
  const { title, detail } = sentenceOf(issue);
  notices.banner({ id: 'file', kind: 'warn', title, text: detail });
}

/**
 * Reports that data without rows was not opened: what was open stays.
 * @param dataset undefined where nothing of it was read
 */
export async function tellNoRows(
  { notices, pool }: { readonly notices: Notices; readonly pool: WorkerPool },
  dataset: Pick<Dataset, 'blob' | 'title'> | undefined,
  issue: FileIssue,
  open?: () => void,
  useCode?: (code: EvaluationCode | DeclaredTools) => void,
): Promise<void> {
  const name = dataset ? `“${dataset.title}”: ` : '';
  const blob = useCode && dataset?.blob;
  // of a file that was lost the issue says so
  const found = await (blob && pool.ask('codeIn', blob).catch(() => undefined));
  const { metrics: code, tools } = found ?? {};
  if (useCode && code && code.count > 0) {
    const label = `Use the ${countOf(code.count, 'metric')} of this code`;
    notices.toast(`${name}evaluation code without rows. What is open stays.`, {
      label,
      run: () => {
        useCode(code);
        if (code.problems.length === 0) return;
        const title = 'Not all of the code could be taken as it is.';
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

/** Reports that something took the place of a run. */
export function tellReplaced(notices: Notices, title: string, undo: () => void): void {
  notices.toast(`Replaced “${title}”.`, { label: 'Undo', run: undo });
}

/** Reports why a file could not be written. */
export function tellUnwritten(notices: Notices, error: unknown): void {
  tellError(notices, 'download', 'The file could not be written.', error);
}

/** Reports why a stored run could not be opened. */
export function tellUnopened(notices: Notices, error: unknown): void {
  tellError(notices, 'load', 'This run could not be opened.', error);
}

function tellError(notices: Notices, id: string, title: string, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  const text = isLoadFailure(error)
    ? 'A part of the page could not be loaded. Reload the page.'
    : reason;
  notices.banner({ id, kind: 'error', title, text });
}

/** Reports what is shown after scoring was cancelled. */
export function tellCancelled(notices: Notices, shown: keyof typeof AFTER_CANCEL): void {
  notices.toast(`Cancelled. ${AFTER_CANCEL[shown]}`);
}

const AFTER_CANCEL = {
  'begun run': 'The rows scored so far are kept under Runs; resume there.',
  'earlier scores': 'The earlier scores are shown.',
  'rows so far': 'The rows scored so far are shown, not kept.',
  nothing: 'Nothing was scored.',
} as const;
