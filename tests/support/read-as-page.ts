import { scoreDataset } from '#engine/score-dataset.ts';
import type { Issue } from '#core/read/issues/issue.ts';
import { DEFAULT_SETTINGS } from '#core/score/metrics/registry.ts';
import { threadPool } from './thread-pool.ts';

/** What the page reports about a text. */
export interface PageReading {
  /** Rows scored. */
  readonly rows: number;
  /** Why nothing, or nothing more, was read. */
  readonly issue: Issue | undefined;
}

const pool = threadPool();

/**
 * Reads and scores a text like pasted text, in the test's own thread.
 * @param text the paste
 * @returns its rows and issue
 */
export async function readAsPage(text: string): Promise<PageReading> {
  let rows = 0;
  const result = await scoreDataset(pool, {
    mode: 'file',
    blob: new Blob([text]),
    name: '',
    settings: DEFAULT_SETTINGS,
    chosenRoles: {},
    reading: {},
    isTrusted: () => false,
    signal: new AbortController().signal,
    onRecognised: () => undefined,
    onPart: (columns) => (rows += columns.rowCount),
  });
  return { rows, issue: result.issue ?? undefined };
}
