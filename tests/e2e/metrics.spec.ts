import type { Locator } from '@playwright/test';
import { expect, test, type Playground } from './playground.ts';

async function openMetrics(app: Playground): Promise<Locator> {
  await app.page.getByRole('button', { name: 'Metrics', exact: true }).click();
  const drawer = app.page.getByRole('dialog', { name: 'Metrics' });
  await expect(drawer).toBeVisible();
  return drawer;
}

test('metrics, tools and options are chosen in the drawer, and each metric is explained', async ({
  app,
  page,
}) => {
  const rules = page.getByTitle(/^Rules:/).filter({ visible: true });
  await expect(rules).toHaveCount(0);
  const drawer = await openMetrics(app);
  await drawer.getByRole('checkbox', { name: 'Precision' }).uncheck();
  await drawer.getByText('Response metrics (Vertex AI)').click();
  await drawer.getByRole('checkbox', { name: 'BLEU', exact: true }).check();
  for (const tool of ['set_lights', 'order_pizza']) {
    await drawer.getByRole('combobox', { name: 'Tool name' }).fill(tool);
    await page.keyboard.press('Enter');
    await expect(drawer.getByRole('button', { name: `Remove ${tool}` })).toBeVisible();
  }
  await drawer.getByRole('tab', { name: 'Matching' }).click();
  await drawer.getByText('Vertex AI service', { exact: true }).click();
  await drawer.getByRole('button', { name: 'Close', exact: true }).click();
  await app.expectMeans({ 'Exact match': '0.36', Recall: '0.71', order_pizza: '0.00' });
  await expect(app.tile('Exact match')).toHaveAccessibleName(/14 scored, 4 left out/);
  await expect(app.tile('Precision')).toBeHidden();
  await expect(app.tile('BLEU')).toBeVisible();
  await expect(rules).toHaveCount(1);
  await app.expectSaved();
  await page.reload();
  await app.expectMeans({ 'Exact match': '0.36' });
  await expect(rules).toHaveCount(1);
  // they lead to what counts as equal
  await page.getByRole('button', { name: 'Vertex AI service', exact: true }).click();
  await expect(drawer.getByRole('tab', { name: 'Matching' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await expect(drawer.getByRole('tabpanel', { name: 'Matching' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Use standard rules' }).click();
  await app.expectMeans({ 'Exact match': '0.38' });
  await expect(rules).toHaveCount(0);

  const help = page.getByRole('dialog', { name: 'Help' });
  await (
    await openMetrics(app)
  )
    .getByRole('button', { name: 'What they mean', exact: true })
    .click();
  await expect(help.getByRole('heading', { name: 'Trajectories' })).toBeFocused();
  await help.getByRole('button', { name: 'All questions' }).click();
  await help.getByRole('button', { name: 'May this run be merged?' }).click();
  await expect(help.getByRole('heading', { name: 'May this run be merged?' })).toBeFocused();
});

test('metrics are copied as code', async ({ app, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openMetrics(app);
  await app.choose('Sets', 'Copy as Vertex AI code');
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain('eval_task = EvalTask(');
});
