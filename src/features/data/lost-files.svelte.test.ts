import { afterEach, describe, expect, vi } from 'vitest';
import { jsonl, row } from '../../../tests/e2e/rows.ts';
import {
  it,
  loadPage,
  openFile,
  openRows,
  runOf,
  scoresOf,
  shownIds,
} from '../../../tests/support/open-app.ts';
import { useFreshDatabases } from '../../../tests/fixtures/storage/database-faults.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { openFiles } from '#features/data/open-files.ts';
import { start } from '#app/start.ts';

afterEach(() => void vi.restoreAllMocks());

const ROWS = Array.from({ length: 300 }, (_, at) => row(`r-${String(at)}`, 'ab', 'ab'));
const banners = (app: AppState): string[] => app.notices.banners.map(({ title }) => title);

/** What a browser says of a file that was changed or deleted. */
const NOT_READABLE = Object.assign(new Error('gone'), { name: 'NotReadableError' });

/** Has the reading of all files fail from now on. */
function loseFiles(): void {
  const lose = (): Promise<never> => Promise.reject(NOT_READABLE);
  vi.spyOn(Blob.prototype, 'arrayBuffer').mockImplementation(lose);
  vi.spyOn(Blob.prototype, 'stream').mockImplementation(
    () => new ReadableStream({ type: 'bytes', pull: lose }),
  );
}

/** Streams that end too early, as some browsers say that a file was cut. */
const cutStream = (): ReadableStream<Uint8Array<ArrayBuffer>> =>
  new ReadableStream({
    type: 'bytes',
    pull: (controller) => {
      controller.close();
      controller.byobRequest?.respond(0);
    },
  });

it('a file cut short while it is read is said, and what is stored stays', async ({ app }) => {
  const stored = runOf(app).record.id;
  const read = Blob.prototype.arrayBuffer;
  const spy = vi.spyOn(Blob.prototype, 'arrayBuffer').mockImplementation(function (this: Blob) {
    // the beginning can be read; then the file is cut
    if (this.size > 1_000_000) return Promise.reject(NOT_READABLE);
    return read.call(this);
  });
  const streamed = vi.spyOn(Blob.prototype, 'stream').mockImplementation(cutStream);
  app.workspace.clear();
  const large = jsonl(ROWS.map((one) => ({ ...one, filler: 'x'.repeat(5000) })));
  await openFile(app, 'cut.jsonl', large);
  spy.mockRestore();
  expect(streamed).toHaveBeenCalled();
  streamed.mockRestore();
  expect(app.workspace.phase).toEqual({
    kind: 'unreadable',
    issue: { code: 'read_failed', reason: 'The browser lost access to it.' },
  });
  expect(app.workspace.run).toBeUndefined();
  expect(app.library.list.map(({ id }) => id)).toEqual([stored]);
  expect(await app.workspace.openRun(stored)).toBe(true);
  expect(runOf(app).columns.rowCount).toBe(18);
});

describe('a file changed after it was scored', () => {
  it('is gone where the window keeps no copy: that is said once, and the scores stay', async ({
    app,
  }) => {
    await openRows(app, ROWS);
    loseFiles();
    // the copy is only a reference to the file, so it is lost as well
    for (let times = 0; times < 3; times++) {
      const { key } = runOf(app);
      // rows that were shown are still known: a search reads all of them
      const filters = [{ kind: 'text', text: 'one' }] as const;
      await expect(app.reader.ask(runOf(app), 'view', { filters, sorting: [] })).rejects.toThrow(
        'lost access',
      );
      if (times === 0) await eventually(() => expect(runOf(app).key).not.toBe(key));
    }
    await eventually(() => expect(banners(app)).toContain('The file can no longer be read.'));
    expect(banners(app)).toEqual(['The file can no longer be read.']);
    expect(scoresOf(app, 'trajectory_exact_match').every((score) => score === 1)).toBe(true);
  });
});

it('a browser that stores nothing scores all the same, and says so', async () => {
  useFreshDatabases();
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('', 'SecurityError');
  });
  const app = loadPage();
  const opened = async (count: number): Promise<void> => {
    await eventually(() => expect(app.workspace.run?.columns.rowCount).toBe(count));
    await eventually(() => expect(app.workspace.progress).toBe(undefined));
  };
  await start(app);
  await opened(18);
  await openFiles(app, [new File([jsonl(ROWS)], 'rows.jsonl')]);
  await opened(300);
  expect(scoresOf(app, 'trajectory_exact_match').every((score) => score === 1)).toBe(true);
  await eventually(() =>
    expect(banners(app)).toContain('This browser does not let the page store anything.'),
  );
  expect(runOf(app).record.state).not.toBe('complete');
  expect(app.library.list).toEqual([]);
  expect((await shownIds(app)).at(-1)).toBe('r-299');
});
