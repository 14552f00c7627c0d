import { screen } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { openApp, runOf } from '../../../tests/support/open-app.ts';
import { mountWith } from '../../../tests/support/mount-with.ts';
import MetricTiles from './MetricTiles.svelte';

it('a tile says its mean, its deviation and the rows it stands on', async () => {
  const app = await openApp();
  mountWith(app, MetricTiles, { run: runOf(app), onreference: () => undefined });
  const [exact] = screen.getAllByRole('button', { name: /^Exact match: mean/ });
  expect(exact?.getAttribute('aria-label') ?? exact?.textContent).toMatch(
    /mean 0\.38, standard deviation .*16 scored, 2 not scored, 0 errors/,
  );
});

it('without metrics there are no tiles, and it is said why', async () => {
  const app = await openApp();
  await app.workspace.setSettings({ ...app.workspace.settings, metrics: [] });
  mountWith(app, MetricTiles, { run: runOf(app), onreference: () => undefined });
  expect(screen.queryAllByRole('button')).toEqual([]);
  expect(screen.getByText(/^No metrics selected/)).toBeTruthy();
});
