import { readFileSync } from 'node:fs';
import { openScreen, SCREENS, textsOf } from '../../scripts/picture-screens.mjs';
import { expect, test } from './app.ts';

const TEXTS = JSON.parse(
  readFileSync(new URL('../../docs/pictures/texts.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, readonly string[]>>;

test('there is a picture of each screen', () => {
  expect(Object.keys(TEXTS)).toEqual(Object.keys(SCREENS));
});

for (const [name, screen] of Object.entries(SCREENS))
  test(`the picture “${name}” shows what its screen says; npm run pictures takes it anew`, async ({
    browser,
    baseURL,
  }) => {
    const part = await openScreen(browser, baseURL ?? '', screen);
    expect(await textsOf(part)).toEqual(TEXTS[name]);
    await part.page().close();
  });
