import { describe, expect, it, vi } from 'vitest';
import { SAMPLES } from '#samples/registry.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { mountWith } from '../../../tests/support/mount-with.ts';
import {
  openApp,
  openOtherTab,
  openRows,
  runOf,
  settled,
} from '../../../tests/support/open-app.ts';
import { THREE_ROWS } from '../../../tests/e2e/rows.ts';
import { resultsOf } from '#features/results/results-view.svelte.ts';
import FirstVisit from './FirstVisit.svelte';
import { firstVisitOf } from './first-visit.svelte.ts';

describe('the first visit', () => {
  it('lasts while samples are looked at, and is back with the next one', async () => {
    const app = await openApp();
    const visit = firstVisitOf(app);
    expect(visit.isShown).toBe(true);
    await app.workspace.openSample(SAMPLES[1]!);
    await settled(app);
    expect(visit.isShown).toBe(true);
    app.router.go('runs');
    await eventually(() => expect(visit.isShown).toBe(false));
    app.router.go('playground');
    await eventually(() => expect(visit.isShown).toBe(true));
    await openRows(app, THREE_ROWS);
    await eventually(() => expect(visit.isShown).toBe(false));
    await app.workspace.openSample(SAMPLES[0]!);
    await settled(app);
    expect(visit.isShown).toBe(true);
    app.workspace.edit('{"id": "own", "called": [], "expected": []}');
    expect(visit.isShown).toBe(false);
  });

  it('stays for who opens a run that somebody sent', async () => {
    const app = await openApp();
    const visit = firstVisitOf(app);
    const sample = runOf(app);
    await app.workspace.openUnsaved({ ...sample, record: { ...sample.record, sampleId: '' } });
    await eventually(() => expect(visit.isShown).toBe(false));
    await app.workspace.openRun(sample.record.id);
    await eventually(() => expect(visit.isShown).toBe(true));
  });

  it.each<[string, (app: Awaited<ReturnType<typeof openApp>>) => void]>([
    ['a filter', (app) => void app.view.setFilters([{ kind: 'agent-failed' }])],
    ['another tab', (app) => void (resultsOf(app).tab = 'causes')],
    ['the data on a phone', (app) => void (resultsOf(app).isDataShown = true)],
    ['more of the sample', (app) => firstVisitOf(app).end()],
  ])('is over for good where somebody wants %s', async (_, want) => {
    const app = await openApp();
    mountWith(app, FirstVisit, {});
    expect(firstVisitOf(app).isShown).toBe(true);
    want(app);
    await eventually(() => expect(firstVisitOf(app).isShown).toBe(false));
    const again = await openOtherTab();
    expect(firstVisitOf(again).isShown).toBe(false);
  });

  it('leads to files, a folder, an address and the clipboard', async () => {
    const app = await openApp();
    const { screen, user } = mountWith(app, FirstVisit, {});
    const input = document.createElement('input');
    input.type = 'file';
    const click = vi.spyOn(input, 'click').mockReturnValue();
    document.body.append(input);
    await user.click(screen.getByRole('button', { name: 'Folder…' }));
    expect([click.mock.calls.length, input.webkitdirectory]).toEqual([1, true]);
    await user.click(screen.getByRole('button', { name: 'Open a file…' }));
    expect([click.mock.calls.length, input.webkitdirectory]).toEqual([2, false]);
    input.remove();
    await user.click(screen.getByRole('button', { name: 'Link…' }));
    expect(resultsOf(app).drawers.address).toBe(true);
    const readText = vi.fn(() => Promise.resolve('{"id": "own", "called": [], "expected": []}'));
    vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({ readText } as never);
    await user.click(screen.getByRole('button', { name: /^Paste your rows here/ }));
    await eventually(() => expect(app.workspace.sampleId).toBe(''));
  });
});
