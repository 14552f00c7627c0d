import { gzipSync } from 'node:zlib';
import { writeParquet } from '../support/parquet.ts';
import { expect, fixtureText, test, textFile } from './playground.ts';

/** The four rows of the fixtures, as people have them; each gives the same means. */
const FILES = [
  'rows-lenient.json',
  'rows-fenced.md',
  'rows-split.json',
  'rows-repr.csv',
  'rows-backslash.csv',
  'rows-paste.txt',
  'rows-table.md',
] as const;

for (const name of FILES) {
  test(`reads ${name} and says what it did`, async ({ app }) => {
    await app.openFile(textFile(name, fixtureText(name)));
    await app.expectRows(4);
    await app.expectMeans({ 'Exact match': '0.50', Recall: '0.75' });
  });
}

test('unpacks gzip', async ({ app }) => {
  const buffer = gzipSync(fixtureText('rows.jsonl'));
  await app.openFile({ name: 'rows.jsonl.gz', mimeType: 'application/gzip', buffer });
  await app.expectRows(4);
  await app.expectMeans({ 'Exact match': '0.50' });
});

const CHAT = [
  {
    messages: [
      { role: 'user', content: 'Turn the lamp off' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: 'c1',
            type: 'function',
            function: { name: 'set_lamp', arguments: '{"on": false}' },
          },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'ok' },
      { role: 'assistant', content: 'Done.' },
    ],
  },
];

test('reads chat messages as what an agent did', async ({ app }) => {
  await app.openFile(textFile('chat.json', JSON.stringify(CHAT)));
  await app.expectRows(1);
  await expect(app.receipt).toContainText('OpenAI');
  await app.page.locator('[role=grid] [role=row]').nth(1).click();
  await expect(app.panel).toContainText('set_lamp');
  await expect(app.panel).toContainText('Turn the lamp off');
});

test('jumps from what a conversation needed to its line', async ({ app }) => {
  const unread = { note: 'nobody speaks' };
  const lines = [...CHAT, unread, ...CHAT].map((value) => JSON.stringify(value));
  await app.openFile(
    textFile('chats.jsonl', [lines[0], '{"messages": [', ...lines.slice(1)].join('\n')),
  );
  await app.expectRows(2);
  await app.page.getByRole('row').nth(2).click();
  await app.receipt.getByRole('button', { name: 'Fix line 3' }).click();
  const selected = await app.editor.evaluate((area) => {
    const field = area as HTMLTextAreaElement;
    return field.value.slice(field.selectionStart, field.selectionEnd);
  });
  expect(selected).toBe(lines[1]);
  await expect(app.receipt).toContainText('Line 2 skipped.');
});

const ADK = {
  eval_set_id: 'lamps',
  eval_cases: [
    {
      eval_id: 'case-1',
      conversation: [
        {
          invocation_id: 'i1',
          user_content: { role: 'user', parts: [{ text: 'Turn the lamp off' }] },
          final_response: { role: 'model', parts: [{ text: 'Done.' }] },
          intermediate_data: {
            tool_uses: [{ id: null, name: 'set_lamp', args: { on: false } }],
            intermediate_responses: [],
          },
        },
      ],
    },
  ],
};

test('reads an ADK evaluation set', async ({ app }) => {
  await app.openFile(textFile('lamps.evalset.json', JSON.stringify(ADK)));
  await app.expectRows(1);
  await expect(app.receipt).toContainText('ADK');
});

test('reads Parquet, whose code comes when it is needed', async ({ app }) => {
  const call = (room: string) => JSON.stringify([{ tool_name: 'set_lamp', tool_input: { room } }]);
  const buffer = writeParquet(
    ['id', 'prompt', 'predicted_trajectory', 'reference_trajectory'],
    [
      ['p-1', 'Hall, “please”', call('hall'), call('hall')],
      ['p-2', 'Küche', call('küche'), call('attic')],
      ['p-3', 'Nothing to do', '[]', ''],
    ],
  );
  await app.openFile({ name: 'rows.parquet', mimeType: '', buffer });
  await app.expectRows(3);
  await app.expectMeans({ 'Exact match': '0.50' });
  await app.expectIds(['p-1', 'p-2', 'p-3']);
  await expect(app.receipt).toContainText('The rows were read from Parquet.');
  await app.expectSaved();
  await app.page.reload();
  await app.expectRows(3);

  await app.openFile({ name: 'cut.parquet', mimeType: '', buffer: buffer.subarray(0, -20) });
  await expect(app.receipt).toContainText(/broken or cut off|cannot|could not/);
});
