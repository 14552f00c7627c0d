import { onTestFinished, test, vi } from 'vitest';
import { hearTabs } from '#kernel/storage/other-tabs.ts';
import type { RowPreview } from '#core/explain/row/row-detail.ts';
import { AppState } from '#kernel/app.svelte.ts';
import type { OpenRun } from '#kernel/run/open-run.ts';
import { useFreshDatabases } from '../fixtures/storage/database-faults.ts';
import { eventually } from './eventually.ts';
import ThreadWorker from './thread-worker.ts';
import { openFiles } from '#features/data/open-files.ts';
import { start } from '#app/start.ts';

let opened: AppState[] = [];
/** Removes the listeners of a test's apps from the window, which outlives them. */
let stopListening = new AbortController();
const listen = globalThis.addEventListener.bind(globalThis);

/** Reads of rows in progress, requested by the page itself. */
const reading = new Set<Promise<unknown>>();

/** Cleans up after a test's apps. */
async function leave(): Promise<void> {
  vi.useRealTimers();
  // errors after the end of a test would count for the next one
  const hasRead = (): boolean => reading.size === 0;
  await vi.waitUntil(hasRead, { timeout: 2000, interval: 2 }).catch(() => undefined);
  reading.clear();
  stopListening.abort();
  for (const app of opened) {
    app.workspace.cancel();
    retire(app);
  }
  opened = [];
  // a worker ended during its work would be reported half a minute later, in another test
  const isIdle = (): boolean => [...ThreadWorker.living].every((worker) => worker.isIdle);
  await vi.waitUntil(isIdle, { timeout: 5000, interval: 2 }).catch(() => undefined);
  for (const worker of [...ThreadWorker.living]) worker.terminate();
  // unawaited work ends before the next test
  await new Promise((resolve) => setTimeout(resolve));
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '#/');
  vi.restoreAllMocks();
}

/** Makes a page store, find and hear nothing from now on, as if it were closed; its timers still run. */
function retire({ store }: AppState): void {
  hearTabs(store, () => undefined);
  const never = (): Promise<never> => new Promise(() => undefined);
  store.close();
  Object.assign(store, { read: never, write: never });
}

/**
 * The whole state of the app without a screen: workers in the test's own thread, databases in
 * memory. The first sample is open, scored and stored.
 */
export async function openApp(): Promise<AppState> {
  useFreshDatabases();
  return reopenApp();
}

/** A test that opens an app on demand: `it('…', async ({ app }) => …)`. */
export const it = test.extend('app', () => openApp());

/** Reloads the page: a new state over the same stored data, settled. */
export async function reopenApp(): Promise<AppState> {
  const app = loadPage();
  await start(app);
  await settled(app);
  return app;
}

/** Opens the page in a second tab, which shares the stored data and the address. */
export async function openOtherTab(): Promise<AppState> {
  const app = new AppState();
  leaveCold(app);
  followReading(app);
  opened.push(app);
  await start(app);
  await settled(app);
  return app;
}

/** A loaded page that replaces the one before, and has not started yet. */
export function loadPage(): AppState {
  // not afterEach: this module is loaded once for many test files, and each needs it
  if (opened.length === 0) onTestFinished(leave);
  for (const app of opened) retire(app);
  stopListening.abort();
  const { signal } = (stopListening = new AbortController());
  vi.spyOn(globalThis, 'addEventListener').mockImplementation(
    (type: string, listener: EventListenerOrEventListenerObject) =>
      listen(type, listener, { signal }),
  );
  const app = new AppState();
  leaveCold(app);
  followReading(app);
  opened.push(app);
  return app;
}

/** Skips warming up: large data would run in the test’s own thread, and what is loaded outlive the test. */
function leaveCold({ pool }: AppState): void {
  pool.warmUp = vi.fn(() => {
    throw new Error('workers stay cold');
  });
}

function followReading({ reader }: AppState): void {
  const ask = reader.ask.bind(reader) as (...given: unknown[]) => Promise<never>;
  reader.ask = async (...given) => {
    const answer = ask(...given);
    reading.add(answer);
    try {
      return await answer;
    } finally {
      reading.delete(answer);
    }
  };
}

/** Waits until nothing is being read, scored or stored. */
export async function settled(app: AppState): Promise<void> {
  await eventually(() => {
    if (app.workspace.progress || app.workspace.phase.kind === 'scoring')
      throw new Error('still scoring');
    const { run, isUnsaved } = app.workspace;
    // runs without rows and runs from outside are not stored
    const isToBeStored = run !== undefined && run.columns.rowCount > 0 && !isUnsaved;
    if (isToBeStored && run.record.state === 'running') throw new Error('still being stored');
  });
}

/** Opens text as a file of this name, and waits until it is scored and stored. */
export async function openFile(app: AppState, name: string, text: BlobPart): Promise<void> {
  await openFiles(app, [new File([text], name)]);
  await settled(app);
}

/** Opens rows as JSON lines. */
export function openRows(
  app: AppState,
  rows: readonly object[],
  name = 'rows.jsonl',
): Promise<void> {
  return openFile(app, name, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

/** The open run; throws without one. */
export function runOf(app: AppState): OpenRun {
  const { run } = app.workspace;
  if (!run) throw new Error(`no run is open: ${JSON.stringify(app.workspace.phase)}`);
  return run;
}

/** The table lines of the visible rows, in table order. */
export function shownRows(app: AppState): Promise<readonly RowPreview[]> {
  return app.reader.ask(runOf(app), 'previewRows', { rows: [...app.view.rows] });
}

/** The ids of the visible rows, in table order. */
export async function shownIds(app: AppState): Promise<string[]> {
  return (await shownRows(app)).map(({ id }) => id);
}

/** A metric's scores of all rows in data order; null without a score. */
export function scoresOf(app: AppState, columnId: string): (number | null)[] {
  const column = runOf(app).columns.scores.find(({ id }) => id === columnId);
  if (!column) throw new Error(`no score column ${columnId}`);
  return Array.from(column.values, (value) => (Number.isNaN(value) ? null : value));
}

/** A row as its drawer shows it, from the newest version of its run. */
export async function shownRow(app: AppState, row: number) {
  const detail = (await app.reader.ask(runOf(app), 'detailRow', row))!;
  return {
    ...{ row, detail },
    get run() {
      return runOf(app);
    },
  };
}

/** Makes the worker fail to answer a question about runs, from the nth time on. */
export function failQuestion({ reader }: AppState, failing: string, error: Error, from = 1): void {
  const ask = reader.ask.bind(reader) as (...args: unknown[]) => Promise<never>;
  let times = 0;
  vi.spyOn(reader, 'ask').mockImplementation((runs, name, ...rest) =>
    name === failing && ++times >= from ? Promise.reject(error) : ask(runs, name, ...rest),
  );
}

/** Makes a question about runs wait; call the result to let it be answered. */
export function holdQuestion({ reader }: AppState, held: string): () => void {
  const ask = reader.ask.bind(reader) as (...args: unknown[]) => Promise<never>;
  let answer = (): void => undefined;
  const asked = new Promise<void>((resolve) => (answer = resolve));
  vi.spyOn(reader, 'ask').mockImplementation(async (runs, name, ...rest) => {
    if (name === held) await asked;
    return ask(runs, name, ...rest);
  });
  return () => answer();
}
