import type { Command } from 'commander';
import type { Colors } from 'picocolors/types.js';
import { escaped, inksOf, withoutCommands, type Inks, type Printable } from './printable.ts';

/** Stands for standard input where a file is named. */
export const STDIN = '-';

interface Example {
  readonly line: string;
  readonly does: string;
}

interface Invocation {
  /** The arguments that `define` declares, in their order. */
  readonly args: readonly unknown[];
  /** The options, by their names in camel case; unchecked but for what `define` checks. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly terminal: Terminal;
}

/** The files that a command line names. */
export interface NamedFiles {
  /** Paths, or `-`; names that are no files may be among them. */
  readonly reads: readonly (string | undefined)[];
  readonly writes: readonly (string | undefined)[];
}

/** One subcommand: a module of `commands`, and a line in `registry.ts`. */
export interface Subcommand {
  readonly define: (command: Command) => void;
  readonly examples: readonly Example[];
  /** Changes arguments that would be misread; absent: none. */
  readonly prepare?: (args: readonly string[]) => readonly string[];
  /** Every file that it was told to read or to write: checked before it runs. */
  readonly files: (invocation: Pick<Invocation, 'args' | 'options'>) => NamedFiles;
  /** Does the work and returns the exit code, see EXIT; CouldNotRun ends in code 3. */
  readonly run: (invocation: Invocation) => Promise<number>;
}

/** What a command reads from and writes to, as the platform has it. */
export interface Streams {
  readonly stdin: AsyncIterable<Uint8Array>;
  /** Writes to standard output; waits while a pipe is full. False once nobody reads any more. */
  readonly write: (text: string) => Promise<boolean>;
  readonly tell: (line: string) => void;
  /** Colours for standard output; none for a pipe, in CI and with NO_COLOR. */
  readonly colors: Colors;
  /** Whether GitHub’s runner reads what is written, and looks for commands in it. */
  readonly isOnGitHub: boolean;
  /** Whether a person watches standard error: progress is shown to no one else. */
  readonly isWatched: boolean;
  /** Shows how far the work is, where a person watches; an empty text ends that. */
  readonly progress: (text: string) => void;
  /** Has a file or folder that is about to be made removed, however the command ends. */
  readonly removeAtEnd: (path: string) => void;
  readonly width: number;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

/** Where a command reads and writes: what it prints for people is printable. */
export interface Terminal extends Omit<
  Streams,
  'write' | 'tell' | 'colors' | 'progress' | 'isOnGitHub'
> {
  /** Writes lines for people to standard output. */
  readonly print: (text: Printable) => Promise<boolean>;
  /** Writes JSON, or a script, to standard output. */
  readonly write: Streams['write'];
  /** Has GitHub show something beside a line of a file, by a command of a workflow. */
  readonly annotate: (command: Printable) => Promise<boolean>;
  readonly tell: (line: Printable) => void;
  readonly colors: Inks;
  /** Shows how far the work is, where a person watches; nothing ends that. */
  readonly progress: (text?: Printable) => void;
}

/** Prints on streams nothing but what is printable. */
export function terminalOf(streams: Streams): Terminal {
  const { write, tell, colors, progress, isOnGitHub } = streams;
  const show = ({ text }: Printable): string => (isOnGitHub ? withoutCommands(text) : text);
  return {
    ...streams,
    print: (text) => write(show(text)),
    write: (text) => write(escaped(text)),
    annotate: ({ text }) => write(`${text.replaceAll('##[', '## [')}\n`),
    tell: (line) => tell(show(line)),
    colors: inksOf(colors),
    progress: (text) => progress(text?.text ?? ''),
  };
}
