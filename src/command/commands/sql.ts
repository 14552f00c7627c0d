import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import {
  LIBRARY_FILE,
  writeScript,
  type Days,
  type ScriptRequest,
} from '#core/warehouse/write-script.ts';
import { CouldNotRun, EXIT } from '../could-not-run.ts';
import { readScoringOptions, scoringFiles, textOf } from '../scoring-options.ts';
import { printable } from '../printable.ts';
import type { Subcommand } from '../subcommand.ts';
import { writeFile } from '../write-file.ts';

/** `sql`: writes a script that scores a table in BigQuery. */
export const sql: Subcommand = {
  define: (command) => void declare(command),
  examples: [
    {
      line: 'sql --table project.agents.runs --columns predicted_trajectory=calls,reference_trajectory=expected,id=case',
      does: 'Score a whole table with the usual metrics.',
    },
    {
      line: 'sql --table project.agents.runs --columns predicted_trajectory=calls,reference_trajectory=expected --metrics set.json --group model --out score.sql',
      does: 'Score with a metric set of the page, and summarise by model.',
    },
    {
      line: 'sql --table project.agents.runs --columns predicted_trajectory=calls,reference_trajectory=expected --day day --from 2026-01-01 --to 2026-01-31',
      does: 'Score a month of a partitioned table; run it again for others.',
    },
  ],
  files: ({ options }) => {
    const out = textOf(options['out']);
    return {
      reads: scoringFiles(options),
      writes: out === undefined ? [] : [out, join(dirname(out), LIBRARY_FILE)],
    };
  },
  async run({ options, terminal }) {
    const { settings, roles } = await readScoringOptions(options, terminal);
    const result = writeScript({ ...readRequest(options), settings, columns: roles });
    if (!result.ok) throw new CouldNotRun(result.problems.join(' '), wayOn(roles));
    const { sql: script, library, notes } = result;
    const out = textOf(options['out']);
    if (library && out === undefined)
      throw new CouldNotRun(
        notes.at(-1) ?? '',
        `Add --out score.sql: ${library.fileName} is written beside it.`,
      );
    for (const note of notes) terminal.report(printable(note));
    if (out === undefined) await terminal.write(script);
    else {
      if (library) await writeFile(join(dirname(out), library.fileName), [library.text], terminal);
      await writeFile(out, [script], terminal);
    }
    return EXIT.done;
  },
};

/** What to do where a column is not named. */
function wayOn({ predicted_trajectory, reference_trajectory }: ColumnRoles): string {
  return predicted_trajectory !== undefined && reference_trajectory !== undefined
    ? ''
    : 'The table’s columns are named by what they hold: --columns predicted_trajectory=calls,reference_trajectory=expected';
}

function declare(command: Command): Command {
  return command
    .requiredOption('-t, --table <name>', 'the table with the rows: project.dataset.table')
    .requiredOption(
      '-c, --columns <roles>',
      'which column is what: predicted_trajectory=calls,reference_trajectory=expected,id=case',
    )
    .option(
      '-m, --metrics <set>',
      'metric set as the page exports it (set.json), or names: trajectory_recall,bleu',
    )
    .option('--scores <name>', 'the table for the scores; by default that of the rows with _scores')
    .option('--group <column>', 'a column by whose values the summary is grouped')
    .option(
      '--day <column>',
      'a column of dates: only some days are scored, yesterday’s if no others',
    )
    .option('--from <day>', 'the first day, 2026-01-31')
    .option('--to <day>', 'the last day; by default the first')
    .option('--library <address>', 'where to keep a function too long for the script: gs://…/x.js')
    .option('-o, --out <file>', 'write the script to a file');
}

function readRequest(
  options: Readonly<Record<string, unknown>>,
): Omit<ScriptRequest, 'settings' | 'columns'> {
  const [scoresTable, groupBy, partitionBy, library] = [
    textOf(options['scores']),
    textOf(options['group']),
    textOf(options['day']),
    textOf(options['library']),
  ];
  const days = readDays(textOf(options['from']), textOf(options['to']));
  return {
    table: textOf(options['table']) ?? '',
    ...(scoresTable !== undefined && { scoresTable }),
    ...(groupBy !== undefined && { groupBy }),
    ...(partitionBy !== undefined && { partitionBy }),
    ...(days && { days }),
    ...(library !== undefined && { library }),
  };
}

function readDays(from: string | undefined, to: string | undefined): Days | undefined {
  if (from === undefined && to === undefined) return undefined;
  if (from === undefined) throw new CouldNotRun('--to needs --from, the first day.');
  return { first: from, last: to ?? from };
}
