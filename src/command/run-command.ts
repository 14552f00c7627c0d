import { existsSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { CouldNotRun, EXIT, tellError } from './could-not-run.ts';
import { COMMANDS } from './registry.ts';
import { terminalOf, type Streams, type Subcommand, type Terminal } from './subcommand.ts';
import { checkFiles } from './write-file.ts';

const NAME = 'trajectory-playground';

/** The version of the package; the build writes it. */
declare const PACKAGE_VERSION: string;

/** Runs the command and returns its exit code, see EXIT; what goes wrong is told, never thrown. */
export async function runCommand(args: readonly string[], streams: Streams): Promise<number> {
  const terminal = terminalOf(streams);
  const { colors, tell } = terminal;
  try {
    return await parse(args, terminal);
  } catch (error) {
    if (terminal.signal.aborted) return EXIT.cancelled;
    tellError(error, tell, colors.red('error'));
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
    if (name !== wanted) continue;
    const subcommand = await load();
    subcommand.define(command);
    prepared = subcommand.prepare?.(args) ?? args;
    command.addHelpText('after', () => examplesOf(subcommand));
    command.action(async () => {
      const options: Record<string, unknown> = command.opts();
      const invocation = { args: command.processedArgs, options, terminal };
      checkFiles(subcommand.files(invocation));
      exitCode = await subcommand.run(invocation);
    });
  }
  try {
    await program.parseAsync(prepared, { from: 'user' });
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
      wayOnFrom(wanted ?? ''),
    );
  }
  return exitCode;
}

function wayOnFrom(wanted: string): string {
  if (COMMANDS.some(({ name }) => name === wanted)) return `See ${NAME} ${wanted} --help.`;
  return existsSync(wanted) ? `To score it: ${NAME} score ${wanted}` : `See ${NAME} --help.`;
}

/** How commander begins what went wrong. */
const PREFIX = 'error: ';

/** Has commander throw instead of ending the process, and write where tests can read it. */
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
