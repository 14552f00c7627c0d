import { screen, within } from '@testing-library/dom';
import { expect } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { mountWith } from '../../../tests/support/mount-with.ts';
import { it, runOf, shownRow } from '../../../tests/support/open-app.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { mergeCode, reviewOf, withCodes } from '#core/score/review/review.ts';
import { changeReviews } from './reviewer.ts';
import RowReview from './RowReview.svelte';

const show = async (app: AppState) =>
  mountWith(app, RowReview, {
    shown: await shownRow(app, 1),
  }).user;

const review = (app: AppState) => reviewOf(runOf(app).record.errorAnalysis, 1);
const button = (name: string | RegExp) => screen.getByRole('button', { name });

async function addCodes(app: AppState, ...names: string[]): Promise<void> {
  await changeReviews(app, runOf(app).record.id, (known) =>
    withCodes(
      known,
      names.map((name) => ({ name, description: '' })),
    ),
  );
}

it('marks the call that differs, then the next one, with code, note and the next row', async ({
  app,
}) => {
  const user = await show(app);
  await user.click(button(/^First wrong step/));
  await eventually(() => expect(review(app)).toMatchObject({ step: 2, verdict: 'fail' }));
  await user.click(button(/^The next step/));
  await eventually(() => expect(review(app)?.step).toBe(1));
  expect(button(/^Fail/).getAttribute('aria-pressed')).toBe('true');

  await user.type(screen.getByRole('combobox', { name: 'Code' }), 'wrong-argument{Enter}');
  await eventually(() => expect(review(app)?.code).toBe('wrong-argument'));
  const note = screen.getByRole('textbox', { name: 'Note' });
  await eventually(() => expect(document.activeElement).toBe(note));
  await user.keyboard('Sent as text{Enter}');
  await eventually(() => expect(review(app)?.note).toBe('Sent as text'));
  await eventually(() => expect(app.view.selected).not.toBe(1));
  expect(screen.getByText(/^1 of \d+ failing rows read$/)).toBeTruthy();
});

it('has the codes known, each with a key, and gives more than one', async ({ app }) => {
  await addCodes(app, 'late', 'early', 'wrong tool');
  await changeReviews(app, runOf(app).record.id, (known) => mergeCode(known, 'early', 'late'));
  const user = await show(app);
  const group = screen.getByRole('group', { name: 'Codes' });
  const [late, wrongTool] = within(group).getAllByRole('button');
  expect([late, wrongTool].map((one) => one?.getAttribute('aria-keyshortcuts'))).toEqual([
    '1',
    '2',
  ]);
  await user.click(wrongTool!);
  await user.click(late!);
  await eventually(() =>
    expect(review(app)).toMatchObject({ code: 'wrong tool', furtherCodes: ['late'] }),
  );
  expect(screen.getAllByRole('status')[0]?.textContent).toBe('Fail wrong tool late');
  await user.click(wrongTool!);
  await eventually(() => expect(review(app)).toMatchObject({ code: 'late', verdict: 'fail' }));
  await user.click(button(/^Pass/));
  await eventually(() => expect(screen.queryByRole('group', { name: 'Codes' })).toBeNull());
});

it('takes the code that begins as typed, and with Shift makes one of its own', async ({ app }) => {
  await addCodes(app, 'skips confirmation');
  const user = await show(app);
  const field = screen.getByRole('combobox', { name: 'Code' });
  await user.type(field, 'Skips');
  expect(screen.getByText('Enter: skips confirmation · Shift Enter: a new code')).toBeTruthy();
  await user.keyboard('{Enter}');
  await eventually(() => expect(review(app)?.code).toBe('skips confirmation'));
  await user.type(field, 'skips{Shift>}{Enter}{/Shift}');
  await eventually(() => expect(review(app)?.furtherCodes).toEqual(['skips']));
});

it('passes, fails, is unsure, and takes the review back', async ({ app }) => {
  const user = await show(app);
  for (const verdict of ['unsure', 'fail', 'pass']) {
    await user.click(button(new RegExp(`^${verdict}`, 'i')));
    await eventually(() => expect(review(app)).toMatchObject({ verdict, step: null, code: '' }));
  }
  await user.click(button('Not read'));
  await eventually(() => expect(review(app)).toBeUndefined());
});
