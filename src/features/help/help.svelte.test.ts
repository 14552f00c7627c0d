import { expect } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { mountWith, textOf } from '../../../tests/support/mount-with.ts';
import { it } from '../../../tests/support/open-app.ts';
import { readPage } from '../../../scripts/document-pages.ts';
import Help from './Help.svelte';
import { FIRST_PAGE, PAGES, placeOf, placesOf, readLink } from './page.ts';

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

it('every link of a page leads to a place of the help, into the web, or to a file beside it', () => {
  const ids = new Map(
    PAGES.map((page) => [page.id, placesOf(page).map((name) => placeOf([name]))]),
  );
  expect(ids.size).toBeGreaterThan(15);
  const links = PAGES.flatMap((page) =>
    [...JSON.stringify(page).matchAll(/"to":"([^"]+)"/g)].map(([, to]) => [page.id, to!] as const),
  );
  expect(links.length).toBeGreaterThan(60);
  for (const [id, to] of links) {
    const link = readLink(id, to);
    if (link === undefined)
      expect(to).toMatch(/^(examples\/[\w-]+\.(jsonl|json|csv)|[\w.]+\.schema\.json)$/);
    else if ('page' in link) {
      const [page = '', place] = link.page.split('#');
      expect([...ids.keys()]).toContain(page);
      if (place !== undefined) expect(ids.get(page)).toContain(place);
    }
  }
});

it('a page is read as what it says, and what cannot be drawn is an error', () => {
  const { title, blocks } = readPage(
    'a',
    '# A & B\n\nOne `x < 1` and **two _three_**.\n\n![p](p.png)\n',
  );
  expect(title).toBe('A & B');
  expect(blocks).toEqual([
    {
      kind: 'paragraph',
      parts: [
        'One ',
        { as: 'code', parts: ['x < 1'] },
        ' and ',
        { as: 'strong', parts: ['two ', { as: 'em', parts: ['three'] }] },
        '.',
      ],
    },
  ]);
  expect(() => readPage('a', 'no title')).toThrow('a.md does not begin with its title');
  expect(() => readPage('a', '# A\n\n<b>x</b>')).toThrow('cannot draw html');
});
