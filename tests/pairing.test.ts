import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runInTest } from './support/test-terminal.ts';

// Which calls are expected of which row is never guessed: what is not told pairs nothing.

const FILES: Readonly<Record<string, string>> = {
  'runs.jsonl': lines(
    ['s1', 's2', 's3'].map((id, at) => ({
      ...{ id, prompt: `Task ${id}`, called: [{ name: 'ls', args: { at } }] },
    })),
  ),
  'named.csv': 'session_id,expected_calls\ns3,ls\n',
  'files.csv': 'which,expected_calls\nlogs/s3.jsonl,ls\nlogs/s1.jsonl,ls\nlogs/s2.jsonl,ls\n',
  'others.csv': 'name,expected_calls\nq3,rm\nq1,ls\nq2,cat\n',
  'bare.jsonl': lines([0, 1, 2].map((at) => ({ expected_calls: [{ name: 'ls', args: { at } }] }))),
  'bare-two.jsonl': lines([0, 1].map(() => ({ expected_calls: ['ls'] }))),
  'traces.jsonl': lines([
    { id: 't1', prompt: 'Help me', called: [{ name: 'refund', args: { x: 0 } }] },
    { id: 't2', prompt: 'Help me', called: [{ name: 'escalate', args: { x: 1 } }] },
  ]),
  'items.jsonl': lines([
    {
      id: 'b',
      trace_id: 't2',
      prompt: 'Help me',
      expected: [{ name: 'escalate', args: { x: 1 } }],
    },
    { id: 'a', trace_id: 't1', prompt: 'Help me', expected: [{ name: 'refund', args: { x: 0 } }] },
  ]),
  'prompts.jsonl': lines([
    { prompt: 'Help me', expected: [{ name: 'escalate', args: { x: 1 } }] },
    { prompt: 'Help me', expected: [{ name: 'refund', args: { x: 0 } }] },
  ]),
  'answered.jsonl': lines([
    { id: 's1', expected: [{ name: 'ls', args: { at: 0 } }], output: 'Done.' },
  ]),
  'turns.jsonl': lines([
    {
      id: 'chat',
      messages: ['ls', 'cat'].flatMap((name, at) => [
        { role: 'user', content: `Do ${name}` },
        {
          ...{ role: 'assistant', content: null },
          tool_calls: [{ id: String(at), type: 'function', function: { name, arguments: '{}' } }],
        },
      ]),
    },
  ]),
  'chats.csv': 'id,expected_calls\nchat,"ls, cat"\n',
  'one-missing.jsonl': lines([
    { id: 1, expected: [call('a'), call('Read')], called: [call('a')] },
    ...['b', 'c', 'd'].map((name, at) => ({
      ...{ id: at + 2, expected: [call('a')], called: [call('a'), call(name)] },
    })),
  ]),
  'watched.jsonl': lines([
    { id: 'quiet', prompt: 'Look', called: [call('a')] },
    { id: 'again', prompt: 'Look', called: [call('a'), call('a'), call('a')] },
  ]),
};

function lines(rows: readonly object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

function call(name: string) {
  return { name, args: {} };
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pairing-'));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
});
afterAll(() => rmSync(folder, { recursive: true }));

const score = (...args: readonly string[]) =>
  runInTest(['score', ...args.map((arg) => (arg in FILES ? join(folder, arg) : arg))]);

it.each([
  ['runs.jsonl', 'named.csv', '1 of 1 row passes', 'by id (session_id)'],
  ['runs.jsonl', 'files.csv', '3 of 3 rows pass', 'by file (which)'],
  ['runs.jsonl', 'bare.jsonl', '3 of 3 rows pass', 'by order. By position alone'],
  ['traces.jsonl', 'items.jsonl', '2 of 2 rows pass', 'by id (trace_id)'],
  ['runs.jsonl', 'answered.jsonl', '1 of 1 row passes', 'by id.'],
  ['turns.jsonl', 'chats.csv', '1 of 1 row passes', 'by id.'],
])('%s with %s: %s, paired %s, however they are given', async (runs, expected, result, how) => {
  for (const args of [
    [runs, expected],
    [runs, '--reference', expected],
  ]) {
    const { exitCode, out, told } = await score(...args);
    expect([exitCode, out, told]).toEqual([
      0,
      expect.stringContaining(result),
      expect.stringContaining(how),
    ]);
  }
});

it.each([
  ['runs.jsonl', 'others.csv', 'None of its columns (name) has the id, file or prompt'],
  ['runs.jsonl', 'bare-two.jsonl', 'another number of rows'],
  ['traces.jsonl', 'prompts.jsonl', 'None of its columns (prompt)'],
])('%s with %s: nothing is paired, and why', async (runs, expected, why) => {
  for (const args of [
    [runs, expected],
    [runs, '--reference', expected],
  ]) {
    const { exitCode, told } = await score(...args);
    expect([exitCode, told]).toEqual([3, expect.stringContaining(why)]);
  }
});

it('the main cause is one that fails rows; what fails none is listed apart', async () => {
  const { out } = await score('one-missing.jsonl', '--metrics', 'trajectory_in_order_match');
  expect(out).toContain('missing call Read (1 row)');
  expect(out).toMatch(/rows {2}cause\n +1 {2}Read is missing\n\n +rows {2}differs, but fails no/);
});

it('without expected calls the command answers what needs none, and names the worst rows', async () => {
  const { exitCode, out } = await score('watched.jsonl', '--rule', 'at most 2 calls');
  expect([exitCode, out]).toEqual([0, expect.stringContaining('2 rows, 4 calls. Nothing says')]);
  expect(out).toMatch(/^Calls +2/m);
  expect(out).toMatch(/worst rows\n +again {2}2 calls made again, breaks at most 2 calls\n/);
  expect(out).not.toMatch(/match|– {2}/);
});
