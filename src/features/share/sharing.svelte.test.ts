import { describe, expect, vi } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import {
  it,
  loadPage,
  openApp,
  openFile,
  openRows,
  runOf,
  scoresOf,
  settled,
  shownIds,
} from '../../../tests/support/open-app.ts';
import { savedFile } from '../../../tests/support/saved-file.ts';
import { useFreshDatabases } from '../../../tests/fixtures/storage/database-faults.ts';
import { THREE_ROWS } from '../../../tests/e2e/rows.ts';
import { sentenceOf } from '#core/read/issues/sentences.ts';
import { takeReportBlock } from '#kernel/own-page.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import { packArchive } from '#engine/run-file/archive.ts';
import { REPORT_BLOCK_ID } from '#engine/run-file/report-block.ts';
import { writeFragment } from '#kernel/storage/run-file.ts';
import { SAMPLES } from '#samples/registry.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { linkWithRuns } from './copy-link.ts';
import { shareItems } from './share-menu.svelte.ts';
import { sharingOf } from './sharing.svelte.ts';
import { downloadsOf } from '#features/downloads/downloads.ts';
import ShareWays from './ShareWays.svelte';
import { loadText } from '#kernel/settings-storage.ts';
import { isAction } from '#ui/menu.ts';
import { mountWith } from '../../../tests/support/mount-with.ts';
import { start } from '#app/start.ts';

const SCORES = {
  trajectory_exact_match: [1, 0, 0],
  trajectory_in_order_match: [1, 0, 1],
  trajectory_any_order_match: [1, 1, 1],
  trajectory_precision: [1, 1, 0.5],
  trajectory_recall: [1, 1, 1],
};

async function results(app: AppState): Promise<string> {
  const { text } = await savedFile(() =>
    downloadsOf(app).results(runOf(app), app.view.rows, 'jsonl'),
  );
  return text;
}

const DECLARATIONS = '[{"name":"f","parameters":{"type":"object"}}]';

/** Opens three rows, with declarations of tools that were pasted. */
async function openThree(app: AppState): Promise<void> {
  await app.workspace.setSettings({ ...app.workspace.settings, declarations: DECLARATIONS });
  await settled(app);
  await openRows(app, THREE_ROWS, 'three.jsonl');
}

async function openOtherSample(app: AppState): Promise<void> {
  await app.workspace.openSample(SAMPLES[2]!);
  await settled(app);
  expect(runOf(app).columns.rowCount).not.toBe(3);
}

function expectThreeRows(app: AppState): void {
  expect(runOf(app).columns.rowCount).toBe(3);
  expect(runOf(app).record.settings.declarations).toBe(DECLARATIONS);
  for (const [id, scores] of Object.entries(SCORES)) expect(scoresOf(app, id)).toEqual(scores);
}

/** Why the open file was not read, in the words that the page shows. */
function refusal({ workspace }: AppState): string {
  if (workspace.phase.kind !== 'unreadable') throw new Error('it was read');
  const { title, detail } = sentenceOf(workspace.phase.issue);
  return `${title} ${detail}`;
}

/** Opens a link with settings, up to the question whether to use them. */
/** Follows a link with settings alone, as earlier versions wrote them. */
async function followSettings(app: AppState, settings: MetricSettings): Promise<void> {
  location.hash = await writeFragment(await packArchive('settings', settings));
  await eventually(() => expect(sharingOf(app).review?.kind).toBe('settings'));
}

describe('a link with data', () => {
  it('opens a first visit with nothing stored', async ({ app: first }) => {
    await openThree(first);
    const link = (await linkWithRuns([runOf(first)]))!;
    useFreshDatabases();
    // told to no page that is open
    history.replaceState(null, '', new URL(link).hash);
    const app = loadPage();
    await start(app);
    expect(app.workspace.isUnsaved).toBe(true);
    expectThreeRows(app);
    await settled(app);
    expect(app.library.list).toHaveLength(0);
    expect(await app.drafts.load()).toBeUndefined();
  });

  it('says why it cannot be opened, and is left', async ({ app }) => {
    const link = (await linkWithRuns([runOf(app)]))!;
    for (const [bad, reason] of [
      [link.slice(0, -40), 'This link is damaged or incomplete.'],
      [link.replace('#z1', '#z9'), 'newer version'],
    ] as const) {
      location.hash = new URL(bad).hash;
      await eventually(() =>
        expect(app.notices.banners.map(({ title, text }) => `${title} ${text}`)).toEqual([
          expect.stringContaining(reason),
        ]),
      );
      expect(location.hash).toBe('#/');
      expect(sharingOf(app).review).toBeUndefined();
    }
  });
});

it('a link with settings only offers them for the data that is open, and they can be taken back', async ({
  app,
}) => {
  const exact = 'trajectory_exact_match';
  const { settings } = app.workspace;
  const linked = {
    ...settings,
    declarations: DECLARATIONS,
    metrics: settings.metrics.filter((id) => id !== exact),
  };
  const { rowCount } = runOf(app).columns;
  const hasExact = () => runOf(app).columns.scores.some(({ id }) => id === exact);
  expect(hasExact()).toBe(true);
  await followSettings(app, linked);
  expect(hasExact()).toBe(true);
  await sharingOf(app).accept();
  expect(hasExact()).toBe(false);
  expect(app.workspace.settings.declarations).toBe(DECLARATIONS);
  const undo = app.notices.toasts.find(({ text }) => text.startsWith('Settings from the link'));
  expect(undo?.action?.label).toBe('Undo');
  undo?.action?.run();
  await eventually(() => expect(hasExact()).toBe(true));
  await settled(app);
  expect(runOf(app).columns.rowCount).toBe(rowCount);
});

describe('a report', () => {
  it('is only written by the built page', async ({ app }) => {
    await downloadsOf(app).run(runOf(app), 'report');
    await eventually(() =>
      expect(app.notices.banners).toMatchObject([
        { text: 'Only the built page can write a report.' },
      ]),
    );
  });

  it('opens with its run, unsaved, and gives it back when it is dropped', async () => {
    vi.stubEnv('MODE', 'single');
    takeReportBlock();
    vi.unstubAllEnvs();
    const first = await openApp();
    await openThree(first);
    const before = await results(first);
    const dialog = mountWith(first, ShareWays, { runs: [runOf(first)], onclose: () => undefined });
    await dialog.user.type(dialog.screen.getByRole('textbox', { name: /^Author/ }), ' Ada ');
    expect(loadText('author')).toBe('Ada');
    await dialog.close();
    const file = await savedFile(() => downloadsOf(first).run(runOf(first), 'report'));
    expect(file.name).toBe('three-report.html');
    await openOtherSample(first);
    await openFile(first, file.name, file.content);
    expectThreeRows(first);
    expect(await results(first)).toBe(before);
    expect(first.workspace.isUnsaved).toBe(false);

    first.workspace.clear();
    await openFile(first, file.name, file.content.slice(0, -900));
    expect(refusal(first)).toContain('This report is damaged or incomplete.');

    const block = new DOMParser()
      .parseFromString(file.text, 'text/html')
      .getElementById(REPORT_BLOCK_ID)?.textContent;
    const report = loadPage();
    await start(report, block);
    expectThreeRows(report);
    expect(report.workspace.isUnsaved).toBe(true);
    expect(runOf(report).record.author).toBe('Ada');
    expect(await results(report)).toBe(before);
    const again = await savedFile(() => downloadsOf(report).run(runOf(report), 'report'));
    await openOtherSample(report);
    await openFile(report, again.name, again.content);
    expect(await shownIds(report)).toEqual(['r-same', 'r-swapped', 'r-extra']);
    expect(await results(report)).toBe(before);
  });

  it('that cannot be read is told, and the page opens as usual', async () => {
    await openApp();
    const app = loadPage();
    await start(app, 'no run at all');
    expect(app.notices.banners).toMatchObject([
      { kind: 'error', title: expect.stringContaining('report') as unknown },
    ]);
    expect(runOf(app).columns.rowCount).toBe(18);
  });
});

it('the menu downloads the rows shown, or all of them', async ({ app }) => {
  await openThree(app);
  const item = (label: string) =>
    shareItems(app, () => undefined)
      .filter(isAction)
      .find((one) => one.label === label);
  const idsIn = async (): Promise<string[]> => {
    const { text } = await savedFile(() => item('Results')?.onselect());
    return [...text.matchAll(/r-\w+(?=,Prompt)/g)].map(([id]) => id);
  };
  expect(item('All 3 rows')).toBeUndefined();
  await app.view.setFilters([{ kind: 'failing', columnId: 'trajectory_in_order_match' }]);
  expect(item('1 row shown')).toMatchObject({ checked: true, staysOpen: true });
  expect(await idsIn()).toEqual(['r-swapped']);
  item('All 3 rows')?.onselect();
  expect(await idsIn()).toEqual(['r-same', 'r-swapped', 'r-extra']);
});
