import type { Page } from '@playwright/test';
import type { JudgeServer } from './judge-server.ts';
import { downloadRows, expect, fillField, textFile, type Playground } from './playground.ts';

/** The key that must be found nowhere. */
export const CANARY = 'sk-canary-0123456789abcdef';
/** The metric judged by. */
export const COLUMN = 'goal_success(gpt-4.1-mini)';

/** The drawer of the judge. */
export const drawerOf = (page: Page) => page.getByRole('dialog', { name: 'Judge' });

/** Rows with these prompts, all with the same response. */
export function rowsOf(prompts: readonly string[]): string {
  const rows = prompts.map((prompt, index) => ({
    id: `j-${String(index)}`,
    prompt,
    response: 'Done.',
    predicted_trajectory: [{ tool_name: 'act', tool_input: { index } }],
  }));
  return rows.map((row) => JSON.stringify(row)).join('\n');
}

/** Opens the drawer. */
export async function openDrawer(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Metrics', exact: true }).click();
  await page.getByRole('button', { name: 'Judge…', exact: true }).click();
  await expect(drawerOf(page)).toBeVisible();
}

/** Opens rows, chooses the judge on loopback, and switches the network on. */
export async function setUp(
  app: Playground,
  judge: JudgeServer,
  prompts: readonly string[],
): Promise<void> {
  const { page } = app;
  await app.openFile(textFile('judged.jsonl', rowsOf(prompts)));
  await app.expectRows(prompts.length);
  await app.justLook();
  await openDrawer(page);
  const drawer = drawerOf(page);
  await drawer.getByLabel('Provider').selectOption('openai');
  await setField(page, 'Address', judge.url);
  await drawer.getByLabel('Template', { exact: true }).selectOption('goal_success');
  await drawer.getByRole('button', { name: 'Turn the network on' }).click();
  await expect(page.getByRole('button', { name: /^Network on/ })).toBeVisible();
  await app.expectRows(prompts.length);
  await expect(drawerOf(page)).toBeVisible();
  await drawer.getByLabel('Key, if needed').fill(CANARY);
}

/** Enters a value in the drawer. */
export const setField = (page: Page, label: string, value: string) =>
  fillField(drawerOf(page), label, value);

/** Enters limits and pace. */
export async function setLimits(
  page: Page,
  fields: Readonly<Record<string, string>>,
): Promise<void> {
  await drawerOf(page).getByText('Limits, rate and prices').click();
  for (const [label, value] of Object.entries(fields)) await setField(page, label, value);
}

/** Judges all rows; gives how it ended. */
export async function judgeAll(page: Page, rows: number): Promise<string> {
  const drawer = drawerOf(page);
  await drawer.getByRole('button', { name: `Judge ${rows.toLocaleString('en')} rows` }).click();
  const status = drawer.locator('.foot').getByRole('status');
  let ended = '';
  await expect
    .poll(async () => (ended = (await status.textContent()) ?? ''), { timeout: 60_000 })
    .toContain('rows judged with');
  return ended;
}

/** A row of results. */
export type Result = Readonly<Record<string, string | number | null>>;

/** Downloads the open run’s results. */
export async function results(app: Playground): Promise<readonly Result[]> {
  await app.page.keyboard.press('Escape');
  return downloadRows(app);
}
