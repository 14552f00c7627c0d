import { screen, within } from '@testing-library/dom';
import { createRawSnippet } from 'svelte';
import { expect, vi } from 'vitest';
import { withReview, type RowReview } from '#core/score/review/review.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { mountWith } from '../../../tests/support/mount-with.ts';
import { it, openRows, runOf } from '../../../tests/support/open-app.ts';
import { changeReviews } from './reviewer.ts';
import Review from './Review.svelte';

const onchoose = vi.fn();
const row = createRawSnippet(() => ({ render: () => '<p>The row</p>' }));

const review = (at: number, code: string, more: Partial<RowReview> = {}): RowReview => ({
  ...{ row: at, id: `hd-${String(at + 1).padStart(2, '0')}`, step: 0, steps: 3 },
  ...{ tool: 'set_temperature', code, note: 'June 9 became June 6' },
  ...more,
});
const REVIEWS = [
  ...[review(1, 'wrong-date'), review(3, 'wrong-argument'), review(4, 'late')],
  review(5, '', { step: null, tool: '' }),
];

async function show(app: AppState, reviews: readonly RowReview[] = REVIEWS) {
  await changeReviews(app, runOf(app).record.id, (known) => reviews.reduce(withReview, known));
  return mountWith(app, Review, {
    get run() {
      return runOf(app);
    },
    onchoose,
    row,
  }).user;
}

const reviewsOf = (app: AppState) => runOf(app).record.errorAnalysis;
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const part = (name: string) => screen.getByRole('region', { name });

it('begins with a failing row that nobody has read, and offers MAST', async ({ app }) => {
  const user = await show(app, []);
  await eventually(() => expect(app.view.selected).toBeGreaterThan(0));
  expect(screen.getByText(/^0 of \d+ failing rows read$/)).toBeTruthy();
  app.view.select(0);
  await user.click(button('Start from known failures'));
  await eventually(() => expect(reviewsOf(app)?.codes).toHaveLength(14));
  expect(app.view.selected).toBe(0);
  await eventually(() => expect(within(part('Codebook')).getAllByRole('row')).toHaveLength(15));
});

it('merges codes, splits them off, renames and describes them', async ({ app }) => {
  const user = await show(app);
  const book = part('Codebook');
  await user.click(within(book).getByRole('button', { name: 'wrong-date' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Merge into' }), 'wrong-argument');
  await eventually(() => expect(button('Split off wrong-date')).toBeTruthy());
  expect(
    within(book).getByRole('row', { name: /^wrong-argument 2 of 4 50 %, 15–85 %$/ }),
  ).toBeTruthy();
  const field = screen.getByRole('textbox', { name: 'Name' });
  await user.clear(field);
  await user.type(field, 'late{Tab}');
  expect(screen.getByText(/Another code has this name/)).toBeTruthy();
  await user.clear(field);
  await user.type(field, 'wrong-value{Tab}');
  await eventually(() =>
    expect(reviewsOf(app)?.codes.map(({ name, into }) => [name, into])).toEqual([
      ['wrong-date', 'wrong-value'],
      ['wrong-value', undefined],
      ['late', undefined],
    ]),
  );
  await user.click(button('Split off wrong-date'));
  await eventually(() => expect(reviewsOf(app)?.codes[0]?.into).toBeUndefined());
});

it('lists the rows read, goes to one, and makes a filter of a code', async ({ app }) => {
  const user = await show(app);
  const rows = screen.getByRole('list', { name: 'Last rows read' });
  expect(within(rows).getAllByRole('listitem')).toHaveLength(4);
  await user.click(within(rows).getByTitle('hd-04: June 9 became June 6'));
  expect(app.view.selected).toBe(3);
  await user.click(within(part('Codebook')).getByRole('button', { name: 'late' }));
  await user.click(button('Show rows'));
  expect(app.view.filters).toEqual([{ kind: 'code', code: 'late' }]);
  await eventually(() => expect(onchoose).toHaveBeenCalledOnce());
});

it('says how far metrics agree once there are twenty verdicts', async ({ app }) => {
  const call = { tool_name: 'a', tool_input: {} };
  const rows = Array.from({ length: 24 }, (_, at) => ({
    ...{ id: `r${at}`, reference_trajectory: [call] },
    predicted_trajectory: at % 2 === 0 ? [call] : [],
  }));
  await openRows(app, rows);
  const some = (count: number) =>
    Array.from({ length: count }, (_, at) =>
      review(at, at % 3 === 0 ? '' : 'late', { step: null }),
    );
  const user = await show(app, some(4));
  await user.click(screen.getByText('Agreement with you'));
  await screen.findByText(/^4 rows with your pass or fail/);
  await changeReviews(app, runOf(app).record.id, (known) => some(20).reduce(withReview, known));
  const table = await screen.findByRole('table', { name: 'Agreement with you' });
  const exact = within(table).getByRole('row', { name: /^Exact match/ });
  // of 13 rows that fail it fails 7, of 7 others 3; of all rows it fails half
  const cells = within(exact)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
  expect(cells).toEqual(['0.10', '54 %', '43 %', '65 %']);
});
