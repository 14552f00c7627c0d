import { screen } from '@testing-library/dom';
import { expect } from 'vitest';
import { linkToData } from './data-link.ts';
import { it } from '../../../tests/support/open-app.ts';
import { mountWith } from '../../../tests/support/mount-with.ts';
import AddressDialog from './AddressDialog.svelte';

it('an address becomes a link to be reviewed, or is refused with a reason', async ({ app }) => {
  const { user } = mountWith(app, AddressDialog, { open: true });
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Address of a dataset' });
  const dialog = document.querySelector('dialog')!;
  const before = location.hash;
  for (const [address, why] of [
    ['rows.jsonl', 'Enter an address such as'],
    ['http://example.org/rows.jsonl', 'over HTTPS only'],
  ] as const) {
    await user.clear(field);
    await user.type(field, `${address}{Enter}`);
    expect(dialog.textContent).toContain(why);
    expect([dialog.open, location.hash]).toEqual([true, before]);
  }
  await user.clear(field);
  expect(dialog.textContent).not.toContain('over HTTPS only');
  const address = 'https://example.org/rows.jsonl?a=%20&b=1#c';
  await user.type(field, ` ${address} {Enter}`);
  expect(location.hash).toBe(linkToData(address));
  expect(dialog.open).toBe(false);
});
