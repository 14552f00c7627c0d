import { CouldNotRun, EXIT } from '../could-not-run.ts';
import { NO_ROWS_KEPT, TemporaryFolder } from '../input/temporary-folder.ts';
import { openScored } from '../open-scored.ts';
import { summaryJson, findOutput, OUTPUTS } from '../outputs/registry.ts';
import { readRedaction, redactFile } from '../redact-file.ts';
import { whyUnscored } from '../score-input.ts';
import { declareScoringOptions, readScoringOptions, scoringFiles } from '../scoring-options.ts';
import type { Subcommand } from '../subcommand.ts';
import { printRun } from '../tables/run-table.ts';
import { writeFile } from '../write-file.ts';

/** `score FILE…`: scores files, prints a table for each, and writes files. */
export const score: Subcommand = {
  define: (command) =>
    void declareScoringOptions(command)
      .argument('<files...>', 'files, or - for standard input')
      .option(
        '-o, --out <files...>',
        `also write files: ${OUTPUTS.map(({ ending, title }) => `${ending} ${title}`).join('; ')}`,
      )
      .option(
        '--redact [kinds]',
        'take e-mail addresses, keys, numbers … out of the files written, or these: email,uuid',
      )
      .option('--redact-columns <names...>', 'replace every value of these columns, too')
      .option('--remove-columns <names...>', 'leave these columns out of the files written')
      .option('--json', 'print the summary as JSON instead of a table'),
  examples: [
    { line: 'score runs.jsonl', does: 'Score a file with the usual metrics.' },
    {
      line: 'score otel.json.gz --metrics trajectory_recall,trajectory_precision',
      does: 'Score a packed log with two metrics.',
    },
    {
      line: 'score runs.jsonl --rule "refund only after verify" "at most 20 calls"',
      does: 'Score two rules that need no reference, too.',
    },
    { line: 'score - < runs.csv', does: 'Score what another program writes.' },
    {
      line: 'score predictions.jsonl --reference references.jsonl',
      does: 'Join predictions with the references of another file.',
    },
    {
      line: 'score runs.jsonl --out report.html scores.csv',
      does: 'Write a report and the rows with their scores.',
    },
  ],
  files: ({ args: [files], options }) => ({
    reads: [...(files as readonly string[]), ...scoringFiles(options)],
    writes: (options['out'] as readonly string[] | undefined) ?? [],
  }),
  async run({ args, options, terminal }) {
    const [files] = args as [readonly string[]];
    const scoring = await readScoringOptions(options, terminal);
    const paths = (options['out'] as readonly string[] | undefined) ?? [];
    const redaction = readRedaction(options);
    const outputs = paths.map((path) => ({ path, output: findOutput(path) }));
    if (files.length > 1 && paths.length > 0)
      throw new CouldNotRun(
        `--out writes the scores of one file, and ${files.length} are named.`,
        'Score them one by one, or join them: cat a.jsonl b.jsonl | trajectory-playground score -',
      );
    const keepsRows = redaction !== undefined || outputs.some(({ output }) => output.hasRows);
    for (const path of files) {
      const folder = new TemporaryFolder(terminal);
      try {
        const keeper = keepsRows ? folder.keepRows() : NO_ROWS_KEPT;
        const file = await openScored(path, scoring, terminal, folder, keeper);
        const written = redaction ? await redactFile(file, redaction) : file;
        for (const { path, output } of outputs)
          await writeFile(path, (await output.load())(written), terminal);
        await terminal.write(
          options['json'] === true ? `${summaryJson(file)}\n` : printRun(file, terminal),
        );
        const why = whyUnscored(file);
        if (why) throw why;
      } finally {
        folder.remove();
      }
    }
    return EXIT.done;
  },
};
