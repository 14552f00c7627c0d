import { DEFAULT_SETTINGS } from '#core/score/metrics/registry.ts';
import { countOf } from '#core/base/text/sentence.ts';
import { CouldNotRun, EXIT } from '../could-not-run.ts';
import { openInput } from '../input/open-input.ts';
import { jsonlPieces } from '../outputs/outputs.ts';
import { scoreInput } from '../score-input.ts';
import { FILES_HELP, readScoringOptions, textOf } from '../scoring-options.ts';
import { say } from '../printable.ts';
import type { Subcommand } from '../subcommand.ts';
import { printIssues } from '../tables/run-table.ts';
import { writeFile } from '../write-file.ts';

/** Endings of files that are no JSONL. */
const OTHER_ENDINGS = ['.csv', '.tsv', '.json', '.md', '.html', '.parquet', '.xlsx'];

/** `convert FILE…`: writes the rows of any format as JSONL. */
export const convert: Subcommand = {
  define: (command) =>
    void command
      .argument('<files...>', FILES_HELP)
      .option(
        '-c, --columns <roles>',
        'which column is what, and is written as that: predicted_trajectory=actual,id=case',
      )
      .option('-o, --out <file>', 'write to a file instead of standard output'),
  examples: [
    { line: 'convert traces.json > rows.jsonl', does: 'Make rows of an OpenTelemetry export.' },
    { line: 'convert runs.parquet --out rows.jsonl', does: 'Make rows of a Parquet table.' },
    {
      line: 'convert ~/.claude/projects > rows.jsonl',
      does: 'Make rows of all files in a folder.',
    },
  ],
  files: ({ args: [files], options }) => ({
    reads: files as readonly string[],
    writes: [textOf(options['out'])],
  }),
  async run({ args, options, terminal, folder }) {
    const [paths] = args as [readonly string[]];
    const out = textOf(options['out']);
    const ending = OTHER_ENDINGS.find((end) => out?.toLowerCase().endsWith(end));
    if (ending !== undefined)
      throw new CouldNotRun(
        `convert writes JSONL, and ${out ?? ''} is named as ${ending}.`,
        'Name a file such as rows.jsonl. With scores, score --out writes .csv, too.',
      );
    const scoring = await readScoringOptions({ columns: options['columns'] }, terminal);
    const settings = { ...DEFAULT_SETTINGS, metrics: [] };
    const input = await openInput(paths, terminal, folder);
    const file = await scoreInput(input, { ...scoring, settings, observes: false }, terminal);
    const pieces = jsonlPieces(file, [], scoring.roles);
    if (out !== undefined) await writeFile(out, pieces, terminal);
    else for await (const piece of pieces) if (!(await terminal.write(piece))) break;
    const { columns, format } = file.run;
    terminal.report(say`${file.title}: ${format.title}, ${countOf(columns.rowCount, 'row')}`);
    for (const line of printIssues(file, terminal)) terminal.report(line);
    return EXIT.done;
  },
};
