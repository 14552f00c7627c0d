import { METRICS } from '#core/score/metrics/registry.ts';
import { EXIT } from '../could-not-run.ts';
import { joined, say } from '../printable.ts';
import type { Subcommand } from '../subcommand.ts';

/** `metrics`: lists the names for `--metrics` and for conditions of a gate. */
export const metrics: Subcommand = {
  define: () => undefined,
  examples: [{ line: 'metrics', does: 'List all metrics.' }],
  files: () => ({ reads: [], writes: [] }),
  async run({ terminal }) {
    const { colors } = terminal;
    const names = METRICS.map(({ id }) =>
      id === 'trajectory_single_tool_use' ? `${id}(TOOL)` : id,
    );
    const width = Math.max(...names.map((name) => name.length));
    const lines = METRICS.map(
      ({ definition }, at) => say`${colors.cyan(names[at]?.padEnd(width) ?? '')}  ${definition}`,
    );
    await terminal.print(joined([...lines, '']));
    return EXIT.done;
  },
};
