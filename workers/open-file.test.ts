import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '#core/score/metrics/registry.ts';
import { inspectFile, openRun } from './open-file.ts';

const CHAT = JSON.stringify([
  { role: 'user', content: 'Lock up' },
  {
    role: 'assistant',
    tool_calls: [{ id: '1', type: 'function', function: { name: 'lock', arguments: '{}' } }],
  },
]);

const inspect = (text: string | Uint8Array<ArrayBuffer>, name = '') =>
  inspectFile({ file: new Blob([text]), name, chosen: {}, reading: {} });

describe('inspectFile', () => {
  it('recognises in a code block whatever it recognises without, and keeps the lines', async () => {
    const found = await inspect(`The log:\n\n\`\`\`json\n${CHAT}\n\`\`\`\n`);
    expect(found).toMatchObject({
      kind: 'dataset',
      format: { id: 'frameworks', title: 'Runs of an agent' },
      notes: [{ code: 'file_converted', from: 'fence', facts: { fromLine: 4, ignoredLines: 1 } }],
    });
    const converted = found.kind === 'dataset' ? found.converted : null;
    expect(await converted?.text()).toBe(`\n\n\n${CHAT}\n`);
  });

  it('reads a block that ends beyond the beginning of the file', async () => {
    const rows = Array.from(
      { length: 4000 },
      (_, i) => `{"id":"${i}","prompt":"${'x'.repeat(20)}"}`,
    );
    const found = await inspect(`Rows:\n\`\`\`\n${rows.join('\n')}\n\`\`\`\nThat was all.\n`);
    expect(found).toMatchObject({ kind: 'dataset', reading: 'lines', format: { id: 'jsonl' } });
    const converted = found.kind === 'dataset' ? found.converted : null;
    expect((await converted?.text())?.trimEnd().split('\n')).toHaveLength(rows.length + 2);
  });

  it('leaves code blocks in the cells of a table alone', async () => {
    const table = 'id,prompt,response\n1,hi,"see\n```json\n[{""a"": 1}]\n```\n"\n';
    const found = await inspect(table);
    expect(found).toMatchObject({ kind: 'dataset', format: { id: 'csv' }, converted: null });
  });
});

describe('openRun', () => {
  const open = async (text: string, mostBytes: number) => {
    const scoring = { settings: DEFAULT_SETTINGS, mostBytes };
    const found = await openRun({
      file: new Blob([text]),
      name: '',
      chosen: {},
      reading: {},
      scoring,
    });
    if (!('parts' in found.file)) throw new TypeError(found.file.kind);
    return { ...found, parts: found.file.parts };
  };
  const filler = 'x'.repeat(1000);
  const ids = Array.from({ length: 2000 }, (_, at) => `r${String(at)}`);
  const lines = ids.map((id) => `{"id":"${id}","note":"${filler}","predicted_trajectory":[]}\n`);
  const records = ids.map((id) => `${id},${filler},[]\n`);

  it.each([
    ['lines', lines.join('')],
    ['records', `id,note,predicted_trajectory\n${records.join('')}`],
  ])('scores the beginning of many %s and says what the page shows of it', async (_what, text) => {
    const { answers, run, parts } = await open(text, 1e6);
    const rowCount = parts?.[0]?.columns.rowCount ?? 0;
    expect(rowCount).toBeGreaterThan(900);
    expect(rowCount).toBeLessThan(1000);
    expect(run?.columns.rowCount).toBe(rowCount);
    expect(answers).toMatchObject({ isWhole: false, taskSet: undefined });
    expect(answers?.firstLines[0]).toMatchObject({ id: 'r0' });
    const all = await open(text, text.length);
    expect(all.run?.columns.rowCount).toBe(ids.length);
    expect(all.answers).toMatchObject({ isWhole: true, taskSet: {} });
  });

  it('scores no beginning of a text that is read from start to end', async () => {
    const text = `${CHAT}\n`.repeat(10);
    expect(await open(text, text.length)).toMatchObject({
      parts: [{}],
      answers: { isWhole: true },
    });
    expect(await open(text, text.length - 1)).toMatchObject({ parts: undefined });
  });
});

it('looks inside archives, and reads from what came out', async () => {
  const text = '{"prompt":"Grüße, 你好 🙂"}\n';
  const found = await inspect(new Uint8Array(gzipSync(text)), 'x.gz');
  if (found.kind !== 'dataset') throw new TypeError(found.kind);
  expect(found.format.id).toBe('jsonl');
  expect(await found.converted?.text()).toBe(text);
  expect(found.notes).toHaveLength(1);
});

it('leaves Parquet to the other worker', async () => {
  const found = await inspect('PAR1....PAR1', 'x.parquet');
  expect(found).toMatchObject({ kind: 'parquet', notes: [] });
});

it.each([
  ['lines', (rows: readonly string[]) => rows.join('\n')],
  ['a list', (rows: readonly string[]) => `[${rows.join(',')}]`],
])('finds columns that only rows at the end of a long file have: %s', async (_, write) => {
  const text = (row: object): string => JSON.stringify(row);
  const call = [{ tool_name: 'lock', tool_input: {} }];
  const rows = Array.from({ length: 400 }, (_, i) => {
    const row = { id: `r${i}`, prompt: 'Lock up '.repeat(40), predicted_trajectory: call };
    return text(i < 350 ? row : { ...row, expected: call, answer: 'Locked' });
  });
  expect(await inspect(write(rows))).toMatchObject({
    roles: { reference_trajectory: 'expected', response: 'answer' },
    isExpected: true,
  });
});

describe('times of steps', () => {
  it('whose unit only their size tells are noted, but not those with a unit', async () => {
    const notesOf = async (call: object): Promise<unknown> => {
      const row = { predicted_trajectory: [{ tool_name: 'a', tool_input: {}, ...call }] };
      const found = await inspect(`${JSON.stringify(row)}\n`, 'a.jsonl');
      return 'notes' in found ? found.notes : undefined;
    };
    expect(await notesOf({ latency: 320 })).toEqual([
      { code: 'units_by_size', units: ['latency in ms'] },
    ]);
    expect(await notesOf({ latency_ms: 320 })).toEqual([]);
  });
});

describe('rows among other text', () => {
  it('are read at their lines, and what was left out is said', async () => {
    const row = '{"id":"1","prompt":"hi","predicted_trajectory":[]}';
    const found = await inspect(`start\n10:00 INFO ${row}\n`);
    expect(found).toMatchObject({
      kind: 'dataset',
      format: { id: 'jsonl' },
      notes: [
        { code: 'file_converted', from: 'other_text', facts: { fromLine: 2, ignoredLines: 1 } },
      ],
    });
    const converted = found.kind === 'dataset' ? found.converted : null;
    expect(await converted?.text()).toBe(`\n${row}`);
  });

  it.each([
    ['unusual names', 'frage\tspur\n' + 'hi\t[{"tool_name":"a","tool_input":{}}]\n'.repeat(9)],
    ['one name', 'frage,prompt\n' + '"hi, you","[{""id"":1,""prompt"":""x""}]"\n'.repeat(9)],
  ])('are not taken out of the cells of a table with %s', async (_, table) => {
    const found = await inspect(table);
    expect(found).toMatchObject({ kind: 'dataset', format: { id: 'csv' }, converted: null });
  });

  // each would take minutes if the rest were looked at again from every line
  it.each([
    ['words', 'Some words, and more words here.\n'.repeat(60_000)],
    ['spaces', `x${' '.repeat(1_000_000)}{"a":1}\n`],
    ['values that break', 'x {"a": "b\n'.repeat(100_000)],
  ])('are looked for in many %s in no more time than it takes to read them', async (_, text) => {
    const found = await inspect(text);
    expect(found).not.toMatchObject({ converted: expect.any(Blob) as Blob });
  });

  it('are not looked for in YAML, and what to do is said', async () => {
    const found = await inspect('- id: 1\n  prompt: hi\n');
    expect(found).toEqual({ kind: 'unreadable', issue: { code: 'shape_unknown', shape: 'yaml' } });
  });
});
