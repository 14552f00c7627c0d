import { expect } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { mountWith, textOf } from '../../../tests/support/mount-with.ts';
import { it } from '../../../tests/support/open-app.ts';
import Help from './Help.svelte';
import { FIRST_PAGE } from './page.ts';

it('the help shows the pages of docs, leads from one to another and to the keys', async ({
  app,
}) => {
  const props = $state({
    page: FIRST_PAGE,
    onpage: (page: string) => (props.page = page),
    onclose: () => undefined,
  });
  const { user, screen } = mountWith(app, Help as never, props);
  await user.click(screen.getByRole('button', { name: 'May this run be merged?' }));
  const title = screen.getByRole('heading', { level: 3, name: 'May this run be merged?' });
  await eventually(() => expect(document.activeElement).toBe(title));
  expect(screen.getByRole('heading', { level: 4, name: 'How it decides' })).toBeTruthy();

  await user.click(screen.getByRole('button', { name: 'rules of Vertex AI' }));
  const place = await screen.findByRole('heading', { level: 4, name: 'Rows without calls' });
  await eventually(() => expect(document.activeElement).toBe(place));
  const outside = screen.getByRole('link', { name: 'Gen AI evaluation service' });
  expect(outside.getAttribute('rel')).toBe('noopener noreferrer');

  await user.click(screen.getByRole('tab', { name: 'Keyboard' }));
  expect(screen.getByText('Next failure')).toBeTruthy();
  await user.click(screen.getByRole('tab', { name: 'Questions' }));
  expect(screen.getByRole('heading', { level: 4, name: 'Twelve words' })).toBeTruthy();
});

it('the help goes to the row of a metric', async ({ app }) => {
  const nothing = () => undefined;
  mountWith(app, Help as never, { page: 'metrics#bleu', onpage: nothing, onclose: nothing });
  await eventually(() => expect(textOf(document.activeElement)).toMatch(/^bleu\s*brevity penalty/));
});
