import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pico from 'picocolors';
import { afterAll } from 'vitest';
import { runCommand } from '#command/run-command.ts';

/** What a command wrote, and how it ended. */
export interface Ran {
  readonly exitCode: number;
  readonly out: string;
  readonly told: string;
}

/**
 * Runs the command in the test's own thread.
 * @param args what follows its name
 * @param stdin what is piped in
 * @param signal aborted as by Ctrl-C
 */
export async function runInTest(
  args: readonly string[],
  stdin = '',
  signal = new AbortController().signal,
): Promise<Ran> {
  let [out, told] = ['', ''];
  const exitCode = await runCommand(args, {
    stdin: piecesOf(stdin),
    write: (text) => {
      out += text;
      return Promise.resolve();
    },
    tell: (line) => (told += `${line}\n`),
    colors: pico.createColors(false),
    isWatched: false,
    width: 80,
    signal,
  });
  return { exitCode, out, told };
}

async function* piecesOf(text: string): AsyncIterable<Uint8Array> {
  await Promise.resolve();
  yield new TextEncoder().encode(text);
}

/** A folder for the files of a command, which goes when the tests of its file are done. */
export function testFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'command-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const at = (name: string): string => join(folder, name);
  return {
    at,
    read: (name: string): string => readFileSync(at(name), 'utf8'),
    /** Writes a text, or rows as lines of JSON, and returns where they are. */
    write: (name: string, rows: string | readonly object[]): string => {
      const lines = typeof rows === 'string' ? [rows] : rows.map((row) => JSON.stringify(row));
      writeFileSync(at(name), lines.join('\n'));
      return at(name);
    },
  };
}
