import type { Command } from 'commander';
import type { Colors } from 'picocolors/types.js';

/** Stands for standard input where a file is named. */
export const STDIN = '-';

/** A line of the help: what is typed, and what it does. */
interface Example {
  readonly line: string;
  readonly does: string;
}

/** What a subcommand was called with. */
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
  /** Declares arguments and options. */
  readonly define: (command: Command) => void;
  readonly examples: readonly Example[];
  /** Every file that it was told to read or to write: checked before it runs. */
  readonly files: (invocation: Pick<Invocation, 'args' | 'options'>) => NamedFiles;
  /**
   * Does the work.
   * @returns the exit code, see EXIT
   * @throws CouldNotRun, which ends in its sentences and exit code 3
   */
  readonly run: (invocation: Invocation) => Promise<number>;
}

/** Where a command reads and writes. */
export interface Terminal {
  readonly stdin: AsyncIterable<Uint8Array>;
  /** Writes to standard output; waits while a pipe is full. False once nobody reads any more. */
  readonly write: (text: string) => Promise<boolean>;
  /** Writes a line to standard error: progress, notes, errors. */
  readonly tell: (line: string) => void;
  /** Colours for standard output; none for a pipe, in CI and with NO_COLOR. */
  readonly colors: Colors;
  /** Whether a person watches standard error: progress is shown to no one else. */
  readonly isWatched: boolean;
  /** Shows how far the work is, where a person watches; an empty text ends that. */
  readonly progress: (text: string) => void;
  /** Has a file or folder that is about to be made removed, however the command ends. */
  readonly removeAtEnd: (path: string) => void;
  /** Columns of the screen. */
  readonly width: number;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

/**
 * Makes text of data fit to be printed: a name in a file could hold codes that move the cursor or
 * change the terminal.
 * @returns one line without control characters
 */
export function printable(text: string): string {
  return text.replace(/[\n\r\t]+/g, ' ').replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
}
