import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runInTest } from '../../../tests/support/test-terminal.ts';
import { zipOf } from '../../../tests/support/zip.ts';

const CALL = [{ tool_name: 'find', tool_input: {} }];
const row = (id: string): string =>
  JSON.stringify({ id, predicted_trajectory: CALL, reference_trajectory: CALL });

let folder: string;
const path = (name: string): string => join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'several-files-'));
  for (const name of ['runs/sub', 'runs/node_modules', 'runs/.git', 'other'])
    mkdirSync(path(name), { recursive: true });
  writeFileSync(path('runs/b.jsonl'), row('b'));
  writeFileSync(path('runs/sub/a.jsonl'), row('a'));
  writeFileSync(path('runs/node_modules/x.jsonl'), row('x'));
  writeFileSync(path('runs/.git/y.jsonl'), row('y'));
  writeFileSync(path('other/z.jsonl'), row('z'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The file and the id of each row that is converted. */
async function converted(...args: readonly string[]): Promise<string[]> {
  const { out } = await runInTest(['convert', ...args.map(path)]);
  return out.split('\n').flatMap((line) => {
    const { file, id } = JSON.parse(line || '{}') as Record<string, string>;
    return file === undefined ? [] : [`${file} ${id ?? ''}`];
  });
}

describe('several files are one dataset', () => {
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
    writeFileSync(path('runs.zip'), zipOf(entries));
    const conditions = [{ metric: 'trajectory_recall', min: 1 }];
    writeFileSync(path('gate.json'), JSON.stringify({ version: 1, conditions }));
    const config = command === 'gate' ? ['--config', path('gate.json')] : [];
    const { out, told } = await runInTest([command, path('runs.zip'), ...config]);
    expect(out).toContain('runs.zip');
    expect(told).toContain('bad.txt: not read. The format was not recognised.');
  });
});

it('files with results of the same tasks have a table each', async () => {
  const rows = `${row('1')}\n${row('2')}`;
  for (const name of ['one.jsonl', 'two.jsonl']) writeFileSync(path(name), rows);
  const { exitCode, out } = await runInTest(['score', path('one.jsonl'), path('two.jsonl')]);
  expect([exitCode, out]).toEqual([0, expect.stringMatching(/one\.jsonl[^]*two\.jsonl/)]);
});

it('files with what was called and what was expected are joined', async () => {
  const [called, expected] = [path('called.jsonl'), path('expected.jsonl')];
  const rowsOf = (side: string): string =>
    ['1', '2'].map((id) => JSON.stringify({ id, [side]: CALL })).join('\n');
  writeFileSync(called, rowsOf('predicted_trajectory'));
  writeFileSync(expected, rowsOf('reference_trajectory'));
  const { exitCode, out } = await runInTest(['score', called, expected]);
  expect([exitCode, out]).toEqual([0, expect.stringMatching(/Exact match +1\.00/)]);
});

it('a file in a folder that is read is not written', async () => {
  const { exitCode, told } = await runInTest([
    'convert',
    path('runs'),
    '--out',
    path('runs/b.jsonl'),
  ]);
  expect([exitCode, told]).toEqual([
    3,
    expect.stringContaining('cannot be written at the same time'),
  ]);
});
