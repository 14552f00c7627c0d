import { describe, expect, it } from 'vitest';
import type { AppState } from '#kernel/app.svelte.ts';
import { SAMPLES } from '#samples/registry.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { mountWith, type Mounted } from '../../../tests/support/mount-with.ts';
import {
  openApp,
  openOtherTab,
  openRows,
  runOf,
  settled,
} from '../../../tests/support/open-app.ts';
import { THREE_ROWS } from '../../../tests/e2e/rows.ts';
import SampleLine from './SampleLine.svelte';

describe('the line above the sample', () => {
  let formats = 0;
  const mountLine = (app: AppState): Mounted => {
    return mountWith(app, SampleLine, { onformat: () => void formats++ });
  };
  const LINE = { name: 'About the sample' };

  it('says what it is, and is gone for good after data of one’s own', async () => {
    const app = await openApp();
    const banners = mountLine(app);
    const line = await banners.screen.findByRole('complementary', LINE);
    expect(line.textContent).toContain('This is sample data');
    await banners.user.click(banners.screen.getByRole('button', { name: 'see the format' }));
    expect(formats).toBe(1);
    app.router.go('runs');
    await eventually(() => expect(banners.screen.queryByRole('complementary', LINE)).toBeNull());
    app.router.go('playground');
    await banners.screen.findByRole('complementary', LINE);
    await openRows(app, THREE_ROWS);
    await eventually(() => expect(banners.screen.queryByRole('complementary', LINE)).toBeNull());
    await app.workspace.openSample(SAMPLES[0]!);
    await settled(app);
    expect(banners.screen.queryByRole('complementary', LINE)).toBeNull();
  });

  it('stays for who opens a run that somebody sent', async () => {
    const app = await openApp();
    const banners = mountLine(app);
    const sample = runOf(app);
    await app.workspace.openUnsaved(sample);
    await eventually(() => expect(banners.screen.queryByRole('complementary', LINE)).toBeNull());
    await app.workspace.openRun(sample.record.id);
    await banners.screen.findByRole('complementary', LINE);
  });

  it('is hidden for good', async () => {
    const app = await openApp();
    const banners = mountLine(app);
    const hide = await banners.screen.findByRole('button', { name: 'Hide this line' });
    await banners.user.click(hide);
    await eventually(() => expect(banners.screen.queryByRole('complementary', LINE)).toBeNull());
    const again = mountLine(await openOtherTab());
    expect(again.screen.queryByRole('complementary', LINE)).toBeNull();
  });
});
