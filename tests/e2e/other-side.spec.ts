import { expect, test, textFile } from './playground.ts';

const lamp = (room: string) => [{ tool_name: 'set_lamp', tool_input: { room } }];
const lines = (rows: readonly object[]): string =>
  rows.map((row) => JSON.stringify(row)).join('\n');

const PREDICTIONS = lines([
  { case_id: 'a', question: 'Hall?', actual_tool_calls: lamp('hall'), note: 'mine' },
  { case_id: 'b', question: 'Attic?', actual_tool_calls: lamp('attic') },
  { case_id: 'c', question: 'Cellar?', actual_tool_calls: lamp('cellar') },
]);

const cell = (calls: object): string => `"${JSON.stringify(calls).replaceAll('"', '""')}"`;
const REFERENCES = [
  'case_id,query,expected_tool_calls,note',
  `b,Attic?,${cell(lamp('attic'))},theirs`,
  `a,Hall?,${cell(lamp('kitchen'))},theirs`,
  `x,Garden?,${cell(lamp('garden'))},theirs`,
].join('\n');

test('asks for the references, or is given both files at once, and scores them as one', async ({
  app,
}) => {
  const { page } = app;
  const calls = textFile('calls.jsonl', PREDICTIONS);
  const expected = textFile('expected.csv', REFERENCES);

  await app.openFile(expected, calls);
  const offer = page.getByRole('dialog', { name: 'Add the agent’s calls' });
  await expect(offer).toContainText('“expected” and “calls.jsonl”');
  await offer.getByRole('button', { name: 'Open them separately' }).click();
  await expect(page.getByLabel('Dataset title')).toHaveValue('calls');
  await app.expectRows(3);

  await page.getByRole('radio', { name: /^Add a file with the expected calls/ }).check();
  await page.getByRole('button', { name: /^Choose a file/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Add the expected calls' });
  const file = dialog.getByLabel('File with the expected calls');
  await file.setInputFiles(textFile('notes.csv', 'city,price\nParis,2\n'));
  await expect(dialog.getByRole('alert')).toHaveText(
    '“notes.csv” has no calls. Columns found: city, price.',
  );
  const status = dialog.getByRole('status', { name: 'Pairing' });
  await file.setInputFiles(textFile('others.csv', REFERENCES.replaceAll(/^(\w),\w+/gm, 'q$1,?$1')));
  await expect(status).toContainText('No row is paired with “others.csv”.');
  await expect(dialog.getByRole('radio', { checked: true })).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Use 0 pairs' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Another file' }).click();
  await file.setInputFiles(expected);
  await expect(status).toContainText('2 of 3 called and 3 expected rows paired by id (case_id).');
  await expect(status).toContainText('1 row without expected calls.');
  await expect(dialog).toContainText('a · Hall?');
  await dialog.getByText('Order: 3').click();
  await expect(status).toContainText('3 of 3 called and 3 expected rows paired by order.');
  await dialog.getByText('Id: 2').click();
  await dialog.getByRole('button', { name: 'Use 2 pairs' }).click();

  await app.expectRows(4);
  await app.expectMeans({ 'Exact match': '0.50' });
  await app.showData();
  await expect(app.receipt).toContainText('2 rows paired with “expected.csv” by id (case_id).');
  await page.getByRole('link', { name: /^Runs/ }).click();
  await expect(page.getByRole('main')).toContainText('two files paired by id');
});
