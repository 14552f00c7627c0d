import type { Command } from 'commander';
import type { Terminal } from './terminal.ts';

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

/** One subcommand: a module of `commands`, and a line in `registry.ts`. */
export interface Subcommand {
  /** Declares arguments and options. */
  readonly define: (command: Command) => void;
  readonly examples: readonly Example[];
  /**
   * Does the work.
   * @returns the exit code, see EXIT
   * @throws CouldNotRun, which ends in its sentences and exit code 3
   */
  readonly run: (invocation: Invocation) => Promise<number>;
}
