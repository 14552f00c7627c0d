import { expect, test, textFile } from './playground.ts';

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

test('lets a person choose how conversations are read, and takes it again', async ({ app }) => {
  await app.openFile(textFile('chat.json', JSON.stringify(CHAT)));
  await app.expectRows(2);
  await app.page.getByRole('tab', { name: 'Columns' }).click();
  const columns = app.page.getByRole('region', { name: 'Columns' });
  await columns.getByText('Row per conversation').click();
  await app.expectRows(1);
  await expect(columns).toContainText('home.set_lamp → final_answer → home.set_lamp');
  await columns.getByRole('checkbox', { name: 'final_answer' }).click();
  await expect(columns).toContainText('left out');
  await expect(columns).toContainText('home.set_lamp → home.set_lamp');

  await app.page.getByRole('link', { name: /^Runs/ }).click();
  await expect(app.page.getByRole('main')).toContainText(
    'as Vertex, one row per conversation, final_answer left out',
  );
  await app.page.getByRole('link', { name: 'Playground', exact: true }).click();
  await app.openFile(textFile('again.json', JSON.stringify([...CHAT, ...CHAT])));
  await app.expectRows(2);
  await app.page.getByRole('tab', { name: 'Text' }).click();
  await expect(app.receipt).toContainText('Read like the last file with these columns.');
  await app.expectSaved();
  await app.page.reload();
  await app.expectRows(2);
});

test('joins the calls of a run that stand in a row each, until a person says otherwise', async ({
  app,
}) => {
  const table = [
    'case_id,step,tool_name,tool_input,expected_tools',
    '1,2,book,"{""id"": 3}",search|book',
    '1,1,search,"{""q"": ""a""}",search|book',
    '2,1,search,"{""q"": ""b""}",book',
  ];
  await app.openFile(textFile('calls.csv', `${table.join('\n')}\n`));
  await app.expectRows(2);
  await app.page.getByRole('tab', { name: 'Columns' }).click();
  const columns = app.page.getByRole('region', { name: 'Columns' });
  await expect(columns).toContainText('search → book');
  await columns.getByText('As they are', { exact: true }).click();
  await app.expectRows(3);
});

test('says why columns were taken, converts units and renames tools', async ({ app }) => {
  const rows = [1, 2].map((id) => ({
    ...{ id, question: 'Lamp?', latency_ms: id * 1000, passed: id === 1 },
    my_log: [{ tool_name: 'mcp__home__set_lamp', tool_input: { id } }],
    expected_log: [{ tool_name: 'set_lamp', tool_input: { id } }],
  }));
  const text = rows.map((row) => JSON.stringify(row)).join('\n');
  await app.openFile(textFile('log.jsonl', text));
  await app.expectRows(2);
  await app.expectMeans({ 'Exact match': '0.00', Latency: '1.50 s', Failure: '0.50' });
  await app.page.getByRole('tab', { name: 'Columns' }).click();
  const columns = app.page.getByRole('region', { name: 'Columns' });
  await expect(columns).toContainText('2 of the first 2 cells hold calls');
  await expect(columns).toContainText('by its name, which is usual for this');
  await columns.getByRole('button', { name: 'Rename 1 tool' }).click();
  await app.expectMeans({ 'Exact match': '1.00' });
  await columns.getByRole('button', { name: 'Undo' }).click();
  await app.expectMeans({ 'Exact match': '0.00' });
  await columns
    .getByRole('radiogroup', { name: 'Unit of latency_ms' })
    .getByText('seconds', { exact: true })
    .click();
  await app.expectMeans({ Latency: '1500.00 s' });
});

test('asks which lists of an unknown shape are the calls, and takes the choice again', async ({
  app,
}) => {
  const record = (nr: number) => ({
    nr,
    work: {
      journal: [{ tool: 'look_up', args: { nr } }],
      plan: [{ tool: 'look_up', args: { nr: 1 } }],
    },
  });
  const file = (...numbers: number[]) =>
    textFile('journal.json', JSON.stringify({ cases: numbers.map(record) }, null, 1));
  const { page } = app;
  await app.openFile(file(1, 2));
  await app.receipt.getByRole('button', { name: 'Look for lists of calls' }).click();
  const columns = page.getByRole('region', { name: 'Columns' });
  await expect(columns).toContainText('2 lists · 2 calls');
  const sideOf = (list: string) =>
    columns.getByRole('radiogroup', { name: `cases[].work.${list} is` });
  await sideOf('journal').getByText('Prediction').click();
  await app.expectRows(2);
  await sideOf('plan').getByText('Reference').click();
  await app.expectMeans({ 'Exact match': '0.50' });
  await app.openFile(file(1, 2, 3));
  await app.expectRows(3);
  await app.expectMeans({ 'Exact match': '0.33' });
});
