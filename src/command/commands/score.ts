import { digestRun } from '#core/explain/summary/digest.ts';
import type { Subcommand } from '../subcommand.ts';
import { CouldNotRun, EXIT } from '../could-not-run.ts';
import { openInput } from '../input/open-input.ts';
import { scoreInput } from '../score-input.ts';
import { declareScoringOptions, readScoringOptions } from '../scoring-options.ts';
import { printRun } from '../tables/run-table.ts';

/** `score FILE…`: reads and scores files, and prints a table. */
export const score: Subcommand = {
  define: (command) =>
    void declareScoringOptions(command).argument('<files...>', 'files, or - for standard input'),
  examples: [
    { line: 'score runs.jsonl', does: 'Score a file with the usual metrics.' },
    {
      line: 'score otel.json.gz --metrics trajectory_recall,trajectory_precision',
      does: 'Score a packed log with two metrics.',
    },
    { line: 'score - < runs.csv', does: 'Score what another program writes.' },
  ],
  async run({ args, options, terminal }) {
    const [files] = args as [readonly string[]];
    const scoring = readScoringOptions(options, terminal.tell);
    for (const file of files) {
      const input = await openInput(file, terminal);
      try {
        const run = await scoreInput(input, scoring, terminal);
        if (run.columns.rowCount === 0)
          throw new CouldNotRun(`${input.title}: none of its records is a row.`);
        await terminal.write(printRun(input.title, run, digestRun(run.columns), terminal));
      } finally {
        input.close();
      }
    }
    return EXIT.done;
  },
};
