import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { textOf } from '#core/read/issues/sentences.ts';
import { isLeftOut, packFiles } from '#engine/file-set.ts';
import { readDataset } from '#package/dataset.ts';
import { useFolder } from './support/folder.ts';
import { runInTest } from './support/test-terminal.ts';
import { zipOf } from './support/zip.ts';

const uuid = (place: number): string =>
  `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`;

/** Lines of one session of Claude Code, numbered from a place: a question and a call. */
const asked = (sessionId: string, place: number, prompt: string, more: object = {}): object[] => {
  const line = (at: number, type: string, content: unknown): object => ({
    type,
    sessionId,
    uuid: uuid(place + at),
    parentUuid: at === 0 ? null : uuid(place + at - 1),
    timestamp: `2026-01-01T00:00:${String(place + at).padStart(2, '0')}Z`,
    message: { role: type, content },
    ...more,
  });
  return [
    line(0, 'user', prompt),
    line(1, 'assistant', [
      { type: 'tool_use', id: `t${String(place)}`, name: 'Read', input: { place } },
    ]),
    line(2, 'user', [{ type: 'tool_result', tool_use_id: `t${String(place)}`, content: 'ok' }]),
  ];
};

const textOfLines = (lines: readonly object[]): string =>
  lines.map((line) => JSON.stringify(line)).join('\n');

const folder = (files: Readonly<Record<string, string>>): Blob =>
  packFiles(Object.entries(files).map(([name, text]) => ({ name, blob: new Blob([text]) })));

async function read(
  set: Blob,
): Promise<{ rows: readonly (readonly unknown[])[]; notes: readonly string[] }> {
  const dataset = await readDataset(set);
  const rows = (await dataset.jsonl.text())
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as JsonObject);
  return {
    rows: rows.map((row) => [
      row['file'],
      row['id'],
      (row['predicted_trajectory'] as JsonObject[] | undefined)?.map(
        ({ tool_input: input }) => (input as JsonObject)['place'],
      ),
    ]),
    notes: dataset.issues.map((issue) => textOf(issue)),
  };
}

const ofSubAgent = { isSidechain: true, agentId: 'a1' };

describe('a sub-agent’s file', () => {
  const session = textOfLines([...asked('s', 1, 'Find it'), ...asked('s', 20, 'Go on')]);
  const own = textOfLines(asked('s', 10, 'Look', ofSubAgent));

  it.each(['p/s/subagents/agent-a1.jsonl', 'p/agent-a1.jsonl'])(
    'at %s is of its session’s run, in a folder and in a ZIP',
    async (name) => {
      const files = { 'p/s.jsonl': session, [name]: own };
      const zip = new Blob([
        zipOf(Object.entries(files).map(([path, content]) => ({ name: path, content }))),
      ]);
      for (const set of [folder(files), zip]) {
        const { rows, notes } = await read(set);
        expect(rows).toEqual([
          ['p/s.jsonl', 's#1', [1, 10]],
          ['p/s.jsonl', 's#2', [20]],
        ]);
        expect(notes).toContainEqual(expect.stringContaining('calls of a sub-agent were kept. 1×'));
      }
    },
  );

  it('is a row of its own where its session is not there, with a note', async () => {
    const { rows, notes } = await read(
      folder({ 'p/agent-a1.jsonl': own, 'p/t.jsonl': textOfLines(asked('t', 30, 'Else')) }),
    );
    expect(rows).toEqual([
      ['p/agent-a1.jsonl', 'a1', [10]],
      ['p/t.jsonl', 't', [30]],
    ]);
    expect(notes).toContainEqual(expect.stringContaining('whose session is not there'));
  });
});

it('a file named like a sub-agent’s is read by itself where it is its own session', async () => {
  const { rows } = await read(
    folder({
      'agent-1.jsonl': textOfLines(asked('agent-1', 1, 'One')),
      'agent-2.jsonl': textOfLines(asked('agent-1', 10, 'Two')),
    }),
  );
  expect(rows.map(([file]) => file)).toEqual(['agent-1.jsonl', 'agent-2.jsonl']);
});

it('rows of tables with the same uuid are no copies: trials, and expected calls of runs', async () => {
  const row = (place: number, more: object): object => ({ uuid: uuid(place), ...more });
  const called = [{ tool_name: 'ls', tool_input: { place: 1 } }];
  const trial = textOfLines([1, 2].map((at) => row(at, { predicted_trajectory: called })));
  const trials = await read(folder({ '1.jsonl': trial, '2.jsonl': trial }));
  expect(trials.rows).toHaveLength(4);
  const dataset = await readDataset(
    folder({
      'called.jsonl': trial,
      'expected.jsonl': textOfLines([1, 2].map((at) => row(at, { reference_trajectory: called }))),
    }),
  );
  const joined = (await dataset.jsonl.text()).trimEnd().split('\n');
  expect(joined).toHaveLength(2);
  expect(joined[0]).toContain('predicted_trajectory');
  expect(joined[0]).toContain('reference_trajectory');
});

describe('sessions that others go on from', () => {
  const first = [...asked('s', 1, 'Write'), ...asked('s', 10, 'Go on')];
  const copied = first.map((line) => ({ ...line, sessionId: 'f' }));
  const forked = copied.map((line) => ({ ...line, forkedFrom: { sessionId: 's' } }));

  it.each([
    ['forked', forked],
    ['resumed', copied],
  ])('have what they share once: one that was %s has its own', async (_, lines) => {
    const { rows, notes } = await read(
      folder({
        'a-fork.jsonl': textOfLines([...lines, ...asked('f', 20, 'Add a queue')]),
        'b-first.jsonl': textOfLines(first),
        'c-copy.jsonl': textOfLines(first),
      }),
    );
    expect(rows).toEqual([
      ['a-fork.jsonl', 'f', [20]],
      ['b-first.jsonl', 's#1', [1]],
      ['b-first.jsonl', 's#2', [10]],
    ]);
    expect(notes).toContainEqual(
      'Records of 2 sessions counted once: another one has them, too. c-copy.jsonl, a-fork.jsonl',
    );
  });
});

it('sessions with several prompts are counted over all files', async () => {
  const two = (id: string, place: number): string =>
    textOfLines([...asked(id, place, 'One'), ...asked(id, place + 5, 'Two')]);
  const { notes } = await read(
    folder({ 'a.jsonl': two('a', 1), 'b.jsonl': two('b', 20), 'c.jsonl': two('c', 40) }),
  );
  expect(notes.filter((note) => note.includes('several prompts'))).toEqual([
    '3 sessions have several prompts. Each prompt is a row; “Columns” offers one row for a whole conversation.',
  ]);
});

describe('what is in a folder of a program', () => {
  it.each([
    ['.claude', false],
    ['home/.claude/projects/p/s.jsonl', false],
    ['.codex/sessions/2026/01/01/rollout.jsonl', false],
    ['.gemini/tmp/f00/chats/session.json', false],
    ['.qwen/projects/p/chats/s.jsonl', false],
    ['.claude/settings.json', true],
    ['.claude/projects/.git/config', true],
    ['.codex/auth.json', true],
    ['.gemini/tmp/f00/logs.json', true],
    ['.git/claude/projects/a.jsonl', true],
  ])('%s: left out %s', (name, isOut) => {
    expect(isLeftOut(name)).toBe(isOut);
  });

  it('and tells of no run is left out with a note', async () => {
    const { rows, notes } = await read(
      folder({
        '.claude/projects/p/s.jsonl': textOfLines(asked('s', 1, 'Find it')),
        '.claude/settings.json': '{"theme":"dark"}',
        'history.jsonl': '{"session_id":"s","ts":1,"text":"Find it"}',
        'scores/1.jsonl': '{"trace_id":"s","name":"helpful","value":1}',
        'log.jsonl': '{"level":"info","message":"Started"}',
        'settings.json': '{"model":"opus"}',
      }),
    );
    expect(rows).toEqual([['.claude/projects/p/s.jsonl', 's', [1]]]);
    expect(notes).toContainEqual('1 file left out. .claude/settings.json');
    expect(notes).toContainEqual(
      '4 files left out: no run of an agent and no expected calls. history.jsonl, log.jsonl, scores/1.jsonl, settings.json',
    );
  });

  it.each([
    ['no calls', { id: 'b', prompt: 'Q', predicted_trajectory: null }],
    ['no calls under a usual name', { id: 'b', prompt: 'Q', tool_calls: null }],
    ['no answer', { id: 'b', prompt: 'Q', response: null }],
    ['a failure', { id: 'b', prompt: 'Q', failure: 1 }],
    ['an error', { id: 'b', prompt: 'Q', error: 'timeout' }],
    ['no success', { id: 'b', prompt: 'Q', success: false }],
  ])('keeps a run with %s', async (_, lost) => {
    const done = {
      id: 'a',
      prompt: 'Q',
      predicted_trajectory: [{ tool_name: 'ls', tool_input: {} }],
    };
    const { rows } = await read(
      folder({ 'a.json': JSON.stringify(done), 'b.json': JSON.stringify(lost) }),
    );
    expect(rows.map(([file]) => file)).toEqual(['a.json', 'b.json']);
  });

  it('is all that there is to see where nothing tells of a run', async () => {
    const { rows } = await read(
      folder({ 'a.jsonl': '{"name":"x","value":1}', 'b.csv': 'q,w\n1,2' }),
    );
    expect(rows).toHaveLength(2);
  });
});

describe('in the terminal', () => {
  const { path, write: at } = useFolder();

  it('sessions in hidden folders are read, what else is hidden is counted, and times are shown', async () => {
    at('home/.claude/projects/p/s.jsonl', textOfLines(asked('s', 1, 'Find it')));
    at('home/.claude/settings.json', '{}');
    at('home/.git/config', 'x');
    const { out, told } = await runInTest(['score', path('home')]);
    expect(out).toMatch(/Time from steps +2\.00/);
    expect(told).toContain('2 files left out. .claude/settings.json, .git');
  });

  it('the metrics of runs with expected calls do not depend on the order of the rows', async () => {
    const rows = Array.from({ length: 40 }, (_, row) => ({
      ...{
        id: `r${String(row)}`,
        prompt: 'Long '.repeat(1000),
        called: [{ name: 'ls', args: {} }],
      },
    }));
    const expected = at('expected.csv', 'id,expected_calls\nr39,ls\n');
    const metricsOf = async (name: string, lines: readonly object[]): Promise<string> => {
      const { out } = await runInTest(['score', at(name, textOfLines(lines)), '-r', expected]);
      return out.slice(out.indexOf('metric'));
    };
    const first = await metricsOf('first.jsonl', rows.toReversed());
    expect(first).not.toContain('Identical repeats');
    expect(await metricsOf('last.jsonl', rows)).toBe(first);
  });

  it('traces are paired by the id of their case, which is a column of theirs', async () => {
    const span = (id: string): object => ({
      ...{ id: `span-${id}`, trace_id: `trace-${id}`, type: 'TOOL', parent_observation_id: '' },
      ...{ name: 'refund', input: '{"order":1}', output: '{}', metadata: { case_id: id } },
      ...{ start_time: '2026-01-01 00:00:00.000', end_time: '2026-01-01 00:00:01.000' },
    });
    const traces = at('traces.jsonl', textOfLines([span('c1'), span('c2'), span('c2b')]));
    const expected = at(
      'cases.csv',
      'case_id,expected_calls\nc2,"[{""name"":""refund"",""args"":{""order"":1}}]"\n',
    );
    const { out } = await runInTest(['score', traces, '-r', expected]);
    expect(out).toMatch(/1 of 1 row passes/);
  });
});
