import { expect, fixtureText, test, textFile } from './playground.ts';

const call = (id: string, name: string, args: object) => ({
  ...{ id, type: 'function' },
  function: { name, arguments: JSON.stringify(args) },
});

const CHAT = [
  {
    id: 'chat-1',
    messages: [
      { role: 'user', content: 'Turn the lamp off' },
      {
        role: 'assistant',
        tool_calls: [call('c1', 'home.set_lamp', { on: false }), call('c2', 'final_answer', {})],
      },
      { role: 'user', content: 'And on again' },
      { role: 'assistant', tool_calls: [call('c3', 'home.set_lamp', { on: true })] },
    ],
  },
];

const record = (nr: number) => ({
  nr,
  work: {
    journal: [{ tool: 'look_up', args: { nr } }],
    plan: [{ tool: 'look_up', args: { nr: 1 } }],
  },
});

test('lets a person say how a file is read: its rows, its columns, its lists @main', async ({
  app,
}) => {
  const { page } = app;
  const columns = page.getByRole('region', { name: 'Columns' });
  await app.openFile(textFile('chat.json', JSON.stringify(CHAT)));
  await app.expectRows(2);
  await app.showData();
  await page.getByRole('tab', { name: 'Columns' }).click();
  await columns.getByText('Row per conversation').click();
  await app.expectRows(1);
  await columns.getByRole('checkbox', { name: 'final_answer' }).click();
  await expect(columns).toContainText('home.set_lamp → home.set_lamp');
  await page.getByRole('link', { name: /^Runs/ }).click();
  await expect(page.getByRole('main')).toContainText(
    'standard rules, one row per conversation, final_answer left out',
  );
  await page.getByRole('link', { name: 'Results', exact: true }).click();
  await page.getByRole('tab', { name: 'Text' }).click();

  // of two columns with calls none is taken without being asked
  const text = fixtureText('rows.jsonl').replaceAll(
    '"reference_trajectory"',
    '"drafted": [{"tool_name": "renew_card", "tool_input": {}}], "wanted"',
  );
  await app.openFile(textFile('renamed.jsonl', text));
  await app.expectRows(4);
  await expect(app.headline).toHaveText('Two columns may hold the expected calls. Which one does?');
  await expect(page.getByRole('combobox', { name: 'What wanted is' })).toHaveValue(
    'reference_trajectory',
  );
  await page.keyboard.press('Enter');
  await app.expectMeans({ 'Exact match': '0.67' });
  await app.showData();
  await expect(app.receipt).not.toContainText('not found');

  const journal = JSON.stringify({ cases: [1, 2].map(record) }, null, 1);
  await app.openFile(textFile('journal.json', journal));
  await page.getByRole('radio', { name: /^Say where the calls are/ }).check();
  await page.getByRole('button', { name: /^Choose/ }).click();
  await expect(columns).toContainText('2 lists · 2 calls');
  const sideOf = (list: string) =>
    columns.getByRole('radiogroup', { name: `cases[].work.${list} is` });
  await sideOf('journal').getByText('Called').click();
  await app.expectRows(2);
  await sideOf('plan').getByText('Expected').click();
  await app.expectMeans({ 'Exact match': '0.50' });
});
