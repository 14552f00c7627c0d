import { expect, vi } from 'vitest';
import type { FileIssue } from '#core/read/issues/issue.ts';
import { fixtureBytes } from '../../../tests/support/format-fixtures.ts';
import { expectFourRows } from '../../../tests/support/four-rows.ts';
import { it, runOf, settled } from '../../../tests/support/open-app.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { until } from '../../../tests/support/until.svelte.ts';
import { jsonl, THREE_ROWS } from '../../../tests/e2e/rows.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { openFiles } from '#features/data/open-files.ts';
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

it('says of a single file only what it replaced', async ({ app }) => {
  await open(app, fixture('rows.csv'));
  expect(toasts(app)).toEqual(['Replaced “On-device home assistant”.']);
});

it('names the file that cannot be read among several', async ({ app }) => {
  await open(app, fixture('binary.png'), fixture('rows.jsonl'));
  await expectFourRows(app);
  expect(app.notices.banners).toMatchObject([
    {
      kind: 'error',
      title: '1 of 2 files could not be read.',
      text: 'binary.png: open one on its own to see why.',
    },
  ]);
  expect(toasts(app)).toEqual(['1 dataset scored and kept under Runs.']);
});

it('says of files none of which can be read only that, and leaves what is open', async ({
  app,
}) => {
  await open(app, fixture('binary.png'), fixture('empty.jsonl'));
  expect(toasts(app)).toEqual([]);
  expect(app.notices.banners.map(({ title }) => title)).toEqual([
    '2 of 2 files could not be read.',
  ]);
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

it('opens two files on their own whose rows have both sides', async ({ app }) => {
  const three = new File([jsonl(THREE_ROWS)], 'three.jsonl');
  await open(app, three, fixture('rows.jsonl'));
  expect(otherSideOf(app).step.kind).toBe('closed');
  expect(names(app)).toEqual(['rows', 'three', 'On-device home assistant']);
});

it('shows the rows before where a file breaks off, and a notice says so', async ({ app }) => {
  const run = app.pool.run.bind(app.pool);
  const issue: FileIssue = { code: 'row_too_long', line: 83, limit: 100_000_000 };
  // only what reads a text from start to end gives nothing when all is well
  vi.spyOn(app.pool, 'run').mockImplementation(async (...args) => (await run(...args)) ?? issue);
  await open(app, fixture('rows-table.md'));
  await expectFourRows(app);
  await eventually(() => expect(app.notices.banners).toMatchObject([{ id: 'file', kind: 'warn' }]));
  expect(app.notices.banners[0]?.text).toContain('line 83');
});

it('opens a run file as a run of one’s own', async ({ app }) => {
  const { RUN_DOWNLOADS } = await import('#features/downloads/run-downloads.ts');
  await open(app, new File([jsonl(THREE_ROWS)], 'three.jsonl'));
  const packed = await RUN_DOWNLOADS['run-file'].write(runOf(app), app.store);
  await open(app, new File([packed], 'three.run.gz'));
  expect(app.workspace.isUnsaved).toBe(false);
  expect(names(app)).toEqual(['three', 'three', 'On-device home assistant']);
  expect(runOf(app).columns.rowCount).toBe(3);
});

it('says why a run file that was cut off cannot be opened', async ({ app }) => {
  const { RUN_DOWNLOADS } = await import('#features/downloads/run-downloads.ts');
  const packed = await RUN_DOWNLOADS['run-file'].write(runOf(app), app.store);
  app.workspace.clear();
  await open(app, new File([packed.slice(0, packed.size - 40)], 'cut.run.gz'));
  expect(app.workspace.phase.kind).toBe('unreadable');
});
