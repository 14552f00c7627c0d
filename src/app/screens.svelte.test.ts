import { expect } from 'vitest';
import { eventually } from '../../tests/support/eventually.ts';
import { mountWith } from '../../tests/support/mount-with.ts';
import { it } from '../../tests/support/open-app.ts';
import Screens from './Screens.svelte';

it('a short message goes with the screen that it came on', async ({ app }) => {
  const screens = mountWith(app, Screens, { overlay: '', isReport: false });
  app.notices.toast('Copied.');
  // by itself it would stay
  app.notices.isHeld = true;
  expect(screens.text()).toContain('Copied.');
  app.router.go('runs');
  await eventually(() => expect(app.router.screen).toBe('runs'));
  await eventually(() => expect(screens.text()).not.toContain('Copied.'));
});
