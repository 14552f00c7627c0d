import type { Command } from 'commander';
import type { Colors } from 'picocolors/types.js';
import type { TemporaryFolder } from './input/temporary-folder.ts';
import { escaped, inksOf, withoutCommands, type Inks, type Printable } from './printable.ts';

/** Means standard input in place of a file. */
export const STDIN = '-';

interface Example {
  readonly line: string;
  readonly does: string;
}

/** A subcommand as it is called. */
export interface Invocation {
  /** The arguments declared by `define`, in order. */
  readonly args: readonly unknown[];
  /** The options in camel case, checked only by `define`. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly terminal: Terminal;
  /** For data too large for memory; removed when the subcommand has ended. */
  readonly folder: TemporaryFolder;
}

/** The files on a command line. */
export interface NamedFiles {
  /** Paths, or `-`; names that are no files may be among them. */
  readonly reads: readonly (string | undefined)[];
  readonly writes: readonly (string | undefined)[];
}

/** A subcommand: a module of `commands`, and a line in `run-command.ts`. */
export interface Subcommand {
  readonly define: (command: Command) => void;
  readonly examples: readonly Example[];
  /** Changes arguments that would be misread; absent: none. */
  readonly prepare?: (args: readonly string[]) => readonly string[];
  /** All files to read or write, which are checked before it runs. */
  readonly files: (invocation: Pick<Invocation, 'args' | 'options'>) => NamedFiles;
  /** Runs the subcommand and returns the exit code, see EXIT; CouldNotRun gives code 3. */
  readonly run: (invocation: Invocation) => Promise<number>;
}

/** The input and output of a command on its platform. */
export interface Streams {
  readonly stdin: AsyncIterable<Uint8Array>;
  /** Writes to standard output, waiting while a pipe is full; false once it has no reader. */
  readonly write: (text: string) => Promise<boolean>;
  readonly report: (line: string) => void;
  /** Colours for standard output; none for a pipe, in CI and with NO_COLOR. */
  readonly colors: Colors;
  /** Whether GitHub’s runner reads the output, and looks for commands in it. */
  readonly isOnGitHub: boolean;
  /** Whether standard error is a terminal; progress is only shown there. */
  readonly isWatched: boolean;
  /** Shows progress on a terminal; an empty text removes it. */
  readonly progress: (text: string) => void;
  /** Registers a file or folder to be removed when the command ends, in any way. */
  readonly removeAtEnd: (path: string) => void;
  readonly width: number;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

/** The input and output of a command; text for people must be printable. */
export interface Terminal extends Omit<
  Streams,
  'write' | 'report' | 'colors' | 'progress' | 'isOnGitHub'
> {
  /** Writes lines for people to standard output. */
  readonly print: (text: Printable) => Promise<boolean>;
  /** Writes JSON, or a script, to standard output. */
  readonly write: Streams['write'];
  /** Writes a workflow command that makes GitHub show a message at a line of a file. */
  readonly annotate: (command: Printable) => Promise<boolean>;
  readonly report: (line: Printable) => void;
  readonly colors: Inks;
  /** Shows progress on a terminal; without a text removes it. */
  readonly progress: (text?: Printable) => void;
}

/** Wraps streams so that only printable text is printed. */
export function terminalOf(streams: Streams): Terminal {
  const { write, report, colors, progress, isOnGitHub } = streams;
  const show = ({ text }: Printable): string => (isOnGitHub ? withoutCommands(text) : text);
  return {
    ...streams,
    print: (text) => write(show(text)),
    write: (text) => write(escaped(text)),
    annotate: ({ text }) => write(`${text.replaceAll('##[', '## [')}\n`),
    report: (line) => report(show(line)),
    colors: inksOf(colors),
    progress: (text) => progress(text?.text ?? ''),
  };
}
