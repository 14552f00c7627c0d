import { flushSync } from 'svelte';
import { describe, expect, vi } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { mountWith, textOf } from '../../../tests/support/mount-with.ts';
import { it, loadPage, openFile, runOf, settled } from '../../../tests/support/open-app.ts';
import { savedFile } from '../../../tests/support/saved-file.ts';
import { storeRuns } from '../../../tests/support/stored-runs.ts';
import { watchClipboard } from '../../../tests/support/watch-clipboard.ts';
import { useFreshDatabases } from '../../../tests/fixtures/storage/database-faults.ts';
import { row, type Row } from '../../../tests/e2e/rows.ts';
import SharedBanners from './SharedBanners.svelte';
import { loadRest } from '#app/parts.svelte.ts';
import { onShortcut } from '#app/shortcuts.ts';
import { start } from '#app/start.ts';
import Compare from '#features/compare/Compare.svelte';
import { comparisonOf } from '#features/compare/comparison.svelte.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { isUnsaved } from '#kernel/run/open-run.ts';
import { copyShownLink, downloadRuns, linkWithRuns, LONGEST_LINK } from './copy-link.ts';
import { isOfLinkedComparison, keepUnsaved } from './sharing.svelte.ts';
import ShareDialog from './ShareDialog.svelte';

const BEFORE: Row[] = [
  ...['same', 'r-2', 'r-3', 'r-4', 'r-5'].map((id) => row(id, 'ab', 'ab')),
  row('better', 'x', 'a'),
  row('worse', 'a', 'a'),
];
const AFTER: Row[] = [...BEFORE.slice(0, 5), row('better', 'a', 'a'), row('worse', 'x', 'a')];

/** Compares two datasets on the screen. */
async function compare(app: AppState, a = BEFORE, b = AFTER): Promise<string[]> {
  const ids = await storeRuns(app, { before: a, after: b });
  await comparisonOf(app).open(ids);
  app.router.go('compare', { a: ids[0] ?? '', b: ids[1] ?? '' });
  await eventually(() => expect(app.router.screen).toBe('compare'));
  return ids;
}

const hashOf = (link: string | undefined): string => new URL(link ?? '').hash;

/** Opens the link to the comparison in the page that has it. */
async function follow(app: AppState): Promise<void> {
  location.hash = hashOf(await linkWithRuns(comparisonOf(app).runs));
  await eventually(() => expect(app.library.visiting).toHaveLength(2));
}

/** Opens a link in a browser that has never been here. */
async function visit(hash: string): Promise<AppState> {
  useFreshDatabases();
  history.replaceState(null, '', hash);
  const guest = loadPage();
  await start(guest);
  await settled(guest);
  return guest;
}

const idsIn = ({ library }: AppState): string[] => library.visiting.map(({ record }) => record.id);

describe('a link with the runs of a comparison', () => {
  it('opens on the same figures in a browser that has none of the runs', async ({ app }) => {
    await compare(app);
    const { results, runs } = comparisonOf(app);
    const guest = await visit(hashOf(await linkWithRuns(runs)));
    expect(location.hash).toBe(`#/compare?a=${idsIn(guest).join('&b=')}`);
    expect(guest.router.screen).toBe('compare');
    const comparison = comparisonOf(guest);
    await comparison.open(idsIn(guest));
    expect(comparison.results).toEqual(results);
    expect(comparison.runs.map(({ record }) => record.name)).toEqual(['before', 'after']);
    expect(comparison.runs.map(({ record }) => isUnsaved(record))).toEqual([true, true]);
    // the sample of a first visit, and nothing of the link
    expect(guest.library.list.map(({ sampleId }) => sampleId !== '')).toEqual([true]);
    expect(guest.workspace.isUnsaved).toBe(false);

    // sent on without being kept
    const next = await visit(hashOf(await linkWithRuns(comparison.runs)));
    await comparisonOf(next).open(idsIn(next));
    expect(comparisonOf(next).results).toEqual(results);
  });

  it('leaves what is open and stored as it is, and is kept on demand', async ({ app }) => {
    await compare(app);
    const { results, runs } = comparisonOf(app);
    const link = await linkWithRuns(runs);
    const [before, open] = [app.library.list, runOf(app)];
    const draft = await app.drafts.load();
    app.router.go('runs');
    await eventually(() => expect(app.router.screen).toBe('runs'));
    location.hash = hashOf(link);
    await eventually(() => expect(app.router.screen).toBe('compare'));
    const [a = '', b = ''] = idsIn(app);
    expect([app.router.param('a'), app.router.param('b')]).toEqual([a, b]);
    expect([runOf(app), app.library.list]).toEqual([open, before]);

    const screen = mountWith(app, Compare, {});
    await eventually(() => {
      flushSync();
      expect(screen.element.querySelector('[aria-label="Filters"]')).not.toBeNull();
    });
    const options = [...screen.element.querySelectorAll('.picker option')].map(textOf);
    expect(options.filter((text) => text.startsWith('before'))).toHaveLength(4);
    // what a judge says is stored with a run
    await screen.user.click(screen.screen.getByRole('tab', { name: 'Numbers' }));
    await eventually(() => expect(screen.text()).not.toContain('Judge A vs B'));
    comparisonOf(app).show('regressed');
    flushSync();
    expect(app.router.param('rows')).toBe('regressed');

    // opened in the playground, it takes no place of what was left there
    await app.workspace.openRun(b);
    expect(app.workspace.isUnsaved).toBe(true);
    expect(await app.drafts.load()).toEqual(draft);

    await keepUnsaved(app);
    expect(app.library.visiting).toEqual([]);
    expect(app.library.list).toHaveLength(before.length + 2);
    const kept = ['a', 'b'].map((name) => app.router.param(name));
    expect(kept.map((id) => app.library.find(id)?.name)).toEqual(['before', 'after']);
    expect(runOf(app).record.id).toBe(kept[1]);
    await eventually(() => {
      flushSync();
      expect(comparisonOf(app).runs.map(({ record }) => record.id)).toEqual(kept);
      expect(comparisonOf(app).filter).toBe('regressed');
    });
    expect(comparisonOf(app).results).toEqual(results);
    await screen.user.click(screen.screen.getByRole('tab', { name: 'Numbers' }));
    await eventually(() => expect(screen.text()).toContain('Judge A vs B'));
  });

  it('goes on visiting where there is no room for it', async ({ app }) => {
    await compare(app);
    await follow(app);
    vi.spyOn(app.library, 'keep').mockResolvedValue(undefined);
    await keepUnsaved(app);
    expect(app.library.visiting).toHaveLength(2);
  });

  it('cannot be written where the rows fit no link', async ({ app }) => {
    const noise = Array.from(crypto.getRandomValues(new Uint8Array(LONGEST_LINK)), String).join('');
    await compare(app, BEFORE, [...AFTER, row('long', 'a', 'a', { prompt: noise })]);
    const { runs } = comparisonOf(app);
    expect(await linkWithRuns(runs)).toBeUndefined();
    const otherwise = vi.fn();
    const copied = watchClipboard();
    await copyShownLink(app, otherwise);
    expect([otherwise.mock.calls.length, copied]).toEqual([1, []]);
  });

  it('is what Ctrl S copies on Compare, but not once it is left', async ({ app }) => {
    const ids = await compare(app);
    const show = vi.fn();
    const copied = watchClipboard();
    const press = (): void =>
      onShortcut(new KeyboardEvent('keydown', { key: 's', ctrlKey: true }), app, show);
    // what the key leads to is loaded when it is first pressed, which takes a while on a slow machine
    await loadRest();
    press();
    await eventually(() => expect(copied).toHaveLength(1));
    expect(copied[0]).toBe(await linkWithRuns(comparisonOf(app).runs));
    // the browser reports a step a moment after it
    history.replaceState(null, '', '#/');
    expect(app.router.screen).toBe('compare');
    press();
    await eventually(() => expect(copied).toHaveLength(2));
    const guest = await visit(hashOf(copied[1]));
    expect([guest.workspace.isUnsaved, runOf(guest).record.name]).toEqual([true, 'after']);
    expect(ids).not.toContain(runOf(guest).record.id);
    expect(show).not.toHaveBeenCalled();
  });
});

it('a file with the runs of a comparison adds them to the stored runs, those of a link too', async ({
  app,
}) => {
  await compare(app);
  const { results, runs } = comparisonOf(app);
  const guest = await visit(hashOf(await linkWithRuns(runs)));
  const file = await savedFile(() => downloadRuns(guest, guest.library.visiting));
  expect(file.name).toBe('comparison.backup.gz');
  await openFile(guest, file.name, file.content);
  const stored = guest.library.list.filter(({ sampleId }) => sampleId === '');
  expect(stored.map(({ name }) => name).sort()).toEqual(['after', 'before']);
  expect(stored.some((record) => isUnsaved(record))).toBe(false);
  const idOf = (name: string): string => stored.find((run) => run.name === name)?.id ?? '';
  await comparisonOf(guest).open([idOf('before'), idOf('after')]);
  expect(comparisonOf(guest).results).toEqual(results);
});

it('the banner of what is not saved is about the runs of the comparison, then about the open run', async ({
  app,
}) => {
  await compare(app);
  await follow(app);
  const banners = mountWith(app, SharedBanners, {});
  await eventually(() =>
    expect(banners.text()).toContain(
      '2 runs came from a link and are not saved. They are lost when you close or reload this page.',
    ),
  );
  app.router.go('playground');
  await eventually(() => expect(banners.text()).toBe(''));
  expect(isOfLinkedComparison(app)).toBe(false);
  await app.workspace.openUnsaved(runOf(app));
  await eventually(() =>
    expect(banners.text()).toContain('This run came from a link or a report and is not saved.'),
  );
  await banners.user.click(banners.screen.getByRole('button', { name: 'Keep a copy' }));
  await eventually(() => expect(banners.text()).toBe(''));
  expect(app.workspace.isUnsaved).toBe(false);
  expect(app.library.visiting).toHaveLength(2);
  app.router.go('compare');
  await eventually(() => expect(banners.text()).toContain('2 runs'));
  await banners.user.click(banners.screen.getByRole('button', { name: 'Keep a copy' }));
  await eventually(() => expect(banners.text()).toBe(''));
  expect(app.library.visiting).toEqual([]);
});

describe('the dialog', () => {
  const titles = (element: Element): string[] => {
    flushSync();
    return [...element.querySelectorAll('h3')].map(textOf);
  };

  it('shares the comparison where it is shown, elsewhere the open run', async ({ app }) => {
    await compare(app);
    const { element, screen, user } = mountWith(app, ShareDialog, { open: true });
    const copied = watchClipboard();
    expect(textOf(element.querySelector('h2'))).toBe('Share this comparison');
    const link = await linkWithRuns(comparisonOf(app).runs);
    await eventually(() =>
      expect(titles(element)).toEqual([
        `Link with data 2 runs, 14 rows, ${(link ?? '').length.toLocaleString('en')} characters`,
        'Comparison file .backup.gz',
      ]),
    );
    await user.click(screen.getByRole('button', { name: 'Copy: Link with data' }));
    expect(copied).toEqual([link]);
    // done with
    expect(titles(element)).toEqual([]);
    mountWith(app, ShareDialog, { open: true });
    app.router.go('playground');
    await eventually(() => expect(app.router.screen).toBe('playground'));
    flushSync();
    expect(textOf(element.querySelector('h2'))).toBe('Share “after”');
  });
});
