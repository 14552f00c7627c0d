import type { Subcommand } from './subcommand.ts';

/** A subcommand, loaded when called. */
export interface RegisteredCommand {
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
    summary: 'say whether a run may pass: exit code 0, 1 or 2; 3 where that cannot be said',
    load: async () => (await import('./commands/gate.ts')).gate,
  },
  {
    name: 'open',
    summary: 'look at a file in the page, on this device alone',
    load: async () => (await import('./commands/open.ts')).open,
  },
  {
    name: 'convert',
    summary: 'write the rows of a file as JSONL',
    load: async () => (await import('./commands/convert.ts')).convert,
  },
  {
    name: 'metrics',
    summary: 'list the metrics there are',
    load: async () => (await import('./commands/metrics.ts')).metrics,
  },
  {
    name: 'sql',
    summary: 'write the script that scores a table in BigQuery',
    load: async () => (await import('./commands/sql.ts')).sql,
  },
];
