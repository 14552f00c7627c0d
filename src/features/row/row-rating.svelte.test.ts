import { screen } from '@testing-library/dom';
import { expect } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { it, runOf, shownRow } from '../../../tests/support/open-app.ts';
import { mountWith } from '../../../tests/support/mount-with.ts';
import ShownRating from './RowRating.svelte';
import type { AppState } from '#kernel/app.svelte.ts';
import { rateRow } from './rater.ts';

const ratingOf = (app: AppState) => runOf(app).record.ratings?.find(({ row }) => row === 1);

const showRating = async (app: AppState) =>
  mountWith(app, ShownRating, { shown: await shownRow(app, 1) }).user;

const button = (name: string) => screen.getByRole('button', { name });
const isPressed = (name: string) => button(name).getAttribute('aria-pressed') === 'true';

it('thumbs are the ends of the scale from 1 to 5', async ({ app }) => {
  await rateRow(app, runOf(app).record.id, 1, 2);
  const user = await showRating(app);
  expect(isPressed('Rate 2 of 5')).toBe(true);
  await user.click(button('Thumbs up'));
  await eventually(() => expect(isPressed('Rate 5 of 5')).toBe(true));
  expect(isPressed('Thumbs up')).toBe(true);
  expect(isPressed('Rate 2 of 5')).toBe(false);
  await user.click(button('Thumbs down'));
  await eventually(() => expect(isPressed('Rate 1 of 5')).toBe(true));
  await user.click(button('Rate 2 of 5'));
  await eventually(() => expect(isPressed('Rate 2 of 5')).toBe(true));
  expect([isPressed('Thumbs up'), isPressed('Thumbs down')]).toEqual([false, false]);
  expect(ratingOf(app)?.rating).toBe(2);
});

it('a note is taken when its field is left', async ({ app }) => {
  const user = await showRating(app);
  await user.click(screen.getByRole('textbox', { name: 'Note on this row' }));
  await user.keyboard('Number sent as text');
  expect(ratingOf(app)).toBeUndefined();
  await user.tab();
  await eventually(() => expect(ratingOf(app)?.note).toBe('Number sent as text'));
});
