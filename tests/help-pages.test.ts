import { expect, it } from 'vitest';
import { PAGES, placeOf, placesOf, readLink } from '#features/help/page.ts';
import { readPage } from '../scripts/document-pages.ts';

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
