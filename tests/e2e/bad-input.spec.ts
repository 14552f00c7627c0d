import { expect, test, textFile } from './playground.ts';
import { row } from './rows.ts';

test('markup in the data stays text', async ({ app }) => {
  const html = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
  const row = { id: html, prompt: html, [html]: html, predicted_trajectory: [{ tool_name: html }] };
  await app.openFile(textFile('markup.jsonl', JSON.stringify(row)));
  await app.expectRows(1);
  await expect(app.page.getByRole('region', { name: 'Question' })).toContainText(html);
  await app.page.keyboard.press('Enter');
  await expect(app.grid.getByRole('rowheader')).toHaveText(html);
  await app.grid.getByRole('rowheader').dblclick();
  await expect(app.page.getByRole('dialog')).toContainText(html);
  await expect(app.page).toHaveTitle('Trajectory Playground');
  await expect(app.page.locator('img')).toHaveCount(0);
});

test('a long read can be cancelled, and the next file is scored', async ({ app }) => {
  const call = '[{"tool_name": "list_loans", "tool_input": {"overdue": true}}]';
  const line = `{"predicted_trajectory": ${call}, "reference_trajectory": ${call}}\n`;
  // made in the page: 100 MB would take long to get there
  const dataTransfer = await app.page.evaluateHandle((row) => {
    const data = new DataTransfer();
    const part = row.repeat(7000);
    data.items.add(new File(Array<string>(100).fill(part), 'long.jsonl'));
    return data;
  }, line);
  await app.page.dispatchEvent('body', 'drop', { dataTransfer });
  await app.page.getByRole('button', { name: 'Cancel' }).click();
  await expect(app.page.getByRole('button', { name: 'Cancel' })).toBeHidden();
  await expect(app.status).not.toContainText('700,000');
  await app.openFile('binary.png');
  await expect(app.page.getByRole('main').getByText('It is a PNG image.').last()).toBeVisible();
  await expect(app.status).toHaveText('Nothing scored');
  await app.openFile('rows.jsonl');
  await app.expectRows(4);
  await app.expectMeans({ 'Exact match': '0.67' });
});

test('a name that turns the direction of writing leaves the words beside it in their place', async ({
  app,
}) => {
  await app.scoreRows('run\u202egpj', [row('r', 'a', 'a')]);
  await app.page.getByRole('link', { name: 'Runs' }).click();
  const head = app.page.getByRole('rowheader').filter({ hasText: '1 task' }).first();
  // what stands behind the name begins where the name ends
  const gap = await head.evaluate((cell) => {
    const name = cell.querySelector('b');
    const range = document.createRange();
    range.setStartAfter(name as Node);
    range.setEndAfter(cell.lastChild as Node);
    return range.getBoundingClientRect().left - (name as Element).getBoundingClientRect().right;
  });
  expect(gap).toBeGreaterThanOrEqual(0);
});
