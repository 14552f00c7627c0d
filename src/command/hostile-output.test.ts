import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { useFolder } from '../../tests/support/folder.ts';
import { runInTest } from '../../tests/support/test-terminal.ts';
import { COMMANDS } from './run-command.ts';

/** What acts on a terminal, or on GitHub's runner, in one string. */
const HOSTILE =
  '\u001b]52;c;aGk=\u0007\u001b[2J\r\n::error file=gate.json,line=1::lost\n  ::stop-commands::x\u009b1m\u061c\u200f\u202e\u2066\u2028##[error]forged ##[add-mask]x\u0000\b';
/** What a file's name can hold: no slash, and no NUL. */
const NAME = `${HOSTILE.replaceAll('\u0000', '')}.jsonl`;

const hostile = (name: string): string => `${name}${HOSTILE}`;
const call = (name: string, key: string) => ({
  tool_name: hostile(name),
  tool_input: { [hostile(key)]: hostile('value') },
});

const { path, write } = useFolder(true);

beforeAll(() => {
  const rows = (passing: number): string =>
    Array.from({ length: 12 }, (_, at) =>
      JSON.stringify({
        id: hostile(`row ${at}`),
        prompt: hostile('prompt'),
        [hostile('topic')]: hostile('group'),
        [hostile('score')]: at / 12,
        predicted_trajectory: [call(at < passing ? 'right' : 'wrong', 'key')],
        reference_trajectory: [call('right', 'key')],
      }),
    ).join('\n');
  write(NAME, `${rows(6)}\n{"id": ::error::oops ##[error]\n`);
  write('b.jsonl', rows(11));
  const rules = [
    { text: hostile('never '), isOn: true },
    { text: `${hostile('name')}: never ${hostile('tool')}`, isOn: true },
    { text: 'never delete_*', isOn: true },
  ];
  const custom = [
    { name: hostile('own'), code: HOSTILE, scale: 'share', better: 'none', isOn: true },
  ];
  write('set.json', {
    ...{ kind: hostile('kind'), version: 1, name: hostile('set') },
  });
  write('rules.json', {
    ...{ kind: 'trajectory-playground/metric-set', version: 1, name: hostile('set') },
    settings: {
      metrics: ['trajectory_exact_match', 'trajectory_single_tool_use'],
      tools: [hostile('right')],
      ...{ rules, custom, recorded: [{ column: hostile('score'), scale: 'share' }] },
      [hostile('unknown')]: hostile('option'),
      thresholds: { [hostile('metric')]: 1 },
    },
  });
  write('gate.json', {
    version: 1,
    conditions: [
      { metric: `trajectory_single_tool_use(${hostile('right')})`, min: 0.9 },
      { metric: 'trajectory_exact_match', min: 0.99, group: { column: hostile('topic') } },
      { cause: 'missing', tool: hostile('right'), max: 0.01 },
    ],
  });
  write('unknown.json', {
    version: 1,
    [hostile('key')]: 1,
    conditions: [{ metric: hostile('metric'), min: 0.5 }, { [hostile('about')]: 1 }],
  });
  write('missing.json', { version: 1, conditions: [{ metric: hostile('metric'), min: 0.5 }] });
});

const FILE = 'FILE';
const IN = (name: string): string => `IN:${name}`;
const LINES: readonly (readonly string[])[] = [
  ['score', FILE],
  ['score', FILE, '--metrics', IN('rules.json')],
  ['score', FILE, '--metrics', IN('rules.json'), '--allow-code'],
  ['score', FILE, '--metrics', IN('set.json')],
  ['score', FILE, IN('b.jsonl'), '--json', '--metrics', IN('rules.json')],
  ['score', FILE, '--metrics', hostile('metric')],
  ['score', FILE, '--rule', hostile('rule')],
  ['score', FILE, '--columns', `id=${hostile('column')}`],
  ['score', FILE, '--columns', hostile('role')],
  ['score', FILE, '--out', hostile('out')],
  ['score', FILE, '--redact', '--remove-columns', hostile('gone'), '--out', IN('x.csv')],
  ['score', FILE, '--reference', IN('b.jsonl')],
  ['score', hostile('no file')],
  ['score', FILE, hostile('--option')],
  ['compare', FILE, IN('b.jsonl'), '--metrics', IN('rules.json')],
  ['compare', FILE, IN('b.jsonl'), '--json'],
  ['compare', FILE, IN('b.jsonl'), '--out', hostile('out')],
  ['gate', FILE, '--config', IN('gate.json'), '--annotate'],
  ['gate', FILE, '--config', IN('gate.json'), '--json'],
  ['gate', FILE, '--config', IN('unknown.json'), '--annotate'],
  ['gate', FILE, '--config', IN('missing.json'), '--annotate'],
  ['gate', FILE, '--config', hostile('config'), '--annotate'],
  ['gate', FILE, '--config', IN('new.json'), '--init', '--force'],
  ['convert', FILE],
  ['open', FILE, '--port', hostile('port')],
  ['sql', '--table', 'a.b.c', '--columns', `id=${hostile('id')}`, '--metrics', IN('rules.json')],
  [
    'sql',
    '--table',
    hostile('table'),
    '--columns',
    'predicted_trajectory=a,reference_trajectory=b',
  ],
  [
    ...['sql', '--table', 'a.b.c', '--metrics', 'trajectory_recall', '--group', hostile('group')],
    ...['--columns', `predicted_trajectory=${hostile('a')},reference_trajectory=b`],
  ],
  ['metrics'],
  ['complete', hostile('shell')],
  [hostile('command')],
];

/** Everything but line ends and tabs that a terminal acts on. */
const ACTS = /[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

it('where every string is hostile every subcommand is tried', () => {
  const tried = new Set(LINES.map(([name]) => name));
  for (const { name } of COMMANDS) expect(tried).toContain(name);
});

it.each(
  LINES.map((line) => [line.map((arg) => (arg.includes(HOSTILE) ? '…' : arg)).join(' '), line]),
)(
  'where every string is hostile nothing acts on the terminal, or on GitHub: %s',
  async (_, line) => {
    const args = (line as readonly string[]).map((arg) =>
      arg === FILE ? path(NAME) : arg.startsWith('IN:') ? path(arg.slice(3)) : arg,
    );
    const isOnGitHub = true;
    const { signal } = new AbortController();
    const { out, told } = await runInTest(args, '', signal, isOnGitHub);
    for (const text of [out, told]) {
      expect(ACTS.exec(text)).toBeNull();
      expect(text).not.toContain('##[');
      const commands = text.split('\n').filter((one) => /^\s*::/.test(one));
      const own = /^::(error|warning) file=[^:,]*(,line=\d+)?,title=Gate::[^:]/;
      for (const command of commands) {
        expect(line).toContain('--annotate');
        expect(command).toMatch(own);
      }
    }
    expect(out + told).not.toBe('');
    expect(told).not.toContain('Something is wrong');
  },
);

it.each([
  ['score', FILE],
  ['compare', FILE, IN('b.jsonl')],
  ['gate', FILE, '--config', IN('new.json'), '--init', '--force'],
])('nothing hostile acts in Markdown: %s', async (...line) => {
  const args = line.map((arg) =>
    arg === FILE ? path(NAME) : arg.startsWith('IN:') ? path(arg.slice(3)) : arg,
  );
  await runInTest([...args, '--out', path('out.md')], '');
  const markdown = readFileSync(path('out.md'), 'utf8');
  expect(markdown).toContain('forged');
  expect(ACTS.exec(markdown)).toBeNull();
});
