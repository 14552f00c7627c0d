import { describe, expect } from 'vitest';
import type { Candidate } from '#core/read/adapters/candidates.ts';
import { mountColumns, receiptOf } from '../../../tests/support/data-pane.ts';
import { meansOf } from '../../../tests/support/four-rows.ts';
import {
  it,
  openFile,
  openRows,
  reopenApp,
  runOf,
  settled,
} from '../../../tests/support/open-app.ts';
import { until } from '../../../tests/support/until.svelte.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { openQuestion } from './open-question.ts';

const rowCount = (app: AppState): number => runOf(app).columns.rowCount;

const call = (id: string, name: string, args: object) => ({
  ...{ id, type: 'function' },
  function: { name, arguments: JSON.stringify(args) },
});

const CHAT = {
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
};

/** What the Columns tab says. */
async function columnsText(app: AppState): Promise<string> {
  const columns = await mountColumns(app);
  const text = columns.text();
  columns.close();
  return text;
}

/** Clicks the checkbox, radio button or button of that label in the Columns tab. */
async function choose(app: AppState, label: string, within?: string): Promise<void> {
  const columns = await mountColumns(app);
  const group = within
    ? columns.element.querySelector(`[role=radiogroup][aria-label=${JSON.stringify(within)}]`)
    : columns.element;
  const found = [...(group?.querySelectorAll<HTMLElement>('button, label') ?? [])].filter(
    (element) => element.textContent.trim().startsWith(label),
  );
  expect(found).toHaveLength(1);
  const before = app.workspace.run;
  found[0]?.click();
  await until(() => app.workspace.run !== before);
  await settled(app);
  columns.close();
}

describe('conversations', () => {
  it('are read like the last file with the same columns, also after a reload', async ({ app }) => {
    await openFile(app, 'chat.json', JSON.stringify([CHAT]));
    await app.workspace.setReading({ turns: 'conversation', droppedTools: ['final_answer'] });
    await settled(app);
    await openFile(app, 'again.json', JSON.stringify([CHAT, CHAT]));
    expect(rowCount(app)).toBe(2);
    expect(receiptOf(app)).toContain('Read like the last file with these columns.');
    expect(app.workspace.reading).toMatchObject({ turns: 'conversation' });
    const again = await reopenApp();
    expect(rowCount(again)).toBe(2);
    await openFile(again, 'third.json', JSON.stringify([CHAT]));
    expect(rowCount(again)).toBe(1);
  });

  it('have no other choices where there is none to make', async ({ app }) => {
    expect(await columnsText(app)).not.toContain('How it is read');
  });
});

const TABLE = [
  'case_id,step,tool_name,tool_input,expected_tools',
  '1,2,book,"{""id"": 3}",search|book',
  '1,1,search,"{""q"": ""a""}",search|book',
  '2,1,search,"{""q"": ""b""}",book',
];

it('a table with a call in each row has a row per run, its calls in their order, until a person says otherwise', async ({
  app,
}) => {
  await openFile(app, 'calls.csv', `${TABLE.join('\n')}\n`);
  expect(rowCount(app)).toBe(2);
  expect(await columnsText(app)).toContain('search → book');
  await choose(app, 'As they are');
  expect(rowCount(app)).toBe(3);
  await choose(app, 'Row per run');
  expect(rowCount(app)).toBe(2);
});

describe('columns of other names', () => {
  const ROWS = [1, 2].map((id) => ({
    ...{ id, question: 'Lamp?', latency_ms: id * 1000, passed: id === 1 },
    my_log: [{ tool_name: 'mcp__home__set_lamp', tool_input: { id } }],
    expected_log: [{ tool_name: 'set_lamp', tool_input: { id } }],
  }));

  it('are taken for what they hold, and the page says why', async ({ app }) => {
    await openRows(app, ROWS);
    expect(meansOf(app)).toMatchObject({
      trajectory_exact_match: 0,
      latency_in_seconds: 1.5,
      failure: 0.5,
    });
    const columns = await columnsText(app);
    expect(columns).toContain('2 of the first 2 cells have calls');
    expect(columns).toContain('matched by its usual name');
  });

  it('have tools whose names meet once they are renamed, and no longer once that is undone', async ({
    app,
  }) => {
    await openRows(app, ROWS);
    await choose(app, 'Rename 1 tool');
    expect(meansOf(app)['trajectory_exact_match']).toBe(1);
    expect(await columnsText(app)).toContain('Renamed: mcp__home__set_lamp → set_lamp.');
    await choose(app, 'Undo');
    expect(meansOf(app)['trajectory_exact_match']).toBe(0);
  });

  it('are in the unit that a person says', async ({ app }) => {
    await openRows(app, ROWS);
    await choose(app, 'seconds', 'Unit of latency_ms');
    expect(meansOf(app)['latency_in_seconds']).toBe(1500);
  });
});

describe('a file of an unknown shape', () => {
  const record = (nr: number) => ({
    nr,
    work: {
      note: 'n',
      journal: [{ tool: 'look_up', args: { nr } }],
      plan: [{ tool: 'look_up', args: { nr: 1 } }],
    },
  });
  const journal = (...numbers: number[]): string =>
    JSON.stringify({ cases: numbers.map(record) }, null, 1);
  const listNamed = (lists: readonly Candidate[], name: string) =>
    lists.find(({ path }) => path.endsWith(name))?.segments;

  it('is read by the lists that a person takes for calls, and files like it after that', async ({
    app,
  }) => {
    await openFile(app, 'journal.json', journal(1, 2));
    expect(meansOf(app)['trajectory_exact_match']).toBeNull();
    expect(openQuestion(runOf(app))).toEqual({ kind: 'calls' });
    const lists = await app.pool.ask('findLists', { blob: app.workspace.source!.blob, name: '' });
    expect(lists.map(({ path, lists, calls }) => [path, lists, calls])).toEqual([
      ['[].cases[].work.journal', 2, 2],
      ['[].cases[].work.plan', 2, 2],
    ]);
    const predicted = listNamed(lists, 'journal')!;
    const reference = listNamed(lists, 'plan')!;
    await app.workspace.setReading({ lists: { predicted } });
    await settled(app);
    expect(rowCount(app)).toBe(2);
    await app.workspace.setReading({ lists: { predicted, reference } });
    await settled(app);
    expect(meansOf(app)['trajectory_exact_match']).toBe(0.5);
    await openFile(app, 'more.json', journal(1, 2, 3));
    expect(rowCount(app)).toBe(3);
    expect(meansOf(app)['trajectory_exact_match']).toBeCloseTo(1 / 3);
  });
});
