import { describe, expect, it } from 'vitest';
import { tablesOf } from '../../tests/support/cases.ts';
import { runInTest } from '../../tests/support/test-terminal.ts';
import { COMMANDS } from './run-command.ts';

const CASES = tablesOf<{
  refused: [never[] | string[], string][];
}>('command');

describe('the command', () => {
  it('lists its subcommands', async () => {
    const { exitCode, out } = await runInTest(['--help']);
    expect(exitCode).toBe(0);
    for (const { name, summary } of COMMANDS) {
      expect(out).toContain(name);
      expect(out.replaceAll(/\s+/g, ' ')).toContain(summary);
    }
  });

  it.each(COMMANDS.map(({ name }) => [name]))('%s has help with examples', async (name) => {
    const { exitCode, out } = await runInTest([name, '--help']);
    expect(exitCode).toBe(0);
    expect(out).toContain('Examples:');
    expect(out).toContain(`$ trajectory-playground ${name}`);
  });

  it('names the shells that it has completions for', async () => {
    const { exitCode, out } = await runInTest(['complete', '--help']);
    expect(exitCode).toBe(0);
    expect(out).toMatch(/\bbash, zsh or fish\b/);
    expect(out).not.toContain('powershell');
  });

  it('completes the names of its subcommands, and options', async () => {
    const { out } = await runInTest(['complete', '--', '']);
    for (const { name, summary } of COMMANDS) expect(out).toContain(`${name}\t${summary}\n`);
    expect((await runInTest(['complete', '--', 'gate', '--b'])).out).toContain('--baseline\t');
  });

  it('says its version', async () => {
    const { exitCode, out } = await runInTest(['--version']);
    expect([exitCode, out]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)]);
  });

  it.each(CASES.refused)('ends %j with exit code 3 and a sentence', async (args, sentence) => {
    const { exitCode, told } = await runInTest(args);
    expect(exitCode).toBe(3);
    expect(told.replaceAll("'", '’').replaceAll('‘', '’')).toContain(sentence.replaceAll('‘', '’'));
    expect(told).not.toMatch(/^\s+at /m);
  });
});
