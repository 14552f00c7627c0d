import { flushSync } from 'svelte';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { EXACT } from '../../../tests/support/build.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import {
  loadPage,
  openApp,
  openRows,
  runOf,
  settled,
  shownIds,
} from '../../../tests/support/open-app.ts';
import { THREE_ROWS } from '../../../tests/e2e/rows.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { DraftStore } from '#kernel/run/draft-keeper.ts';
import { linkToRow, viewInLinkOf } from './view-in-link.ts';
import { resultsOf } from './results-view.svelte.ts';
import { start } from '#app/start.ts';

/** Keeps the page's link at what is shown, as the playground does. */
function keepLink(app: AppState): () => void {
  const leave = $effect.root(() => {
    const link = viewInLinkOf(app);
    $effect(() => link.write());
  });
  onTestFinished(leave);
  flushSync();
  return leave;
}

/** Opens the page at the link it has, as a reload does. */
async function reload(): Promise<AppState> {
  const app = loadPage();
  keepLink(app);
  await start(app);
  await settled(app);
  return app;
}

function openRow(app: AppState): number | undefined {
  return resultsOf(app).drawers.row ? app.view.selected : undefined;
}

/** Opens the first sample with the ten rows that fail in exact match, and a link to one of them. */
async function openFailing(): Promise<{ app: AppState; link: string }> {
  const app = await openApp();
  keepLink(app);
  app.view.toggle({ kind: 'failing', columnId: EXACT });
  await eventually(() => expect(app.view.rows).toHaveLength(10));
  return { app, link: linkToRow(runOf(app), app.view, 4) };
}

describe('a link to a row', () => {
  it('opens them again where another run is shown', async () => {
    const { app, link } = await openFailing();
    const ids = await shownIds(app);
    await openRows(app, THREE_ROWS);
    expect(app.view.filters).toEqual([]);
    location.hash = new URL(link).hash;
    await eventually(() => expect(openRow(app)).toBe(4));
    await eventually(() => expect(app.view.rows).toHaveLength(10));
    expect(await shownIds(app)).toEqual(ids);
    expect(resultsOf(app).tab).toBe('rows');
  });

  it('opens them after a reload, and names the row while it is the one that is open', async () => {
    const { link } = await openFailing();
    history.replaceState(null, '', new URL(link).hash);
    const app = await reload();
    await eventually(() => expect(openRow(app)).toBe(4));
    await eventually(() => expect(app.view.rows).toHaveLength(10));
    await eventually(() => expect(location.hash).toMatch(/&row=5$/));
    app.view.move(1);
    await eventually(() => expect(location.hash).toMatch(/filter=[^&]+$/));
    expect(openRow(app)).toBe(5);
  });

  it('opens them where other work was left, also when the page is drawn before that is looked for', async () => {
    const { app, link } = await openFailing();
    const { id } = runOf(app).record;
    await openRows(app, THREE_ROWS);
    await settled(app);
    history.replaceState(null, '', new URL(link).hash);
    const again = await reload();
    await eventually(() => expect(runOf(again).record.id).toBe(id));
    await eventually(() => expect(openRow(again)).toBe(4));
  });
});

describe('a link to a run', () => {
  /** Opens two runs, and draws the link of the second. */
  async function openTwo() {
    const app = await openApp();
    const first = runOf(app).record.id;
    await openRows(app, THREE_ROWS);
    await settled(app);
    return { app, first, second: runOf(app).record.id };
  }

  it('opens it where the results are drawn only now, as after another screen', async () => {
    const { app, first } = await openTwo();
    const leave = keepLink(app);
    app.router.go('runs');
    await eventually(() => expect(app.router.screen).toBe('runs'));
    leave();
    // the results are drawn before they hear of the new address
    location.hash = `#/?run=${first}`;
    app.router.read();
    keepLink(app);
    await eventually(() => expect(runOf(app).record.id).toBe(first));
    expect(location.hash).toContain(first);
  });

  it('opens another after one whose rows are out of reach', async () => {
    const { app, first, second } = await openTwo();
    keepLink(app);
    await eventually(() => expect(location.hash).toContain(second));
    const lost = vi.spyOn(app.workspace, 'openRun').mockRejectedValueOnce(new Error('lost'));
    // the page shows what fails and nobody reports
    const listeners = process.listeners('unhandledRejection');
    process.removeAllListeners('unhandledRejection').on('unhandledRejection', () => undefined);
    onTestFinished(() => {
      process.removeAllListeners('unhandledRejection');
      for (const listener of listeners) process.on('unhandledRejection', listener);
    });
    location.hash = `#/?run=${first}`;
    await eventually(() => expect(lost).toHaveBeenCalled());
    await eventually(() => expect(location.hash).toContain(second));
    location.hash = `#/?run=${first}`;
    await eventually(() => expect(runOf(app).record.id).toBe(first));
  });

  it('opens the run before it again when the back button says so', async () => {
    const { app, first, second } = await openTwo();
    keepLink(app);
    await eventually(() => expect(location.hash).toContain(second));
    location.hash = `#/?run=${first}`;
    await eventually(() => expect(runOf(app).record.id).toBe(first));
    history.back();
    await eventually(() => expect(runOf(app).record.id).toBe(second));
    expect(location.hash).toContain(second);
  });
});

describe('a link to a sample', () => {
  const link = '#/?sample=customer-support&filter=trajectory_exact_match+%3C+1';

  it('opens it with its filter, on a first visit and beside other work', async () => {
    for (const before of ['', 'own rows']) {
      if (before === '') history.replaceState(null, '', link);
      const app = await reload();
      if (before !== '') {
        await openRows(app, THREE_ROWS);
        location.hash = link;
      }
      await eventually(() => expect(runOf(app).record.name).toBe('Customer support'));
      await eventually(() =>
        expect(app.view.filters).toEqual([expect.objectContaining({ columnId: EXACT })]),
      );
      // from here on the link is that of the run
      await eventually(() =>
        expect(location.hash).toContain(`run=${runOf(app).record.id}&filter=trajectory_exact`),
      );
      expect(location.hash).not.toContain('sample=');
    }
  });

  it.each([
    ['on-device', 'On-device home assistant'],
    ['on-device-home-assistant', 'On-device home assistant'],
    ['content-creation', 'Content creation'],
    ['documentation-example', 'Documentation example'],
  ])('opens it by the name that the documentation has for it: %s', async (name, title) => {
    const app = await openApp();
    keepLink(app);
    await openRows(app, THREE_ROWS);
    location.hash = `#/?sample=${name}`;
    await eventually(() => expect(runOf(app).record.name).toBe(title));
  });

  it('opens it where nothing is open, and does not wait for the next dataset to do so', async () => {
    const app = await openApp();
    keepLink(app);
    app.workspace.clear();
    await app.workspace.openText('just words');
    location.hash = link;
    await eventually(() => expect(runOf(app).record.name).toBe('Customer support'));

    app.workspace.clear();
    await app.workspace.openText('just words');
    await eventually(async () =>
      expect((await new DraftStore(app.store).load())?.text).toBe('just words'),
    );
    history.replaceState(null, '', link);
    const again = await reload();
    await eventually(() => expect(runOf(again).record.name).toBe('Customer support'));
    await openRows(again, THREE_ROWS);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(again.view.rows).toHaveLength(3);
  });

  it('says so where there is no such sample, and leaves what is open', async () => {
    const app = await openApp();
    keepLink(app);
    const { id } = runOf(app).record;
    location.hash = '#/?sample=device';
    await eventually(() =>
      expect(app.notices.toasts.map(({ text }) => text)).toEqual(['There is no sample device.']),
    );
    await eventually(() => expect(location.hash).toContain(`run=${id}`));
  });
});

describe('the page’s link', () => {
  it('has each filter and order as a step that the back button takes back', async () => {
    const { app } = await openFailing();
    await eventually(() => expect(location.hash).toMatch(/filter=/));
    const { length } = history;
    app.view.sort('trajectory_recall');
    await eventually(() => expect(location.hash).toMatch(/sort=-?trajectory_recall/));
    expect(history.length).toBe(length + 1);
    // typing is no step
    void app.view.add({ kind: 'text', text: 'light' });
    await eventually(() => expect(location.hash).toContain('light'));
    expect(history.length).toBe(length + 1);
    history.back();
    await eventually(() => expect(app.view.sorting).toEqual([]));
    expect(app.view.filters).toEqual([{ kind: 'failing', columnId: EXACT }]);
  });

  it('says which of its filters do not fit the run, and leaves them out', async () => {
    const app = await openApp();
    keepLink(app);
    const { id } = runOf(app).record;
    location.hash = `#/?run=${id}&filter=no_such_metric+%3C+1&sort=-trajectory_recall,nonsense,%25E0`;
    await eventually(() =>
      expect(app.notices.toasts.map(({ text }) => text)).toEqual([
        expect.stringContaining('The link’s filters do not fit this run.'),
      ]),
    );
    await eventually(() =>
      expect(app.view.sorting).toEqual([{ by: 'trajectory_recall', descending: true }]),
    );
    expect(app.view.filters).toEqual([]);
  });

  it('names no run that is not stored whole', async () => {
    const app = await openApp();
    keepLink(app);
    await eventually(() => expect(location.hash).toContain('run='));
    await app.workspace.openUnsaved(runOf(app));
    await eventually(() => expect(location.hash).toBe('#/'));
  });
});

describe('a link to what is not there', () => {
  const told = (app: AppState) => app.notices.toasts.map(({ text }) => text);

  it('says so of a run, and the run at hand stays', async () => {
    const app = await openApp();
    keepLink(app);
    const { id } = runOf(app).record;
    await eventually(() => expect(location.hash).toBe(`#/?run=${id}`));
    location.hash = '#/?run=gone&row=2';
    await eventually(() =>
      expect(told(app)).toEqual(['The run of this link is not stored in this browser.']),
    );
    expect(location.hash).toBe(`#/?run=${id}`);
    expect(runOf(app).record.id).toBe(id);
  });

  it('says so of a row', async () => {
    const app = await openApp();
    keepLink(app);
    const own = `#/?run=${runOf(app).record.id}`;
    location.hash = `${own}&row=99`;
    await eventually(() => expect(told(app)).toEqual(['This run has no row 99.']));
    expect(openRow(app)).toBeUndefined();
    expect(location.hash).toBe(own);
  });

  it('says so when the page is opened with it, and takes up the work that was left', async () => {
    const before = runOf(await openApp()).record.id;
    history.replaceState(null, '', '#/?run=gone&row=2');
    const app = await reload();
    await eventually(() =>
      expect(told(app)).toContain('The run of this link is not stored in this browser.'),
    );
    expect(runOf(app).record.id).toBe(before);
    expect(location.hash).toBe(`#/?run=${before}`);
  });
});
