import { beforeAll, describe, expect, it } from 'vitest';
import { useFolder } from './support/folder.ts';
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
  'grouped.jsonl': lines([
    { session: 's1', expected_calls: [{ name: 'ls' }] },
    { session: 's2', expected_calls: [{ $inAnyOrder: [{ name: 'ls' }] }] },
    { session: 's3', expected_calls: [{ name: 'ls', args: { at: 9 } }] },
  ]),
  'open.jsonl': lines([{ session: 's1', reference_trajectory: [{ name: 'ls' }] }]),
  'none.jsonl': lines([{ session: 's1', reference_trajectory: [{ name: 'ls', args: {} }] }]),
  'patterns.json': JSON.stringify({
    kind: 'trajectory-playground/metric-set',
    ...{ version: 2, name: 'patterns' },
    settings: {
      ...{ metrics: ['trajectory_exact_match'], tools: [], duplicates: 'membership' },
      emptyTrajectories: 'score',
      matching: {
        ...{ patterns: true, rule: { mode: 'exact' }, tools: [], optionalCalls: false },
      },
    },
  }),
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

const { path, write } = useFolder(true);
beforeAll(() => {
  for (const [name, text] of Object.entries(FILES)) write(name, text);
});

const score = (...args: readonly string[]) =>
  runInTest(['score', ...args.map((arg) => (arg in FILES ? path(arg) : arg))]);

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

it('groups of steps are expected calls in any file, and a call that states no arguments is a name', async () => {
  const { out, told } = await score('runs.jsonl', 'grouped.jsonl', '--metrics', 'patterns.json');
  expect(out).toContain('2 of 3 rows pass exact match');
  expect(told).toContain('3 rows paired with “grouped.jsonl” by id (session)');
  const without = await score('runs.jsonl', 'grouped.jsonl');
  expect(without.told).toContain('turn on patterns in expected calls');
});

it('a group of steps after many plain rows is one, too', async () => {
  const rows = Array.from({ length: 80 }, (_, at) => ({
    session: `s${at}`,
    expected_calls: at === 70 ? [{ $inAnyOrder: [call('ls'), call('cat')] }] : [call('cat')],
  }));
  const { out, told } = await runInTest(['convert', write('many.jsonl', rows)]);
  expect(told).toContain('expected_calls was read as reference_trajectory');
  expect(out).toContain('"reference_trajectory":[{"$inAnyOrder"');
  expect(out).not.toContain('expected_calls');
});

it.each([
  ['open.jsonl', '1 of 1 row passes', 'has tool names without arguments'],
  ['none.jsonl', '0 of 1 row passes', ''],
])('%s: %s, whichever name the column has', async (expected, result, note) => {
  for (const column of ['reference_trajectory', 'expected_calls', 'golden']) {
    const text = FILES[expected]?.replace('reference_trajectory', column) ?? '';
    const { out, told } = await score('runs.jsonl', write(`${column}.jsonl`, text));
    expect([column, out, told]).toEqual([
      column,
      expect.stringContaining(result),
      expect.stringContaining(note),
    ]);
  }
});

it('a folder takes expected calls of a file of their own', async () => {
  for (const row of (FILES['runs.jsonl'] ?? '').trim().split('\n'))
    write(`logs/${JSON.parse(row).id}.jsonl`, row);
  const logs = path('logs');
  const { out, told } = await score(logs, '--reference', 'files.csv');
  expect([out, told]).toEqual([
    expect.stringContaining('3 of 3 rows pass'),
    expect.stringContaining('by file (which)'),
  ]);
  const args = ['compare', logs, logs, '--reference', path('files.csv')];
  expect((await runInTest(args)).out).toContain('No row differs');
});

describe('runs whose ids have nothing in common', () => {
  const row = (id: string, prompt: string, name: string) => ({
    ...{ id, prompt, expected: [call('a')], called: [call(name)] },
  });
  const gate = {
    ...{ version: 1, rules: 'standard', confidence: 0.95, adjust: 'holm' },
    conditions: [{ metric: 'trajectory_exact_match', noWorseBy: 0.5 }],
  };
  const first = (at: number) => row(`a${at}`, `Task ${at}`, 'a');
  const tasks = Array.from({ length: 8 }, (_, at) => at);

  it('are paired by prompt and expected calls, and say so', async () => {
    const old = write('old.jsonl', tasks.map(first));
    const other = write(
      'new.jsonl',
      tasks.map((at) => row(`b${at}`, `Task ${at}`, at < 1 ? 'b' : 'a')).toReversed(),
    );
    const config = write('gate.json', gate);
    const { out } = await runInTest(['compare', old, other]);
    expect(out).toContain('8 rows paired');
    expect(out).toContain('paired on prompt and expected calls, as no id is in both: 8 of 8 rows');
    const judged = await runInTest(['gate', other, '--baseline', old, '--config', config]);
    expect(judged.out).toContain(
      'Rows are paired on prompt and expected calls, as no id is in both',
    );
  });

  it('are not paired where a prompt is there twice, and a gate refuses them', async () => {
    const old = write('old.jsonl', [...tasks.map(first), row('again', 'Task 0', 'a')]);
    const other = write(
      'new.jsonl',
      tasks.map((at) => row(`b${at}`, `Task ${at}`, 'b')),
    );
    const { out } = await runInTest(['compare', old, other]);
    expect(out).toContain('7 rows paired');
    expect(out).toContain(
      '2 rows share prompt and expected calls with others of their run and are not paired',
    );
    const config = write('gate.json', gate);
    const { exitCode, told } = await runInTest([
      'gate',
      other,
      '--baseline',
      old,
      '--config',
      config,
    ]);
    expect([exitCode, told]).toEqual([
      3,
      expect.stringContaining('those cannot be paired. Give both runs the same ids'),
    ]);
  });

  it('and no prompt have no row in common', async () => {
    const unasked = ({ prompt: _, ...rest }: ReturnType<typeof row>) => rest;
    const old = write('old.jsonl', [unasked(row('1', '', 'a'))]);
    const other = write('new.jsonl', [unasked(row('2', '', 'a'))]);
    const { exitCode, told } = await runInTest(['compare', old, other]);
    expect([exitCode, told]).toEqual([3, expect.stringContaining('have no row in common')]);
  });
});

it('the main cause is one that fails rows; what fails none is listed apart', async () => {
  const { out } = await score('one-missing.jsonl', '--metrics', 'trajectory_in_order_match');
  expect(out).toContain('missing call Read (1 row)');
  expect(out).toMatch(
    /rows {2}cause\n +1 {2}Read is missing: 1\n\n +rows {2}differs, but fails no/,
  );
});

it('without expected calls the command answers what needs none, and names the worst rows', async () => {
  const { exitCode, out } = await score('watched.jsonl', '--rule', 'at most 2 calls');
  expect([exitCode, out]).toEqual([0, expect.stringContaining('2 rows, 4 calls. Nothing says')]);
  expect(out).toMatch(/^Calls +2/m);
  expect(out).toMatch(/worst rows\n +again {2}2 calls made again, breaks at most 2 calls\n/);
  expect(out).not.toMatch(/match|– {2}/);
});
