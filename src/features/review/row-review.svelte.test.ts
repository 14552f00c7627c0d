import { screen, within } from '@testing-library/dom';
import { expect } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { mountWith } from '../../../tests/support/mount-with.ts';
import { it, runOf, shownRow } from '../../../tests/support/open-app.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { markOf, mergeCode, withCodes } from '#core/score/review/review.ts';
import { changeReviews } from './reviewer.ts';
import FirstWrongStep from './RowReview.svelte';

const show = async (app: AppState) =>
  mountWith(app, FirstWrongStep, { shown: await shownRow(app, 1) }).user;

const mark = (app: AppState) => markOf(runOf(app).record.errorAnalysis, 1);
const button = (name: string | RegExp) => screen.getByRole('button', { name });

it('marks the call that differs, then the next one, with code, note and the next row', async ({
  app,
}) => {
  const user = await show(app);
  await user.click(button(/^Mark first wrong step/));
  await eventually(() => expect(mark(app)?.step).toBe(2));
  await user.click(button(/^Mark the next step/));
  await eventually(() => expect(mark(app)?.step).toBe(1));
  expect(screen.getByRole('status').textContent).toContain('First wrong step');

  await user.type(screen.getByRole('combobox', { name: 'Code' }), 'wrong-argument{Enter}');
  await eventually(() => expect(mark(app)?.code).toBe('wrong-argument'));
  const note = screen.getByRole('textbox', { name: 'Note' });
  await eventually(() => expect(document.activeElement).toBe(note));
  await user.keyboard('Sent as text{Enter}');
  await eventually(() => expect(mark(app)?.note).toBe('Sent as text'));
  await eventually(() => expect(app.view.selected).not.toBe(1));
  expect(screen.getByText(/^1 of \d+ failing rows read$/)).toBeTruthy();
});

it('offers the codes known for a step that has none, each with a key', async ({ app }) => {
  const user = await show(app);
  await user.click(button(/^Mark first wrong step/));
  await eventually(() => expect(mark(app)).toBeDefined());
  expect(screen.queryByRole('group', { name: 'Codes known' })).toBeNull();
  await changeReviews(app, runOf(app).record.id, (known) =>
    mergeCode(
      withCodes(
        known,
        ['late', 'early', 'wrong tool'].map((name) => ({ name, description: '' })),
      ),
      'early',
      'late',
    ),
  );
  const group = await screen.findByRole('group', { name: 'Codes known' });
  const offered = within(group).getAllByRole('button');
  expect(offered.map((one) => one.getAttribute('aria-keyshortcuts'))).toEqual(['1', '2']);
  expect(offered[1]?.textContent).toContain('wrong tool');
  await user.click(offered[1]!);
  await eventually(() => expect(mark(app)?.code).toBe('wrong tool'));
  expect(screen.queryByRole('group', { name: 'Codes known' })).toBeNull();
  const note = screen.getByRole('textbox', { name: 'Note' });
  await eventually(() => expect(document.activeElement).toBe(note));
  expect(screen.getByRole('status').textContent).toContain('wrong tool');
});

it('takes a step by its number, and one that there is not for a slip', async ({ app }) => {
  const user = await show(app);
  await user.click(button(/^Mark first wrong step/));
  const field = await screen.findByRole('spinbutton', { name: 'Step that went wrong first' });
  await user.clear(field);
  await user.type(field, '1');
  await user.tab();
  await eventually(() => expect(mark(app)?.step).toBe(0));
  await user.clear(field);
  await user.type(field, '9');
  await user.tab();
  await eventually(() => expect((field as HTMLInputElement).value).toBe('1'));
  expect(mark(app)?.step).toBe(0);
});

it('says that nothing is wrong, and takes it back', async ({ app }) => {
  const user = await show(app);
  await user.click(button(/^Nothing wrong/));
  await eventually(() => expect(mark(app)).toMatchObject({ step: null, code: '' }));
  await user.click(button(/^Nothing wrong/));
  await eventually(() => expect(mark(app)).toBeUndefined());
});
