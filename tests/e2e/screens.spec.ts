import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { layoutFaults, useFont, type TestFont } from './layout.ts';
import { expect, test, type Playground } from './playground.ts';
import { showPane, type Scene } from './scene.ts';
import { SCENES } from './scenes.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'best-practice'];
/** What a narrow window may change of a scene that has been looked at in a wide one. */
const LAYOUT_RULES = ['scrollable-region-focusable'];
const WIDE = { width: 1280, height: 800 };
/** A screen of 1280 × 1024 px at 400 % and at 200 %, a phone, a tablet upright and turned. */
const SIZES = [
  [320, 256],
  [360, 740],
  [640, 512],
  [768, 1024],
  [1024, 768],
] as const;
const PHONE = 360;
const FONTS = ['wide', 'narrow'] as const;
/** Widths between a phone and a screen, which npm run endurance tries. */
const BETWEEN = [640, 768];
/** Of narrow letters one width: what holds wide ones holds them too, as a rule. */
const isUsual = (width: number, font: TestFont): boolean =>
  font === 'wide' ? !BETWEEN.includes(width) : width === PHONE;

// ten layouts and four analyses a scene: only a test that fails takes this long
test.describe.configure({ timeout: 600_000 });

test.afterEach(async ({ page }) => {
  await useFont(page);
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(WIDE);
});

/** What axe finds in a part of the page, or in the dialog that covers it, by these rules or by all. */
async function violations(
  page: Page,
  part = 'html',
  rules: readonly string[] = [],
): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(axe.source);
  const runOnly: axe.RunOptions['runOnly'] =
    rules.length > 0 ? { type: 'rule', values: [...rules] } : { type: 'tag', values: TAGS };
  return page.evaluate(
    async ([only, selector]) => {
      const analyse = (window as unknown as { axe: typeof axe }).axe;
      // what lies below a dialog is dead; of a menu axe takes what it covers for its background
      const above = [...document.querySelectorAll('dialog:modal, [role=menu]')].at(-1);
      const found = await analyse.run(above ?? document.querySelector(selector) ?? document, {
        runOnly: only,
        resultTypes: ['violations'],
        iframes: false,
      });
      return found.violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id} ${target.join()} ${failureSummary ?? ''}`),
      );
    },
    [runOnly, part] as const,
  );
}

async function expectScene(app: Playground, scene: Scene, isInFull: boolean): Promise<void> {
  const { page } = app;
  expect.soft(await violations(page, scene.part), `${scene.name}, light`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect
    .soft(await violations(page, scene.part, ['color-contrast']), `${scene.name}, dark`)
    .toEqual([]);
  await page.emulateMedia({ colorScheme: null });
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await showPane(app, scene);
    for (const font of FONTS) {
      if (!isInFull && !isUsual(width, font)) continue;
      await useFont(page, font);
      const faults = await layoutFaults(page);
      expect.soft(faults, `${scene.name}, ${String(width)} px, ${font} letters`).toEqual([]);
      if (width !== PHONE || (font === 'narrow' && !isInFull)) continue;
      await scene.expectOnPhone?.(app);
      const rules = isInFull || (scene.isScreen && font === 'wide') ? [] : LAYOUT_RULES;
      for (const colorScheme of isInFull ? (['light', 'dark'] as const) : [null]) {
        await page.emulateMedia({ colorScheme });
        const where = `${scene.name}, ${String(width)} px, ${font} letters, ${colorScheme ?? 'light'}`;
        expect.soft(await violations(page, scene.part, rules), where).toEqual([]);
      }
      await page.emulateMedia({ colorScheme: null });
    }
  }
  await useFont(page);
  await page.setViewportSize(WIDE);
}

for (const [group, scenes] of Object.entries(SCENES)) {
  for (const isInFull of [false, true]) {
    const title = `hold with any letters at any width, without an axe violation: ${group}`;
    const how = isInFull ? ', each width with each font' : '';
    test(title + how, { tag: isInFull ? '@long' : [] }, async ({ app, page }) => {
      await page.setViewportSize(WIDE);
      for (const scene of scenes) {
        await test.step(scene.name, async () => {
          await scene.show(app);
          await expectScene(app, scene, isInFull);
          await scene.leave?.(app);
        });
      }
    });
  }
}
