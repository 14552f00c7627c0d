import { gzipSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { receiptOf } from '../../../tests/support/data-pane.ts';
import { fixtureBytes, fixtureText } from '../../../tests/support/format-fixtures.ts';
import { expectFourRows, meansOf } from '../../../tests/support/four-rows.ts';
import {
  it,
  openApp,
  openFile,
  openRows,
  runOf,
  settled,
  shownIds,
} from '../../../tests/support/open-app.ts';

describe('a file of the same four rows', () => {
  it.each([
    ['rows.jsonl', 'JSONL'],
    ['rows-crlf-bom.jsonl', 'JSONL'],
    ['rows.json', 'JSON rows'],
    ['columns-of-lists.json', 'JSON columns'],
    ['columns-of-dicts.json', 'JSON columns'],
    ['rows.csv', 'CSV'],
    ['rows.tsv', 'CSV'],
  ])('%s has the same scores, and nothing of it is skipped', async (name, title) => {
    const app = await openApp();
    await openFile(app, name, fixtureBytes(name));
    await expectFourRows(app);
    expect(receiptOf(app)).toMatch(new RegExp(`^4 rows ${title} Columns`));
    expect(runOf(app).skipped.size).toBe(0);
  });

  it.each([
    ['rows-lenient.json', 'is not strict JSON'],
    ['rows-fenced.md', 'code block'],
    ['rows-split.json', 'split'],
    ['rows-repr.csv', 'strict JSON'],
    ['rows-paste.txt', 'Python'],
    ['rows-table.md', '2 lines around the data ignored.'],
  ])('%s has the same scores, and the receipt says: %s', async (name, sentence) => {
    const app = await openApp();
    await openFile(app, name, fixtureText(name));
    await expectFourRows(app);
    expect(receiptOf(app)).toMatch(/^4 rows/);
    expect(receiptOf(app)).toContain(sentence);
  });

  it('has the same scores as a list on one line', async ({ app }) => {
    await openFile(app, 'flat.json', JSON.stringify(JSON.parse(fixtureText('rows.json'))));
    await expectFourRows(app);
  });

  it('is taken out of a log, whose other lines are counted once, however its rows are read', async ({
    app,
  }) => {
    await openFile(app, 'rows-log.txt', fixtureText('rows-log.txt'));
    await expectFourRows(app);
    const receipt = receiptOf(app);
    expect(receipt).toContain('5 lines');
    expect(receipt).not.toContain('blank');
    await app.workspace.setReading({ droppedTools: ['no_such_tool'] });
    await settled(app);
    await expectFourRows(app);
    expect(receiptOf(app)).toContain('5 lines');
    expect(receiptOf(app)).not.toContain('blank');
  });

  it('is unpacked from gzip, which the receipt says', async ({ app }) => {
    const packed = new Uint8Array(gzipSync(fixtureBytes('rows.jsonl')));
    await openFile(app, 'rows.jsonl.gz', packed);
    await expectFourRows(app);
    expect(receiptOf(app)).toContain('gzip');
  });
});

const CHAT = {
  messages: [
    { role: 'user', content: 'Turn the lamp off' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: 'c1', type: 'function', function: { name: 'set_lamp', arguments: '{"on": false}' } },
      ],
    },
    { role: 'tool', tool_call_id: 'c1', content: 'ok' },
    { role: 'assistant', content: 'Done.' },
  ],
};

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

describe('what a framework wrote', () => {
  it('is one row for a conversation, with its calls and prompt', async ({ app }) => {
    await openFile(app, 'chat.json', JSON.stringify([CHAT]));
    expect(runOf(app).columns.rowCount).toBe(1);
    expect(receiptOf(app)).toMatch(/^1 row Runs of an agent/);
    const { detail } = app.view;
    expect(detail?.prompt).toBe('Turn the lamp off');
    expect(detail?.slots.map(({ prediction }) => prediction?.tool)).toEqual(['set_lamp']);
  });

  it('is read from an ADK evaluation set', async ({ app }) => {
    await openFile(app, 'lamps.evalset.json', JSON.stringify(ADK));
    expect(receiptOf(app)).toMatch(/^1 row .*ADK/);
  });

  it('keeps its lines: what is skipped and what no framework wrote have theirs', async ({
    app,
  }) => {
    const lines = [CHAT, { note: 'nobody speaks' }, CHAT].map((value) => JSON.stringify(value));
    lines.splice(1, 0, '{"messages": [');
    await openFile(app, 'chats.jsonl', lines.join('\n'));
    expect([...runOf(app).columns.lines]).toEqual([1, 3, 4]);
    expect(receiptOf(app)).toContain('Line 2 skipped.');
    const { first } = runOf(app).columns.issues;
    expect(first.flatMap((issue) => ('line' in issue ? [issue.line] : []))).toContain(3);
  });
});

it('is scored the same whatever its size, and has no text for the editor when it is large', async ({
  app,
}) => {
  const first: unknown = JSON.parse(fixtureText('rows.jsonl').split('\n')[0] ?? '');
  const rows = Array.from({ length: 3000 }, (_, row) => ({
    ...(first as object),
    id: `big-${row}`,
  }));
  await openRows(app, rows, 'large.jsonl');
  expect(runOf(app).columns.rowCount).toBe(3000);
  expect(app.workspace.text).toBeNull();
  expect(meansOf(app)['trajectory_exact_match']).toBe(1);
  expect((await shownIds(app)).at(-1)).toBe('big-2999');
});
