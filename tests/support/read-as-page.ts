import { scoreDataset } from '#bridge/score-dataset.ts';
import type { WorkerPool } from '#bridge/worker-pool.ts';
import { USUAL_READING } from '#core/dataset/reading-choices.ts';
import type { Issue } from '#core/issues/issue.ts';
import { DEFAULT_SETTINGS } from '#core/metrics/registry.ts';
import { createEvaluationApi } from '#workers/evaluation-api.ts';

/** What the page says of a text. */
export interface PageReading {
  /** Rows scored. */
  readonly rows: number;
  /** Why nothing, or nothing more, was read. */
  readonly issue: Issue | undefined;
}

const api = createEvaluationApi(Promise.resolve(false));
const client = { touch: () => undefined };
const pool = {
  size: 1,
  run: <T>(task: (asked: typeof api, by: typeof client) => Promise<T>) => task(api, client),
} as unknown as WorkerPool;

/**
 * Reads and scores a text as the page does once it is pasted, in the test's own thread.
 * @param text the paste
 * @returns what came of it
 */
export async function readAsPage(text: string): Promise<PageReading> {
  let rows = 0;
  const result = await scoreDataset(pool, {
    blob: new Blob([text]),
    name: '',
    settings: DEFAULT_SETTINGS,
    chosenRoles: {},
    reading: USUAL_READING,
    isTrusted: () => false,
    signal: new AbortController().signal,
    onRecognised: () => undefined,
    onPart: (columns) => (rows += columns.rowCount),
  });
  return { rows, issue: result.kind === 'summary' ? undefined : (result.issue ?? undefined) };
}
