import { existsSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { CouldNotRun, EXIT, reportError } from './could-not-run.ts';
import { TemporaryFolder } from './input/temporary-folder.ts';
import { terminalOf, type Streams, type Subcommand, type Terminal } from './subcommand.ts';
import { checkFiles } from './write-file.ts';

const NAME = 'trajectory-playground';
/** The subcommand by which shells ask for completions. */
const COMPLETE = 'complete';
const SHELLS = ['bash', 'zsh', 'fish'];

/** The version of the package, filled in by the build. */
declare const PACKAGE_VERSION: string;

/** Runs the command and returns its exit code, see EXIT; errors are reported, never thrown. */
export async function runCommand(args: readonly string[], streams: Streams): Promise<number> {
  const terminal = terminalOf(streams);
  const { colors, report } = terminal;
  try {
    return await parse(args, terminal);
  } catch (error) {
    if (terminal.signal.aborted) return EXIT.cancelled;
    reportError(error, report, colors.red('error'));
    return EXIT.couldNotRun;
  }
}

async function parse(args: readonly string[], terminal: Terminal): Promise<number> {
  let exitCode: number = EXIT.done;
  let prepared = args;
  const written: string[] = [];
  const [wanted] = args;
  const program = new Command(NAME)
    .description('Scores runs of AI agents: tool calls, order, arguments, and why.')
    .version(PACKAGE_VERSION)
    .helpCommand(false)
    .addHelpText('after', `\nMore: ${NAME} <command> --help\n`);
  silence(program, written);
  for (const { name, summary, load } of COMMANDS) {
    const command = program.command(name).description(summary);
    silence(command, written);
    if (name !== wanted && wanted !== COMPLETE) continue;
    const subcommand = await load();
    subcommand.define(command);
    prepared = subcommand.prepare?.(args) ?? args;
    command.addHelpText('after', () => examplesOf(subcommand));
    command.action(async () => {
      const options: Record<string, unknown> = command.opts();
      const folder = new TemporaryFolder(terminal.removeAtEnd);
      const invocation = { args: command.processedArgs, options, terminal, folder };
      checkFiles(subcommand.files(invocation));
      try {
        exitCode = await subcommand.run(invocation);
      } finally {
        folder.remove();
      }
    });
  }
  if (wanted === COMPLETE) {
    checkShell(args[1]);
    (await import('@bomb.sh/tab/commander')).default(program);
    const [shell] =
      program.commands.find((one) => one.name() === COMPLETE)?.registeredArguments ?? [];
    if (shell) shell.description = 'bash, zsh or fish';
  } else program.command(COMPLETE).description('write completions for a shell').argument('<shell>');
  try {
    if (wanted === COMPLETE) await complete(program, args, terminal);
    else await program.parseAsync(prepared, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const isHelp = error.exitCode === 0;
    if (isHelp || args.length === 0) {
      await terminal.write(written.join(''));
      return isHelp ? EXIT.done : EXIT.couldNotRun;
    }
    const why = error.message.startsWith(PREFIX)
      ? error.message.slice(PREFIX.length)
      : error.message;
    const end = ['.', '?', '!', ')'].some((mark) => why.endsWith(mark)) ? '' : '.';
    throw new CouldNotRun(
      `${why.charAt(0).toUpperCase()}${why.slice(1)}${end}`,
      hintFor(wanted ?? ''),
    );
  }
  return exitCode;
}

/** Collects the lines that the library prints: the thread would end before they are written. */
async function complete(
  program: Command,
  args: readonly string[],
  terminal: Terminal,
): Promise<void> {
  const { log } = console;
  const printed: string[] = [];
  console.log = (line: string) => void printed.push(`${line}\n`);
  try {
    await program.parseAsync(args, { from: 'user' });
  } finally {
    console.log = log;
  }
  // the shell may read them again
  await terminal.write(printed.join('').replace(/^( *)readonly (?=ShellComp)/gm, '$1'));
}

function hintFor(wanted: string): string {
  if (COMMANDS.some(({ name }) => name === wanted)) return `See ${NAME} ${wanted} --help.`;
  return existsSync(wanted) ? `To score it: ${NAME} score ${wanted}` : `See ${NAME} --help.`;
}

/** The user names a shell; the shell itself calls with `--` and the text typed so far. */
function checkShell(shell: string | undefined): void {
  if (shell !== undefined && (shell.startsWith('-') || SHELLS.includes(shell))) return;
  throw new CouldNotRun(
    shell === undefined ? 'No shell is named.' : `There are no completions for “${shell}”.`,
    `Use one of ${SHELLS.join(', ')}.`,
  );
}

/** How commander begins its errors. */
const PREFIX = 'error: ';

/** Makes commander throw instead of ending the process, and write where tests can read it. */
function silence(command: Command, written: string[]): void {
  command.exitOverride().configureOutput({
    writeOut: (text) => written.push(text),
    writeErr: (text) => written.push(text),
    outputError: () => undefined,
  });
}

function examplesOf({ examples }: Subcommand): string {
  const lines = examples.map(({ line, does }) => `  ${does}\n    $ ${NAME} ${line}`);
  return `\nExamples:\n${lines.join('\n')}\n`;
}

/** A subcommand, loaded when called. */
interface RegisteredCommand {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<Subcommand>;
}

/** The subcommands in the order of the help. */
export const COMMANDS: readonly RegisteredCommand[] = [
  {
    name: 'score',
    summary: 'score files: means, intervals, causes',
    load: async () => (await import('./commands/score.ts')).score,
  },
  {
    name: 'compare',
    summary: 'compare runs with a baseline, row by row',
    load: async () => (await import('./commands/compare.ts')).compare,
  },
  {
    name: 'gate',
    summary: 'decide whether a run may pass: exit code 0, 1 or 2; 3 if it cannot be judged',
    load: async () => (await import('./commands/gate.ts')).gate,
  },
  {
    name: 'open',
    summary: 'open a file in the page, on this device only',
    load: async () => (await import('./commands/open.ts')).open,
  },
  {
    name: 'convert',
    summary: 'write the rows of a file as JSONL',
    load: async () => (await import('./commands/convert.ts')).convert,
  },
  {
    name: 'metrics',
    summary: 'list all metrics',
    load: async () => (await import('./commands/metrics.ts')).metrics,
  },
  {
    name: 'sql',
    summary: 'write the script that scores a table in BigQuery',
    load: async () => (await import('./commands/sql.ts')).sql,
  },
];
