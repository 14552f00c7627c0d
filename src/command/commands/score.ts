import { existsSync } from 'node:fs';
import { CouldNotRun, EXIT } from '../could-not-run.ts';
import { NO_ROWS_KEPT, TemporaryFolder } from '../input/temporary-folder.ts';
import { openScored } from '../open-scored.ts';
import { summaryJson, findOutput, OUTPUTS } from '../outputs/registry.ts';
import { readRedaction, redactFile } from '../redact-file.ts';
import { whyUnscored } from '../score-input.ts';
import {
  declareScoringOptions,
  readScoringOptions,
  repeated,
  scoringFiles,
} from '../scoring-options.ts';
import type { Subcommand } from '../subcommand.ts';
import { printRun, tellNotes } from '../tables/run-table.ts';
import { writeFile } from '../write-file.ts';

/** `score FILE…`: scores files, prints a table for each, and writes files. */
export const score: Subcommand = {
  define: (command) =>
    void declareScoringOptions(command)
      .argument('<files...>', 'files, or - for standard input')
      .option(
        '-o, --out <file>',
        `also write a file: ${OUTPUTS.map(({ ending, title }) => `${ending} ${title}`).join('; ')}; may be repeated`,
        repeated,
      )
      .option(
        '--redact [kinds]',
        'take e-mail addresses, keys, numbers … out of the files written, or these: email,uuid',
      )
      .option(
        '--redact-columns <name>',
        'replace every value of a column, too; may be repeated',
        repeated,
      )
      .option(
        '--remove-columns <name>',
        'leave a column out of the files written; may be repeated',
        repeated,
      )
      .option('--json', 'print the summary as JSON instead of a table'),
  examples: [
    { line: 'score runs.jsonl', does: 'Score a file with the usual metrics.' },
    {
      line: 'score otel.json.gz --metrics trajectory_recall,trajectory_precision',
      does: 'Score a packed log with two metrics.',
    },
    {
      line: 'score runs.jsonl --rule "refund only after verify" --rule "at most 20 calls"',
      does: 'Score two rules that need no reference, too.',
    },
    { line: 'score - < runs.csv', does: 'Score what another program writes.' },
    {
      line: 'score predictions.jsonl --reference references.jsonl',
      does: 'Join predictions with the references of another file.',
    },
    {
      line: 'score runs.jsonl --out report.html --out scores.csv',
      does: 'Write a report and the rows with their scores.',
    },
  ],
  prepare: (args) =>
    // without kinds of its own, it would take the file for them
    args.map((arg, at) => (arg === '--redact' && isFile(args[at + 1]) ? '--redact=usual' : arg)),
  files: ({ args: [files], options }) => ({
    reads: [...(files as readonly string[]), ...scoringFiles(options)],
    writes: (options['out'] as readonly string[] | undefined) ?? [],
  }),
  async run({ args, options, terminal }) {
    const [files] = args as [readonly string[]];
    const scoring = await readScoringOptions(options, terminal);
    const paths = (options['out'] as readonly string[] | undefined) ?? [];
    const redaction = readRedaction(options);
    if (redaction && paths.length === 0)
      throw new CouldNotRun(
        'What is printed is not redacted, and no file is named to be written.',
        'Add one with --out FILE.',
      );
    const outputs = paths.map((path) => ({ path, output: findOutput(path) }));
    if (files.length > 1 && paths.length > 0)
      throw new CouldNotRun(
        `--out writes the scores of one file, and ${files.length} are named.`,
        'Each further file of --out has its own --out. Score files one by one, or join them: cat a.jsonl b.jsonl | trajectory-playground score -',
      );
    const keepsRows = redaction !== undefined || outputs.some(({ output }) => output.hasRows);
    const isJson = options['json'] === true;
    const summaries: string[] = [];
    let unscored: CouldNotRun | undefined;
    for (const path of files) {
      const folder = new TemporaryFolder(terminal);
      try {
        const keeper = keepsRows ? folder.keepRows() : NO_ROWS_KEPT;
        const file = await openScored(path, scoring, terminal, folder, keeper);
        const written = redaction ? await redactFile(file, redaction) : file;
        for (const { path, output } of outputs)
          await writeFile(path, (await output.load())(written), terminal);
        tellNotes(file, terminal);
        if (isJson) summaries.push(summaryJson(file));
        else await terminal.print(printRun(file, terminal));
        unscored ??= whyUnscored(file);
      } finally {
        folder.remove();
      }
    }
    // one document, whatever the number of files
    const [only = ''] = summaries;
    if (isJson)
      await terminal.write(files.length === 1 ? `${only}\n` : `[${summaries.join(',\n')}]\n`);
    if (unscored) throw unscored;
    return EXIT.done;
  },
};

function isFile(path: string | undefined): boolean {
  return path !== undefined && (path === '-' || existsSync(path));
}
