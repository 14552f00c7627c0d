import { screen } from '@testing-library/dom';
import { expect, it, vi } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
import { DEFAULT_SETTINGS } from '#core/score/metrics/registry.ts';
import { printMetricSet } from '#core/score/metric-sets/metric-set.ts';
import { openApp } from '../../../../tests/support/open-app.ts';
import { savedFile } from '../../../../tests/support/saved-file.ts';
import { mountWith } from '../../../../tests/support/mount-with.ts';
import MetricSets from './MetricSets.svelte';

const OTHER = { ...DEFAULT_SETTINGS, metrics: ['failure'] };

async function showSets() {
  const app = await openApp();
  const onapply = vi.fn();
  const { user } = mountWith(app, MetricSets, { settings: DEFAULT_SETTINGS, onapply });
  await user.click(screen.getByRole('button', { name: 'Sets' }));
  await user.click(screen.getByRole('menuitem', { name: 'Save, import or delete sets…' }));
  const input = document.querySelector<HTMLInputElement>('[aria-label="Import a metric set"]')!;
  return { app, user, onapply, input };
}

const fileOf = (name: string, text: string): File =>
  new window.File([text], name, { type: 'application/json' });

it('a set is saved under a name, applied, deleted, and brought back', async () => {
  const { app, user, onapply } = await showSets();
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  expect(save.disabled).toBe(true);
  await user.type(screen.getByRole('textbox', { name: 'Name of the set' }), ' Mine {Enter}');
  expect(app.notices.toasts.at(-1)?.text).toBe('Saved the set “Mine”.');
  await user.click(screen.getByRole('button', { name: 'Sets' }));
  await user.click(screen.getByRole('menuitem', { name: /^Mine/ }));
  expect(onapply).toHaveBeenLastCalledWith(DEFAULT_SETTINGS);
  await user.click(screen.getByRole('button', { name: 'Delete Mine' }));
  expect(screen.queryByRole('button', { name: 'Delete Mine' })).toBeNull();
  app.notices.toasts.at(-1)?.action?.run();
  expect(await screen.findByRole('button', { name: 'Delete Mine' })).toBeTruthy();
});

it('a set that the browser refuses to store is said to be gone with the page', async () => {
  const { app, user } = await showSets();
  const set = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError');
  });
  await user.type(screen.getByRole('textbox', { name: 'Name of the set' }), 'Lost{Enter}');
  set.mockRestore();
  expect(app.notices.toasts.at(-1)?.text).toBe(
    'Saved the set “Lost”. The browser refused to store it: export it, or it is lost when the page closes.',
  );
});

it('a set from a file is applied as far as it is understood, with a word on the rest', async () => {
  const { user, onapply, input } = await showSets();
  const text = printMetricSet({ name: 'team', settings: OTHER });
  await user.upload(
    input,
    fileOf('team.json', text.replace('"failure"', '"vibes", "failure", "failure"')),
  );
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The metric “vibes” is not known here');
  expect(alert.textContent).toContain('The metric “failure” is listed twice');
  expect(onapply).toHaveBeenCalledWith(expect.objectContaining({ metrics: ['failure'] }));
  expect(screen.getByRole('button', { name: 'Delete team' })).toBeTruthy();
  await user.upload(input, fileOf('broken.json', '{'));
  await eventually(() => expect(alert.textContent).toContain('broken.json: This is not JSON'));
  expect(onapply).toHaveBeenCalledOnce();
});

it('a set is exported', async () => {
  const { user } = await showSets();
  const file = await savedFile(() => user.click(screen.getByRole('button', { name: 'Export' })));
  expect(file.name).toBe('metrics-metric-set.json');
  expect(file.text).toBe(printMetricSet({ name: 'Metrics', settings: DEFAULT_SETTINGS }));
});

it('evaluation code is imported as well, with a word on what could not be taken', async () => {
  const { app, user, input } = await showSets();
  const useCode = vi.fn();
  app.workspace.useCode = useCode;
  await user.upload(input, fileOf('task.py', 'EvalTask(metrics=["bleu", vibes])'));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe(
    'task.py: Line 1: vibes is left out: this code does not define it.',
  );
  expect(useCode).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ count: 1 }));
});
