import { expect, type Playground } from './playground.ts';

/** A state of the page worth looking at, reached from the scene before it. */
export interface Scene {
  readonly name: string;
  readonly show: (app: Playground) => Promise<void>;
  /** Back to where the next scene begins. */
  readonly leave?: (app: Playground) => Promise<void>;
  /** In the pane with the data, which a narrow window shows instead of the results. */
  readonly isInData?: boolean;
  /** A screen of its own: looked at in full on a phone, too. */
  readonly isScreen?: boolean;
  /** What it changes, as a selector, where the rest of the page is that of the scenes before. */
  readonly part?: string;
  /** What else holds on a phone. */
  readonly expectOnPhone?: (app: Playground) => Promise<void>;
}

/** Closes what is open, the uppermost first. */
export const close = async ({ page }: Playground): Promise<void> => {
  const open = page.locator('dialog:modal, [role=menu]');
  for (let left = await open.count(); left > 0; left--) {
    await page.keyboard.press('Escape');
    await expect(open).toHaveCount(left - 1);
  }
};
export const openTab = ({ page }: Playground, name: string): Promise<void> =>
  page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
export const press = ({ page }: Playground, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();
export const dialogOf = ({ page }: Playground, name: string | RegExp) =>
  page.getByRole('dialog', { name });
/** Shows the pane of a scene in a window that has room for one. */
export async function showPane({ page }: Playground, { isInData }: Scene): Promise<void> {
  await page.waitForFunction((width) => innerWidth === width, page.viewportSize()?.width);
  const screens = page.getByRole('navigation', { name: 'Main' });
  const data = screens.getByRole('link', { name: 'Data', exact: true });
  const isCovered = (await page.locator('dialog:modal, [role=menu]').count()) > 0;
  if (isCovered || !(await data.isVisible())) return;
  if (isInData === true) await data.click();
  // other screens have no data
  else if ((await data.getAttribute('aria-current')) !== null)
    await screens.getByRole('link', { name: 'Results', exact: true }).click();
}
