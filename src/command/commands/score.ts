import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { kindOfFiles } from '#engine/file-set.ts';
import { OWN_THREAD } from '#package/own-thread.ts';
import { CouldNotRun, EXIT } from '../could-not-run.ts';
import { isFile, openFile } from '../input/open-input.ts';
import { TemporaryFolder } from '../input/temporary-folder.ts';
import { openScored } from '../open-scored.ts';
import { summaryJson, findOutput, OUTPUTS } from '../outputs/registry.ts';
import { readRedaction, redactFile } from '../redact-file.ts';
import { whyUnscored } from '../score-input.ts';
import {
  declareScoringOptions,
  FILES_HELP,
  readScoringOptions,
  repeated,
  scoringFiles,
} from '../scoring-options.ts';
import type { Subcommand } from '../subcommand.ts';
import { findWorst, printRun, reportNotes } from '../tables/run-table.ts';
import { writeFile } from '../write-file.ts';

/** `score FILE…`: scores one dataset, or runs of the same tasks; prints tables, writes files. */
export const score: Subcommand = {
  define: (command) =>
    void declareScoringOptions(command)
      .argument('<files...>', FILES_HELP)
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
      does: 'Score two rules that need no expected calls, too.',
    },
    { line: 'score - < runs.csv', does: 'Score what another program writes.' },
    {
      line: 'score predictions.jsonl --reference references.jsonl',
      does: 'Join the agent’s calls with the expected ones of another file.',
    },
    { line: 'score sessions/', does: 'Score a folder, or a ZIP archive, as one dataset.' },
    {
      line: 'score runs.jsonl --out report.html --out scores.csv',
      does: 'Write a report and the rows with their scores.',
    },
  ],
  prepare: (args) =>
    // without kinds, --redact would take the file for them
    args.map((arg, at) => (arg === '--redact' && isInput(args[at + 1]) ? '--redact=usual' : arg)),
  files: ({ args: [files], options }) => ({
    reads: [...(files as readonly string[]), ...scoringFiles(options)],
    writes: (options['out'] as readonly string[] | undefined) ?? [],
  }),
  async run({ args, options, terminal }) {
    const [files] = args as [readonly string[]];
    const observes = options['metrics'] === undefined;
    const scoring = { ...(await readScoringOptions(options, terminal)), observes };
    const paths = (options['out'] as readonly string[] | undefined) ?? [];
    const redaction = readRedaction(options);
    if (redaction && paths.length === 0)
      throw new CouldNotRun(
        'What is printed is not redacted, and no file is named to be written.',
        'Add one with --out FILE.',
      );
    const outputs = paths.map((path) => ({ path, output: findOutput(path) }));
    const datasets = (await areRuns(files)) ? files : [files];
    if (datasets.length > 1 && paths.length > 0)
      throw new CouldNotRun(
        `--out writes the scores of one run, and ${datasets.length} runs of the same tasks are named.`,
        'Each further file of --out has its own --out. Score runs one by one, or compare them: trajectory-playground compare A B',
      );
    const isJson = options['json'] === true;
    const summaries: string[] = [];
    let unscored: CouldNotRun | undefined;
    for (const dataset of datasets) {
      const folder = new TemporaryFolder(terminal);
      try {
        const file = await openScored(dataset, scoring, terminal, folder, folder.keepRows());
        const written = redaction ? await redactFile(file, redaction) : file;
        for (const { path, output } of outputs)
          await writeFile(path, (await output.load())(written), terminal);
        reportNotes(file, terminal);
        if (isJson) summaries.push(summaryJson(file));
        else await terminal.print(printRun(file, await findWorst(file), terminal));
        unscored ??= whyUnscored(file);
      } finally {
        folder.remove();
      }
    }
    // one document, whatever the number of files
    const [only = ''] = summaries;
    if (isJson)
      await terminal.write(datasets.length === 1 ? `${only}\n` : `[${summaries.join(',\n')}]\n`);
    if (unscored) throw unscored;
    return EXIT.done;
  },
};

/** Whether files are runs of the same tasks, rather than one dataset. */
async function areRuns(paths: readonly string[]): Promise<boolean> {
  const isApart = paths.length > 1 && paths.every((path) => isFile(path) && existsSync(path));
  if (!isApart) return false;
  const files = paths.map((path) => ({ name: basename(path), blob: openFile(path) }));
  return (await kindOfFiles(OWN_THREAD, files)) === 'runs';
}

function isInput(path: string | undefined): boolean {
  return path !== undefined && (path === '-' || existsSync(path));
}
