import { expect, vi } from 'vitest';
import type { FileIssue } from '#core/read/issues/issue.ts';
import { fixtureBytes } from '../../../tests/support/format-fixtures.ts';
import { expectFourRows } from '../../../tests/support/four-rows.ts';
import { it, runOf, settled } from '../../../tests/support/open-app.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { until } from '../../../tests/support/until.svelte.ts';
import { jsonl, THREE_ROWS } from '../../../tests/e2e/rows.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { askedFilesOf } from '#features/data/asked-files.svelte.ts';
import { openDropped, openFiles } from '#features/data/open-files.ts';
import { openQuestion } from '#features/data/open-question.ts';
import { otherSideOf } from '#features/data/other-side.svelte.ts';

const names = (app: AppState): string[] => app.library.list.map(({ name }) => name);
const toasts = (app: AppState): string[] => app.notices.toasts.map(({ text }) => text);
const fixture = (name: string): File => new File([fixtureBytes(name)], name);

async function open(app: AppState, ...files: readonly File[]): Promise<void> {
  await openFiles(app, files);
  await settled(app);
}

it('scores several files one after the other, keeps each and shows the last', async ({ app }) => {
  const files = [fixture('big-integers.jsonl'), fixture('rows.tsv'), fixture('rows.csv')];
  await open(app, ...files);
  await expectFourRows(app);
  expect(toasts(app)).toEqual(['3 datasets scored and kept under Runs.']);
  expect(names(app)).toEqual(['rows', 'rows', 'big-integers', 'On-device home assistant']);
});

it('says of a single file only what it replaced, and of a sample nothing', async ({ app }) => {
  await open(app, fixture('rows.csv'));
  expect(toasts(app)).toEqual([]);
  await open(app, fixture('rows.tsv'));
  await eventually(() => expect(toasts(app)).toEqual(['Replaced “rows”.']));
});

it('says of files none of which can be read only that, and leaves what is open', async ({
  app,
}) => {
  await open(app, fixture('binary.png'), fixture('empty.jsonl'));
  await eventually(() =>
    expect(toasts(app)).toEqual([
      expect.stringContaining('None of 2 files could be read. binary.png: The format'),
    ]),
  );
  expect(app.workspace.title).toBe('On-device home assistant');
});

it('turns to the playground, from whatever screen', async ({ app }) => {
  app.router.go('runs');
  await open(app, fixture('rows.csv'));
  expect(app.router.screen).toBe('playground');
});

it('opens no further file once one was cancelled', async ({ app }) => {
  const opening = openFiles(app, [fixture('rows.jsonl'), fixture('rows.csv')]);
  // as soon as it is being scored: a moment later it may be done
  await until(() => app.workspace.phase.kind === 'scoring');
  app.workspace.cancel();
  await opening;
  expect(app.workspace.source?.fileName).toBe('rows.jsonl');
  expect(names(app)).toEqual(['On-device home assistant']);
});

it('opens two files of other tasks as one dataset', async ({ app }) => {
  const three = new File([jsonl(THREE_ROWS)], 'three.jsonl');
  await open(app, three, fixture('rows.jsonl'));
  expect(otherSideOf(app).step.kind).toBe('closed');
  expect(names(app)).toEqual(['2 files', 'On-device home assistant']);
  expect(runOf(app).columns.rowCount).toBe(7);
  expect(runOf(app).columns.columns[0]).toMatchObject({ name: 'file', filled: 7 });
  const { current } = askedFilesOf(app);
  expect(openQuestion(runOf(app), {}, false, current)?.kind).toBe('files');
  await current?.openApart();
  expect(openQuestion(runOf(app), {}, false, current)?.kind).not.toBe('files');
  await eventually(() => expect(names(app).slice(0, 2)).toEqual(['rows', 'three']));
});

it('opens what is in a folder that is dropped, and looks into no hidden one', async ({ app }) => {
  const folder = folderOf('runs', {
    'b.jsonl': jsonl(THREE_ROWS.slice(0, 1)),
    sub: { 'a.jsonl': jsonl(THREE_ROWS.slice(1)) },
    '.git': { 'c.jsonl': jsonl(THREE_ROWS) },
  });
  const items = [{ webkitGetAsEntry: () => folder }];
  await openDropped(app, { items, files: [new File([], 'runs')] } as unknown as DataTransfer);
  await settled(app);
  expect(app.workspace.title).toBe('runs');
  const { columns } = runOf(app);
  expect(columns.rowCount).toBe(3);
  expect(columns.issues.first).toContainEqual(
    expect.objectContaining({ code: 'files_left_out', names: ['.git/'] }),
  );
});

interface Folder {
  readonly [name: string]: string | Folder;
}

/** A folder as browsers hand it over: its entries in parts, the last of which is empty. */
function folderOf(name: string, content: Folder, path = `/${name}`): FileSystemEntry {
  const entries = Object.entries(content).map(([inside, value]) =>
    typeof value === 'string'
      ? {
          ...{ isFile: true, isDirectory: false, name: inside, fullPath: `${path}/${inside}` },
          file: (done: (file: File) => void) => done(new File([value], inside)),
        }
      : folderOf(inside, value, `${path}/${inside}`),
  );
  const createReader = () => {
    const left = [...entries];
    return { readEntries: (done: (some: unknown[]) => void) => done(left.splice(0, 2)) };
  };
  const folder = { isFile: false, isDirectory: true, name, fullPath: path, createReader };
  return folder as unknown as FileSystemEntry;
}

it('shows the rows before where a file breaks off, and a notice says so', async ({ app }) => {
  const run = app.pool.run.bind(app.pool);
  const issue: FileIssue = { code: 'row_too_long', line: 83, limit: 100_000_000 };
  const openFile = app.reader.open.bind(app.reader);
  vi.spyOn(app.reader, 'open').mockImplementation(async (...args) => {
    const { file } = await openFile(...args);
    return { file: { ...file, parts: undefined } };
  });
  // only what reads a text from start to end gives nothing when all is well
  vi.spyOn(app.pool, 'run').mockImplementation(async (...args) => (await run(...args)) ?? issue);
  await open(app, fixture('rows-table.md'));
  await expectFourRows(app);
  await eventually(() => expect(app.notices.banners).toMatchObject([{ id: 'file', kind: 'warn' }]));
  expect(app.notices.banners[0]?.text).toContain('line 83');
});
