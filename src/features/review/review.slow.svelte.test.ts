import { screen, within } from '@testing-library/dom';
import { expect, vi } from 'vitest';
import { withMark, type RowReview } from '#core/score/review/review.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { mountWith } from '../../../tests/support/mount-with.ts';
import { it, runOf } from '../../../tests/support/open-app.ts';
import { changeReviews } from './reviewer.ts';
import Errors from './Review.svelte';

const on = { onchoose: vi.fn(), onrow: vi.fn() };

const mark = (row: number, code: string, more: Partial<RowReview> = {}): RowReview => ({
  ...{ row, id: `hd-${String(row + 1).padStart(2, '0')}`, step: 0, steps: 3 },
  ...{ tool: 'set_temperature', code, note: 'June 9 became June 6' },
  ...more,
});
const MARKS = [
  ...[mark(1, 'wrong-date'), mark(3, 'wrong-argument'), mark(4, 'late')],
  mark(5, '', { step: null, tool: '' }),
];

async function show(app: AppState, marks: readonly RowReview[] = MARKS) {
  await changeReviews(app, runOf(app).record.id, (known) => marks.reduce(withMark, known));
  return mountWith(app, Errors, {
    get run() {
      return runOf(app);
    },
    ...on,
  }).user;
}

const analysisOf = (app: AppState) => runOf(app).record.errorAnalysis;
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const part = (name: string) => screen.getByRole('region', { name });

it('offers MAST and the first row while nothing has been read', async ({ app }) => {
  const user = await show(app, []);
  await user.click(button('Read first row'));
  expect(on.onrow).toHaveBeenCalledOnce();
  await user.click(button('Begin with MAST'));
  await eventually(() => expect(analysisOf(app)?.codes).toHaveLength(14));
  expect(part('Codebook').textContent).toContain('14 codes');
});

it('merges codes, splits them off, renames and describes them', async ({ app }) => {
  const user = await show(app);
  const book = part('Codebook');
  await user.click(within(book).getByRole('button', { name: 'wrong-date' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Merge into' }), 'wrong-argument');
  await eventually(() => expect(button('Split off wrong-date')).toBeTruthy());
  expect(screen.getByText(/is the first error in 2 of 4 rows read/)).toBeTruthy();
  const field = screen.getByRole('textbox', { name: 'Name' });
  await user.clear(field);
  await user.type(field, 'late{Tab}');
  expect(screen.getByText(/Another code has this name/)).toBeTruthy();
  await user.clear(field);
  await user.type(field, 'wrong-value{Tab}');
  await eventually(() =>
    expect(analysisOf(app)?.codes.map(({ name, into }) => [name, into])).toEqual([
      ['wrong-date', 'wrong-value'],
      ['wrong-value', undefined],
      ['late', undefined],
    ]),
  );
  await user.click(button('Split off wrong-date'));
  await eventually(() => expect(analysisOf(app)?.codes[0]?.into).toBeUndefined());
});

it('lists the rows read, opens one, and makes a filter of a code', async ({ app }) => {
  const user = await show(app);
  const rows = part('Rows read');
  expect(within(rows).getAllByRole('row')).toHaveLength(5);
  await user.click(within(rows).getByRole('button', { name: 'Open hd-04' }));
  expect(on.onrow).toHaveBeenCalledWith(3);
  await user.click(within(part('Codebook')).getByRole('button', { name: 'late' }));
  await eventually(() => expect(within(rows).getAllByRole('row')).toHaveLength(2));
  await user.click(button('Make a filter'));
  expect(app.view.filters).toEqual([{ kind: 'code', code: 'late' }]);
  expect(on.onchoose).toHaveBeenCalledOnce();
});
