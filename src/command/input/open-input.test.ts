import { execFileSync, spawn } from 'node:child_process';
import { symlinkSync, truncateSync } from 'node:fs';
import { platform } from 'node:os';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useFolder } from '../../../tests/support/folder.ts';
import { runInTest } from '../../../tests/support/test-terminal.ts';
import { zipOf } from '../../../tests/support/zip.ts';
import { FileBlob } from './file-blob.ts';

const CALL = [{ tool_name: 'find', tool_input: {} }];
const row = (id: string): string =>
  JSON.stringify({ id, predicted_trajectory: CALL, reference_trajectory: CALL });
const ROW = row('1');
const CONFIG = JSON.stringify({
  version: 1,
  conditions: [{ metric: 'trajectory_recall', min: 0.5 }],
});

const { path, read, write } = useFolder();
beforeEach(() => void write('rows.jsonl', ROW));

/** A pipe with a name, to which a program writes a text a little later. */
function pipe(name: string, text: string): string {
  write(`${name}.text`, text);
  execFileSync('sh', ['-c', `mkfifo ${name}`], { cwd: path() });
  spawn('sh', ['-c', `sleep 0.1; cat ${name}.text > ${name}`], { cwd: path() });
  return path(name);
}

describe.skipIf(platform() === 'win32')('a pipe', () => {
  it.each([
    ['of rows', ['score', 'ROWS'], ROW],
    ['of a side', ['compare', 'rows.jsonl', 'ROWS'], ROW],
    ['of rows to convert', ['convert', 'ROWS'], ROW],
    ['of a config', ['gate', 'rows.jsonl', '--config', 'ROWS'], CONFIG],
  ])('%s is read as standard input is', async (_, given, text) => {
    const read = pipe('pipe', text);
    const args = given.map((arg) => {
      if (arg === 'ROWS') return read;
      return arg === 'rows.jsonl' ? path(arg) : arg;
    });
    const { exitCode, out } = await runInTest(args);
    expect(exitCode).not.toBe(3);
    expect(out).not.toBe('');
  });

  it('that stands for standard input is standard input', async () => {
    const { exitCode, out } = await runInTest(['score', '/dev/stdin'], ROW);
    expect([exitCode, out]).toEqual([0, expect.stringContaining('standard input')]);
  });
});

describe.skipIf(platform() === 'win32')('a device', () => {
  it.each([
    [['score', '/dev/zero']],
    [['score', 'rows.jsonl', '--reference', '/dev/zero']],
    [['score', 'rows.jsonl', '--metrics', '/dev/zero']],
    [['gate', 'rows.jsonl', '--config', '/dev/zero']],
    [['convert', '/dev/random']],
  ])('is refused by %j', async (given) => {
    write('rows.jsonl', { id: '1', predicted_trajectory: CALL });
    const args = given.map((arg) => (arg === 'rows.jsonl' ? path(arg) : arg));
    const { exitCode, told } = await runInTest(args);
    expect([exitCode, told]).toEqual([3, expect.stringContaining('is a device')]);
  });
});

it('a file that becomes shorter is said to be so', async () => {
  const blob = FileBlob.open(path('rows.jsonl'));
  truncateSync(path('rows.jsonl'), 10);
  await expect(blob.text()).rejects.toMatchObject({ name: 'FileLost' });
  expect(read('rows.jsonl')).toHaveLength(10);
});

describe('a folder for temporary files', () => {
  afterEach(() => vi.unstubAllEnvs());

  it.skipIf(platform() === 'win32')('that is not there is named', async () => {
    vi.stubEnv('TMPDIR', path('none'));
    const { exitCode, told } = await runInTest(['score', '-'], ROW);
    expect([exitCode, told]).toEqual([3, expect.stringContaining(`files in ${path('none')}`)]);
    expect(told).toContain('Set TMPDIR');
  });
});

/** The file and the id of each row that is converted. */
async function converted(...args: readonly string[]): Promise<string[]> {
  const { out } = await runInTest(['convert', ...args.map(path)]);
  return out.split('\n').flatMap((line) => {
    const { file, id } = JSON.parse(line || '{}') as Record<string, string>;
    return file === undefined ? [] : [`${file} ${id ?? ''}`];
  });
}

describe('several files are one dataset', () => {
  beforeEach(() => {
    write('runs/b.jsonl', row('b'));
    write('runs/sub/a.jsonl', row('a'));
    write('runs/node_modules/x.jsonl', row('x'));
    write('runs/.git/y.jsonl', row('y'));
    write('other/z.jsonl', row('z'));
  });

  it('of a folder, without what is hidden, and links that leave it', async () => {
    if (platform() !== 'win32') symlinkSync(path('other/z.jsonl'), path('runs/link.jsonl'));
    expect(await converted('runs')).toEqual(['b.jsonl b', 'sub/a.jsonl a']);
  });

  it('that are named, in whatever order', async () => {
    const wanted = ['other/z.jsonl z', 'runs/b.jsonl b'];
    expect(await converted('runs/b.jsonl', 'other/z.jsonl')).toEqual(wanted);
    expect(await converted('other', 'runs/b.jsonl')).toEqual(wanted);
  });

  it.each(['score', 'gate'])('of a ZIP archive, for %s', async (command) => {
    const entries = [
      { name: 'a.jsonl', content: row('a') },
      { name: 'bad.txt', content: 'no rows' },
      { name: 'b.jsonl', content: row('b') },
    ];
    const zip = write('runs.zip', zipOf(entries));
    const config = command === 'gate' ? ['--config', write('gate.json', CONFIG)] : [];
    const { out, told } = await runInTest([command, zip, ...config]);
    expect(out).toContain('runs.zip');
    expect(told).toContain('bad.txt: not read. The format was not recognised.');
  });
});

it('files with results of the same tasks have a table each', async () => {
  const rows = `${row('1')}\n${row('2')}`;
  const files = ['one.jsonl', 'two.jsonl'].map((name) => write(name, rows));
  const { exitCode, out } = await runInTest(['score', ...files]);
  expect([exitCode, out]).toEqual([0, expect.stringMatching(/one\.jsonl[^]*two\.jsonl/)]);
});

it('files with what was called and what was expected are joined', async () => {
  const rowsOf = (side: string) => ['1', '2'].map((id) => ({ id, [side]: CALL }));
  const { exitCode, out } = await runInTest([
    'score',
    write('called.jsonl', rowsOf('predicted_trajectory')),
    write('expected.jsonl', rowsOf('reference_trajectory')),
  ]);
  expect([exitCode, out]).toEqual([0, expect.stringMatching(/Exact match +1\.00/)]);
});

it('a file in a folder that is read is not written', async () => {
  const out = write('runs/b.jsonl', row('b'));
  const { exitCode, told } = await runInTest(['convert', path('runs'), '--out', out]);
  expect([exitCode, told]).toEqual([
    3,
    expect.stringContaining('cannot be written at the same time'),
  ]);
});
