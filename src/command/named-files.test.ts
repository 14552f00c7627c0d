import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { Writable } from 'node:stream';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { useFolder } from '../../tests/support/folder.ts';
import { runInTest } from '../../tests/support/test-terminal.ts';
import { CouldNotRun } from './could-not-run.ts';
import { COMMANDS } from './run-command.ts';
import { writeFile, writerTo } from './write-file.ts';

const CALL = [{ tool_name: 'find', tool_input: {} }];
const ROW = JSON.stringify({ id: '1', predicted_trajectory: CALL, reference_trajectory: CALL });

const { path, read, write } = useFolder();

/** What the command lines below name, in the places where a subcommand takes a file. */
const FILES: Readonly<Record<string, string>> = {
  rows: ROW,
  other: ROW,
  reference: ROW,
  set: JSON.stringify({ kind: 'trajectory-playground/metric-set', version: 1, name: 'a' }),
  config: JSON.stringify({ version: 1, conditions: [] }),
};

/** A command line for each subcommand, with every file that it reads, and how it names one to write. */
const LINES: Readonly<Record<string, readonly (readonly [string[], string])[]>> = {
  score: [[['rows', 'other', '--metrics', 'set', '--reference', 'reference'], '--out']],
  compare: [[['rows', 'other', '--metrics', 'set', '--reference', 'reference'], '--out']],
  convert: [[['rows'], '--out']],
  sql: [[['--table', 'a.b.c', '--columns', 'id=id', '--metrics', 'set'], '--out']],
  gate: [
    [
      [
        ...['rows', '--config', 'config', '--baseline', 'other'],
        ...['--metrics', 'set', '--reference', 'reference'],
      ],
      '--out',
    ],
    [['rows', '--init', '--force', '--baseline', 'other', '--metrics', 'set'], '--config'],
    [['rows', '--init', '--force', '--baseline', 'other', '--metrics', 'set'], '--out'],
  ],
  open: [],
  metrics: [],
};

const CASES = Object.entries(LINES).flatMap(([name, lines]) =>
  lines.flatMap(([args, option]) =>
    args.filter((arg) => arg in FILES).map((read) => ({ name, args, option, read })),
  ),
);

/** Names of a file beside its own. */
const SPELLINGS: Readonly<Record<string, (file: string) => string>> = {
  'by its name': (file) => file,
  'by another spelling': (file) => `${path()}/./${relative(path(), file)}`,
  'from the working folder': (file) => relative(process.cwd(), file),
  'by a symbolic link': (file) => {
    symlinkSync(file, path('link.jsonl'));
    return path('link.jsonl');
  },
  'by a hard link': (file) => {
    linkSync(file, path('link.jsonl'));
    return path('link.jsonl');
  },
  'by a link to its folder': (file) => {
    symlinkSync(path(), path('same'));
    return join(path('same'), relative(path(), file));
  },
};

describe('a file that is read', () => {
  it('is named by every option and argument that takes one', async () => {
    for (const { name, load } of COMMANDS) {
      const command = new Command(name);
      (await load()).define(command);
      const taken = command.options.filter(({ flags }) => /<(file|set)>/.test(flags));
      const longs = taken.map(({ long }) => long ?? '').filter((long) => long !== '--out');
      const written = LINES[name]!.flatMap(([args, option]) => [...args, option]);
      if (name !== 'open') expect(written).toEqual(expect.arrayContaining(longs));
    }
  });

  it.each(CASES)('by $name as $read is not written with $option', async (one) => {
    for (const [file, text] of Object.entries(FILES)) write(`${file}.json`, text);
    const args = one.args.map((arg) => (arg in FILES ? path(`${arg}.json`) : arg));
    for (const spell of Object.values(SPELLINGS)) {
      const written = spell(path(`${one.read}.json`));
      const { exitCode, out, told } = await runInTest([one.name, ...args, one.option, written]);
      expect([exitCode, out]).toEqual([3, '']);
      expect(told).toMatch(
        /is read, and cannot be written at the same time|is the same file as .* read\./,
      );
      for (const [file, text] of Object.entries(FILES)) expect(read(`${file}.json`)).toBe(text);
      for (const link of ['link.jsonl', 'same']) rmSync(path(link), { force: true });
    }
  });
});

it.each([
  ['score', ['score', 'ROWS', '--out', 'a.csv', '--out', './a.csv']],
  ['the config of a gate', ['gate', 'ROWS', '--init', '--config', 'a.json', '--out', 'a.json']],
])('two files that are written are not one: %s', async (_, given) => {
  write('rows.jsonl', ROW);
  const args = given.map((arg) => {
    if (arg === 'ROWS') return path('rows.jsonl');
    return arg.includes('a.') ? `${path()}/${arg}` : arg;
  });
  const { exitCode, told } = await runInTest(args);
  expect([exitCode, readdirSync(path())]).toEqual([3, ['rows.jsonl']]);
  expect(told).toContain('would be written twice');
});

const { signal } = new AbortController();
const removeAtEnd = (): void => undefined;

async function* failing(): AsyncIterable<string> {
  yield await Promise.resolve('new');
  throw new CouldNotRun('no more');
}

describe('a file', () => {
  it('is written whole or not at all, and leaves nothing beside it', async () => {
    write('old.csv', 'old');
    await expect(writeFile(path('old.csv'), failing(), { signal, removeAtEnd })).rejects.toThrow(
      'no more',
    );
    const aborter = new AbortController();
    async function* cancelled(): AsyncIterable<string> {
      yield await Promise.resolve('new');
      aborter.abort();
      yield 'more';
    }
    await expect(
      writeFile(path('old.csv'), cancelled(), { signal: aborter.signal, removeAtEnd }),
    ).rejects.toThrow();
    expect(read('old.csv')).toBe('old');
    await writeFile(path('old.csv'), ['new'], { signal, removeAtEnd });
    expect(read('old.csv')).toBe('new');
    expect(readdirSync(path())).toEqual(['old.csv']);
  });

  it('is that of one command where two write it at once', async () => {
    const texts = ['a', 'b'].map((letter) => letter.repeat(500_000));
    await Promise.all(
      texts.map((text) => writeFile(path('one'), [text, text], { signal, removeAtEnd })),
    );
    expect(texts.map((text) => text + text)).toContain(read('one'));
    expect(readdirSync(path())).toEqual(['one']);
  });

  it('keeps its mode, and its links', async () => {
    mkdirSync(path('deep'));
    symlinkSync(path('deep/target'), path('link'));
    await writeFile(path('link'), ['first'], { signal, removeAtEnd });
    chmodSync(path('deep/target'), 0o640);
    await writeFile(path('link'), ['second'], { signal, removeAtEnd });
    expect(lstatSync(path('link')).isSymbolicLink()).toBe(true);
    expect(read('deep/target')).toBe('second');
    expect(statSync(path('deep/target')).mode & 0o777).toBe(0o640);
    expect(readdirSync(path('deep'))).toEqual(['target']);
  });

  it.runIf(existsSync('/dev/null'))('that is a device is written to', async () => {
    await writeFile('/dev/null', ['gone'], { signal, removeAtEnd });
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  });
});

/** A stream whose writes fail so; without a listener, its error would be thrown. */
const failingWith = (code: string): Writable => {
  const error = Object.assign(new Error(code), { code });
  return new Writable({ write: (_, __, done) => done(error) }).on('error', () => undefined);
};

it('what is printed is not missed where nobody reads on', async () => {
  const print = writerTo(failingWith('EPIPE'));
  expect([await print('a'), await print('b')]).toEqual([false, false]);
});

it('what cannot be printed is said', async () => {
  await expect(writerTo(failingWith('ENOSPC'))('a')).rejects.toThrow(CouldNotRun);
});
