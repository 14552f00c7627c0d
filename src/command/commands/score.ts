import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { missingSide } from '#core/read/dataset/missing-side.ts';
import { kindOfFiles } from '#engine/file-set.ts';
import { OWN_THREAD } from '#package/own-thread.ts';
import { CouldNotRun, EXIT } from '#command/could-not-run.ts';
import { isFile, openFile } from '#command/input/open-input.ts';
import { summaryJson, findOutput, OUTPUTS } from '#command/outputs/outputs.ts';
import { openScored, withOwnTitle } from '#command/open-scored.ts';
import { whyUnscored, type ScoredFile } from '#command/score-input.ts';
import {
  declareScoringOptions,
  listOf,
  FILES_HELP,
  readScoringOptions,
  repeated,
  scoringFiles,
} from '#command/scoring-options.ts';
import type { Subcommand } from '#command/subcommand.ts';
import { findNamed, printRun, reportNotes } from '#command/tables/run-table.ts';
import { writeFile } from '#command/write-file.ts';
import { FOUND_KINDS, DEFAULT_KINDS, type FoundKind } from '#core/share/redaction/kinds.ts';
import type { ColumnTreatment, RedactionChoices } from '#core/share/redaction/redaction.ts';
import { HeldRun } from '#workers/held-run.ts';
import { redactRuns } from '#workers/redact-runs.ts';

/** `score FILE…`: scores one dataset, or runs of the same tasks; prints tables, writes files. */
export const score: Subcommand = {
  define: (command) =>
    void declareScoringOptions(command)
      .argument('<files...>', `${FILES_HELP}; runs of the same tasks are scored one by one`)
      .option(
        '-o, --out <file>',
        `also write a file: ${Object.entries(OUTPUTS)
          .map(([ending, { title }]) => `${ending} ${title}`)
          .join('; ')}; may be repeated`,
        repeated,
      )
      .option(
        '--redact [kinds]',
        'take personal data out of the files written: e-mail addresses, keys, numbers …; or only some kinds: email,uuid',
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
    writes: listOf(options['out']),
  }),
  async run({ args, options, terminal, folder }) {
    const [files] = args as [readonly string[]];
    const scoring = await readScoringOptions(options, terminal);
    const paths = listOf(options['out']);
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
      const opened = await openScored(dataset, scoring, terminal, folder);
      const file = typeof dataset === 'string' ? withOwnTitle(opened, dataset, files) : opened;
      const written = redaction ? await redactFile(file, redaction) : file;
      for (const { path, output } of outputs)
        await writeFile(path, output.write(written), terminal);
      await reportNotes(file, terminal);
      if (isJson) summaries.push(summaryJson(file));
      else await terminal.print(printRun(file, await findNamed(file), terminal));
      unscored ??= whyNoRun(file, dataset) ?? whyUnscored(file);
      folder.remove();
    }
    // one document, whatever the number of files
    const [only = ''] = summaries;
    if (isJson)
      await terminal.write(datasets.length === 1 ? `${only}\n` : `[${summaries.join(',\n')}]\n`);
    if (unscored) throw unscored;
    return EXIT.done;
  },
};

/** Refuses a file among several runs that holds only the calls which the others should make. */
function whyNoRun({ title, run }: ScoredFile, path: unknown): CouldNotRun | undefined {
  const { columns, roles } = run;
  if (typeof path !== 'string') return undefined;
  if (missingSide({ columns: columns.columns, roles }) !== 'predicted') return undefined;
  return new CouldNotRun(
    `${title} has expected calls, and no calls of an agent.`,
    `Join the other files with it: --reference ${path}`,
  );
}

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

/** Options of subcommands that redact their output. */
interface RedactionOptions {
  readonly redact?: unknown;
  readonly redactColumns?: unknown;
  readonly removeColumns?: unknown;
}

/** Columns that are scored: their values are redacted, but the columns are kept. */
const SCORED = ['predicted_trajectory', 'reference_trajectory', 'reference_trajectories'] as const;

/** Reads the choices for redacting; undefined for none. Throws CouldNotRun. */
function readRedaction(options: RedactionOptions): RedactionChoices | undefined {
  const columns = [
    ...columnsOf(options.redactColumns, 'replace'),
    ...columnsOf(options.removeColumns, 'remove'),
  ];
  if (options.redact === undefined && columns.length === 0) return undefined;
  return { kinds: kindsOf(options.redact), words: [], columns, kept: [] };
}

function columnsOf(names: unknown, treatment: ColumnTreatment): RedactionChoices['columns'] {
  return Array.isArray(names) ? names.map((name) => ({ name: String(name), treatment })) : [];
}

function kindsOf(option: unknown): readonly FoundKind[] {
  if (typeof option !== 'string' || option === 'usual') return DEFAULT_KINDS;
  return option.split(',').map((name) => {
    const kind = FOUND_KINDS.find((known) => known === name.trim());
    if (kind) return kind;
    throw new CouldNotRun(`“${name}” cannot be redacted.`, FOUND_KINDS.join(', '));
  });
}

/** Redacts a scored file; throws CouldNotRun for a column that is scored or does not exist. */
async function redactFile(file: ScoredFile, choices: RedactionChoices): Promise<ScoredFile> {
  const { run, title } = file;
  checkColumns(run, choices);
  const { runs, note } = await redactRuns([HeldRun.of(run)], { choices, about: [{ title }] });
  const [copy] = runs;
  if (!copy) return file;
  const { rows, columns, roles, settings, digest, about, fingerprint } = copy;
  return {
    ...file,
    title: `${about['title'] ?? ''} (redacted)`,
    digest,
    redaction: note,
    run: {
      ...run,
      rows,
      columns,
      roles,
      settings,
      fingerprint,
      table: undefined,
      original: null,
      skipped: new Blob(),
      reading: {},
      header: '',
    },
  };
}

function checkColumns({ columns, roles }: ScoredFile['run'], choices: RedactionChoices): void {
  const scored = new Set(SCORED.map((role) => roles[role]));
  const names = columns.columns.map(({ name }) => name).filter((name) => !scored.has(name));
  for (const { name } of choices.columns) {
    if (names.includes(name)) continue;
    throw scored.has(name)
      ? new CouldNotRun(
          `“${name}” is scored, so it stays; only values found in it are replaced.`,
          'Leave the column out.',
        )
      : new CouldNotRun(
          `There is no column “${name}” to replace or remove.`,
          `These can be: ${names.join(', ')}.`,
        );
  }
}
