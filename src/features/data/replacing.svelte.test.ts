import { describe, expect } from 'vitest';
import type { AppState } from '#kernel/app.svelte.ts';
import { metricOfTemplate } from '#features/judge/judge-settings.ts';
import { changeReviews } from '#features/review/reviewer.ts';
import { MAST_CODES } from '#features/review/mast.ts';
import { withCodes } from '#core/score/review/review.ts';
import { SAMPLES } from '#samples/registry.ts';
import { jsonl, row, THREE_ROWS } from '../../../tests/e2e/rows.ts';
import {
  it,
  openApp,
  openFile,
  openRows,
  runOf,
  settled,
} from '../../../tests/support/open-app.ts';
import { openFiles, replaceSample } from './open-files.ts';
import { eventually } from '../../../tests/support/eventually.ts';

const OTHER = jsonl([row('other', 'ab', 'ab')]);
const PNG = new File([Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0)], 'photo.png');

const shown = (app: AppState) => ({
  id: runOf(app).record.id,
  rows: runOf(app).columns.rowCount,
  ...{ title: app.workspace.title, text: app.workspace.text },
  ...{ settings: app.workspace.settings, phase: app.workspace.phase.kind },
});

const lastToast = (app: AppState) => app.notices.toasts.at(-1);

async function act(app: AppState, label: string): Promise<void> {
  await eventually(() => expect(lastToast(app)?.action?.label).toBe(label));
  lastToast(app)?.action?.run();
}

describe('what has no rows', () => {
  it.each([
    ['a sentence', (app: AppState) => app.workspace.openText('meet me at five')],
    ['a picture', (app: AppState) => openFiles(app, [PNG])],
    ['blank lines', (app: AppState) => app.workspace.openText('\n \n')],
    ['broken lines', (app: AppState) => openFile(app, 'x.jsonl', '{"id": \n{"id": \n')],
    ['a run file that is cut', (app: AppState) => openFile(app, 'x.json', '{"archive":"tp')],
  ])('never replaces a scored run: %s', async (_, open) => {
    const app = await openApp();
    for (const own of [false, true]) {
      if (own) await openRows(app, THREE_ROWS, 'mine.jsonl');
      const before = shown(app);
      const tookMs = app.workspace.scoredInMs;
      await open(app);
      await eventually(() => expect(lastToast(app)?.text).toContain('What is open stays.'));
      expect(shown(app)).toEqual(before);
      // not how long it took to find that there are no rows
      expect([0, tookMs]).toContain(app.workspace.scoredInMs);
      app.notices.toasts.forEach(({ id }) => app.notices.dismissToast(id));
    }
  });

  it('is shown when a person asks for it', async ({ app }) => {
    await openRows(app, THREE_ROWS, 'mine.jsonl');
    await app.workspace.openText('meet me at five');
    await act(app, 'Show it');
    await eventually(() => expect(app.workspace.phase.kind).toBe('unreadable'));
    expect(app.workspace.text).toBe('meet me at five');
    await act(app, 'Undo');
    await eventually(() => expect(app.workspace.phase.kind).toBe('ready'));
  });

  it('is named among files that are opened together, as long as they are open', async ({ app }) => {
    const said = (): string => app.notices.banners.map(({ text }) => text).join();
    await openFiles(app, [new File([OTHER], 'other.jsonl'), PNG]);
    await settled(app);
    expect(app.workspace.title).toBe('2 files');
    expect(said()).toContain('photo.png');
    await app.workspace.openText('meet me at five');
    expect(said()).toContain('photo.png');
    await openRows(app, THREE_ROWS, 'mine.jsonl');
    expect(said()).toBe('');
    await act(app, 'Undo');
    await eventually(() => expect(said()).toContain('photo.png'));
  });
});

describe('what replaces a run can be undone', () => {
  it.each([
    ['pasted text', (app: AppState) => app.workspace.openText(OTHER)],
    ['a file', (app: AppState) => openFile(app, 'other.jsonl', OTHER)],
    ['a sample', (app: AppState) => app.workspace.openSample(SAMPLES[1]!)],
    ['a new dataset', (app: AppState) => Promise.resolve(app.workspace.clear())],
  ])('%s', async (_, replace) => {
    const app = await openApp();
    await openRows(app, THREE_ROWS, 'mine.jsonl');
    const before = shown(app);
    await replace(app);
    await settled(app);
    expect(app.workspace.title).not.toBe('mine');
    await act(app, 'Undo');
    await eventually(() => expect(shown(app)).toEqual(before));
    await changeReviews(app, before.id, (known) => withCodes(known, MAST_CODES));
    expect((await app.library.store.get(before.id))?.errorAnalysis?.codes).toHaveLength(14);
  });
});

it('other data is not judged as the last was', async ({ app }) => {
  await openRows(app, THREE_ROWS, 'mine.jsonl');
  const judges = [metricOfTemplate('goal_success')];
  await app.workspace.setSettings({ ...app.workspace.settings, judges });
  await openFile(app, 'other.jsonl', OTHER);
  expect(app.workspace.settings.judges).toBeUndefined();
  expect(runOf(app).columns.scores.some(({ id }) => id.startsWith('judge'))).toBe(false);
});

describe('rows pasted into the text of a sample', () => {
  it('go into the text once it was changed, and so does what is no row', async ({ app }) => {
    expect(replaceSample(app, 'living room')).toBe(false);
    app.workspace.edit(`${app.workspace.text ?? ''}\n`);
    expect(replaceSample(app, jsonl(THREE_ROWS))).toBe(false);
    await settled(app);
    expect(replaceSample(app, jsonl(THREE_ROWS))).toBe(false);
  });

  it('have not the tools of the sample after New dataset either', async ({ app }) => {
    app.workspace.clear();
    app.workspace.edit(jsonl(THREE_ROWS));
    await settled(app);
    await eventually(() => expect(runOf(app).columns.rowCount).toBe(3));
    expect(app.workspace.settings.tools).toEqual([]);
  });
});
