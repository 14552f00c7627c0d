import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runInTest } from '../../../tests/support/test-terminal.ts';
import { FileBlob } from './file-blob.ts';

const CALL = [{ tool_name: 'find', tool_input: {} }];
const ROW = JSON.stringify({ id: '1', predicted_trajectory: CALL, reference_trajectory: CALL });
const CONFIG = JSON.stringify({
  version: 1,
  conditions: [{ metric: 'trajectory_recall', min: 0.5 }],
});

let folder: string;
const path = (name: string): string => join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'open-input-'));
  writeFileSync(path('rows.jsonl'), ROW);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A pipe with a name, to which a program writes a text a little later. */
function pipe(name: string, text: string): string {
  writeFileSync(path(`${name}.text`), text);
  execFileSync('sh', ['-c', `mkfifo ${name}`], { cwd: folder });
  spawn('sh', ['-c', `sleep 0.1; cat ${name}.text > ${name}`], { cwd: folder });
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
    writeFileSync(path('rows.jsonl'), JSON.stringify({ id: '1', predicted_trajectory: CALL }));
    const args = given.map((arg) => (arg === 'rows.jsonl' ? path(arg) : arg));
    const { exitCode, told } = await runInTest(args);
    expect([exitCode, told]).toEqual([3, expect.stringContaining('is a device')]);
  });
});

it('a file that becomes shorter is said to be so', async () => {
  const blob = FileBlob.open(path('rows.jsonl'));
  truncateSync(path('rows.jsonl'), 10);
  await expect(blob.text()).rejects.toMatchObject({ name: 'FileLost' });
  expect(readFileSync(path('rows.jsonl'))).toHaveLength(10);
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
