import type { Page } from '@playwright/test';
import type { AgentServer } from './agent-server.ts';
import { downloadRows, expect, fillField, textFile, type Playground } from './playground.ts';

/** The value of the agent’s secret header. */
export const CANARY = 'canary-4f81c02b77aa';

/** The drawer that runs an agent. */
export const drawerOf = (page: Page) => page.getByRole('dialog', { name: 'Run an agent' });

/** Rows with these prompts; the agent on loopback does what each expects. */
export function rowsOf(prompts: readonly string[]): string {
  const rows = prompts.map((prompt, index) => ({
    id: `a-${String(index)}`,
    prompt,
    reference_trajectory: [{ tool_name: 'set_device', tool_input: { about: prompt } }],
  }));
  return rows.map((row) => JSON.stringify(row)).join('\n');
}

/** Opens the drawer. */
export async function openDrawer(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Run an agent…' }).click();
  await expect(drawerOf(page)).toBeVisible();
}

/** Enters a value in the drawer. */
export const setField = (page: Page, label: string, value: string) =>
  fillField(drawerOf(page), label, value);

/** Enters the value of the secret header. */
export async function setSecret(page: Page): Promise<void> {
  await setField(page, 'Value of header 1', CANARY);
}

/** Opens rows, describes the agent on loopback, and switches the network on. */
export async function setUp(
  app: Playground,
  agent: AgentServer,
  prompts: readonly string[],
  path = '/chat',
): Promise<void> {
  const { page } = app;
  await app.openFile(textFile('asked.jsonl', rowsOf(prompts)));
  await app.expectRows(prompts.length);
  await expect(page.getByText('Saved locally')).toBeVisible();
  await openDrawer(page);
  await setField(page, 'Address', `${agent.url}${path}`);
  await drawerOf(page).getByRole('button', { name: 'Add a header' }).click();
  await setField(page, 'Name of header 1', 'x-agent-key');
  await drawerOf(page).getByRole('button', { name: 'Turn the network on' }).click();
  await expect(page.getByRole('button', { name: /^Network on/ })).toBeVisible();
  await app.expectRows(prompts.length);
  await expect(drawerOf(page)).toBeVisible();
  await setSecret(page);
}

/** Presses a button of the drawer. */
export const run = (page: Page, name: RegExp) =>
  drawerOf(page).getByRole('button', { name }).click();

/** A row of results. */
export type Result = Readonly<Record<string, unknown>>;

/** Downloads the open run’s results. */
export const results = (app: Playground) => downloadRows<Result>(app);
