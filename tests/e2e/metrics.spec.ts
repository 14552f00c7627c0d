import { readFileSync } from 'node:fs';
import type { Locator } from '@playwright/test';
import { expect, test, textFile, type Playground } from './playground.ts';

async function openMetrics(app: Playground): Promise<Locator> {
  await app.page.getByRole('button', { name: 'Metrics', exact: true }).click();
  const drawer = app.page.getByRole('dialog', { name: 'Metrics' });
  await expect(drawer).toBeVisible();
  return drawer;
}

/** Expects the ribbon below the headline, or none, once the drawer is closed. */
async function expectDiffers(app: Playground, isExpected: boolean): Promise<void> {
  const mark = app.page.getByText('Differs from Vertex:', { exact: true });
  await expect(mark.filter({ visible: true })).toHaveCount(isExpected ? 1 : 0);
}

test('computes only the metrics chosen', async ({ app }) => {
  const drawer = await openMetrics(app);
  await drawer.getByRole('checkbox', { name: 'Precision' }).uncheck();
  await drawer.getByRole('checkbox', { name: 'Failure' }).uncheck();
  const tiles = app.tiles.getByRole('button', { name: /: mean/, includeHidden: true });
  await expect(tiles).toHaveCount(6);
  await drawer.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(app.tile('Precision')).toBeHidden();
  await expect(app.tile('Recall')).toBeVisible();
  await expect(app.grid.getByRole('columnheader', { name: 'prec' })).toBeHidden();

  const again = await openMetrics(app);
  await again.getByRole('checkbox', { name: 'Precision' }).check();
  await app.page.keyboard.press('Escape');
  await app.expectMeans({ Precision: '0.69' });
});

test('says so when no metric is chosen', async ({ app }) => {
  const drawer = await openMetrics(app);
  for (const box of await drawer.getByRole('checkbox').all()) await box.uncheck();
  await expect(drawer).toContainText('No metric is chosen');
  await app.page.keyboard.press('Escape');
  await expect(app.tiles.getByRole('button')).toHaveCount(0);
  await expect(app.tiles).toContainText('No metric is chosen');
  await expect(app.grid.getByRole('rowheader').first()).toHaveText('hd-01');
});

test('every metric is explained, with an example that is scored there and then', async ({
  app,
  page,
}) => {
  const reference = page.getByRole('dialog', { name: 'Metric reference' });
  await app.tile('Recall').focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const recall = reference.getByRole('article', { name: 'Recall', exact: true });
  await expect(recall.getByRole('heading')).toBeFocused();
  await expect(recall).toBeInViewport();
  await expect(recall).toContainText('reference calls found in the prediction ÷ reference calls');
  await expect(recall).toContainText('2 ÷ 3 = 0.67');
  await page.keyboard.press('Escape');

  const drawer = await openMetrics(app);
  await drawer.getByRole('button', { name: 'Reference', exact: true }).click();
  await expect(reference.getByRole('article')).toHaveCount(27);
  await reference.getByRole('searchbox').fill('bleu tokenizer');
  await expect(reference.getByRole('article')).toHaveAccessibleName('BLEU');
  await expect(reference).toContainText('= 0.41');
  await reference.getByRole('searchbox').fill('nonsense');
  await expect(reference.getByText('No metric mentions “nonsense”.')).toBeVisible();
});

test('sets of metrics are kept, exported, imported with a word on what is unknown, and copied as code', async ({
  app,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const drawer = await openMetrics(app);
  await drawer.getByRole('checkbox', { name: 'Precision' }).uncheck();
  await drawer.getByRole('textbox', { name: 'Name of the set' }).fill('No precision');
  await drawer.getByRole('button', { name: 'Save', exact: true }).click();
  await drawer.getByRole('checkbox', { name: 'Precision' }).check();
  await drawer.getByRole('button', { name: 'Apply No precision' }).click();
  await expect(drawer.getByRole('checkbox', { name: 'Precision' })).not.toBeChecked();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(drawer.getByRole('checkbox', { name: 'Precision' })).toBeChecked();

  const downloading = page.waitForEvent('download');
  await drawer.getByRole('button', { name: 'Export' }).click();
  const text = readFileSync(await (await downloading).path(), 'utf8');
  const spoilt = text.replace('"trajectory_recall"', '"vibes", "failure", "failure"');
  const chooser = drawer.getByLabel('Import a metric set');
  await chooser.setInputFiles(textFile('team.json', spoilt));
  const problems = drawer.getByRole('alert');
  await expect(problems).toContainText('The metric “vibes” is not known here');
  await expect(problems).toContainText('The metric “failure” is chosen twice');
  await expect(drawer.getByRole('checkbox', { name: 'Recall' })).not.toBeChecked();
  await chooser.setInputFiles(textFile('broken.json', '{'));
  await expect(problems).toContainText('broken.json: This is not JSON');

  for (const [target, part] of [
    ['Vertex AI EvalTask', 'eval_task = EvalTask('],
    ['ADK test_config.json', '"match_type": "EXACT"'],
    ['promptfoo', 'defaultTest:'],
    ['LangChain agentevals', 'create_trajectory_match_evaluator('],
  ] as const) {
    await app.choose('Copy as code', new RegExp(target));
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(part);
  }
});

test('looks for any number of tools, picked or typed', async ({ app }) => {
  const drawer = await openMetrics(app);
  const tools = drawer.getByRole('group', { name: 'Tools to look for' });
  await tools.getByRole('button', { name: /^set_lights/ }).click();
  await expect(tools.getByRole('button', { name: /^set_lights/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await drawer.getByRole('textbox', { name: 'Another tool’s name' }).fill('order_pizza');
  await drawer.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(tools.getByRole('button', { name: /^order_pizza/ })).toBeVisible();
  await app.page.keyboard.press('Escape');
  // 4 of the 15 recorded, not empty predictions make the call; none orders a pizza
  await app.expectMeans({ set_temperature: '0.40', set_lights: '0.27', order_pizza: '0.00' });

  const again = await openMetrics(app);
  await again.getByRole('button', { name: /^set_temperature/ }).click();
  await app.page.keyboard.press('Escape');
  await expect(app.tile('set_temperature')).toBeHidden();
  await expect(app.tile('set_lights')).toBeVisible();
});

test('needs no reference to look for a tool', async ({ app }) => {
  await app.openFile('missing-columns.jsonl');
  await app.expectRows(3);
  const drawer = await openMetrics(app);
  await drawer.getByRole('button', { name: /^renew_card/ }).click();
  await app.page.keyboard.press('Escape');
  await expect(app.tile('renew_card')).toHaveAccessibleName(
    /mean 0\.50, .*2 valid, 1 not evaluated, 0 errors$/,
  );
});

test('counts each call once when asked to, and marks the difference', async ({ app }) => {
  await expectDiffers(app, false);
  const drawer = await openMetrics(app);
  await expect(drawer.getByText('as Vertex', { exact: true })).toBeVisible();
  await drawer.getByText('Each used once').click();
  await expect(drawer.getByText('differs from Vertex', { exact: true })).toBeVisible();
  await expect(drawer.getByText('Differs from Vertex: a, a against a')).toBeVisible();
  await app.page.keyboard.press('Escape');
  // hd-14 calls close_door twice where once was expected: 1 → 2/3
  await app.expectMeans({ 'Exact match': '0.36', Precision: '0.66', Recall: '0.71' });
  await expectDiffers(app, true);
  await app.page.getByRole('searchbox', { name: 'Filter rows by text' }).fill('garage door');
  await app.expectScores('hd-14', ['0', '1', '1', '0.67', '1.00']);

  const again = await openMetrics(app);
  await again.getByText('Each looked up').click();
  await app.page.keyboard.press('Escape');
  await app.expectMeans({ Precision: '0.69' });
  await expectDiffers(app, false);
});

test.describe('empty trajectories', () => {
  // All 18 rows in sight: the table draws no others.
  test.use({ viewport: { width: 1440, height: 1400 } });

  test('scores empty trajectories when asked to', async ({ app }) => {
    const drawer = await openMetrics(app);
    await drawer.getByText('Scored', { exact: true }).click();
    await app.page.keyboard.press('Escape');
    // both sides empty: 1; only the prediction empty: 0, but without calls there is no precision
    await app.expectMeans({
      'Exact match': '0.38',
      'In-order match': '0.50',
      'Any-order match': '0.56',
      Precision: '0.71',
      Recall: '0.69',
    });
    await expect(app.tile('Exact match')).toHaveAccessibleName(/16 valid, 2 not evaluated/);
    await expect(app.tile('Precision')).toHaveAccessibleName(/15 valid, 3 not evaluated/);
    await app.expectScores('hd-11', ['1', '1', '1', '1.00', '1.00']);
    await app.expectScores('hd-16', ['0', '0', '0', '–', '0.00']);
    await app.expectScores('hd-10', ['–', '–', '–', '–', '–']);
    await expectDiffers(app, true);
  });
});

test('keeps settings over a reload', async ({ app }) => {
  const drawer = await openMetrics(app);
  await drawer.getByText('Each used once').click();
  await app.page.keyboard.press('Escape');
  await app.expectMeans({ Precision: '0.66' });
  await app.expectSaved();
  await app.page.reload();
  await app.expectMeans({ Precision: '0.66' });
  await expectDiffers(app, true);
});

test('has no deviation of one row', async ({ app }) => {
  const call = '[{"tool_name": "a", "tool_input": {"x": [1, {"y": null}]}}]';
  const row = `{"id": "s-1", "predicted_trajectory": ${call}, "reference_trajectory": ${call}}`;
  await app.openFile(textFile('single.jsonl', row));
  await app.expectRows(1);
  await expect(app.tile('Exact match')).toHaveAccessibleName(
    /mean 1\.00, standard deviation –.*; 1 valid, 0 not evaluated, 0 errors$/,
  );
});

test('scores responses when asked to, and says why a score is 0', async ({ app }) => {
  const drawer = await openMetrics(app);
  await drawer.getByText('Responses, as the reference service').click();
  for (const name of ['ROUGE-1', 'BLEU']) {
    await drawer.getByRole('checkbox', { name, exact: true }).check();
  }
  await drawer.getByText('Further trajectory metrics').click();
  await drawer.getByRole('checkbox', { name: 'F1', exact: true }).check();
  await app.page.keyboard.press('Escape');
  for (const title of ['ROUGE-1', 'BLEU', 'F1']) await expect(app.tile(title)).toBeVisible();
  await expect(
    app.page.getByRole('grid').getByRole('columnheader', { name: 'BLEU' }),
  ).toBeVisible();
});
