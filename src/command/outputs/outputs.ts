import type { JsonObject } from '#core/base/json/json-value.ts';
import type { ColumnRole, ColumnRoles } from '#core/read/names/column-roles.ts';
import { markdownReport } from '#core/share/results/markdown-report.ts';
import {
  csvHeader,
  csvLine,
  isGuardedHeader,
  isGuardedRecord,
  planResultColumns,
  resultCells,
  resultLine,
  resultNames,
} from '#core/share/results/result-table.ts';
import { printSummary } from '#core/share/results/summary-file.ts';
import { readRecords } from '#workers/read-rows.ts';
import { CouldNotRun } from '../could-not-run.ts';
import type { ScoredFile } from '../score-input.ts';
import type { Pieces } from '../write-file.ts';

/** A file to write results to. */
interface Output {
  readonly title: string;
  readonly write: (file: ScoredFile) => Pieces;
}

/** The files of `score --out` by the ends of their names; longer ends come before shorter ones. */
export const OUTPUTS: Readonly<Record<string, Output>> = {
  '.csv': { title: 'rows with their scores and differences, as a table', write: csvPieces },
  '.jsonl': { title: 'the same, a line each', write: jsonlPieces },
  '.json': {
    title: 'summary, as the page downloads it',
    write: (file) => [`${summaryJson(file)}\n`],
  },
  '.md': { title: 'summary in Markdown', write: (file) => [summaryMarkdown(file)] },
  '.html': { title: 'report: the page with the run in it', write: reportOf },
};

/** Finds what stands for the end of a file's name; undefined for others. */
export function byEnding<T>(writers: Readonly<Record<string, T>>, path: string): T | undefined {
  const name = path.toLowerCase();
  return Object.entries(writers).find(([ending]) => name.endsWith(ending))?.[1];
}

/** Finds an output by the end of a file's name; throws CouldNotRun for others. */
export function findOutput(path: string): Output {
  const output = byEnding(OUTPUTS, path);
  if (output) return output;
  if (path.toLowerCase().endsWith('.xml'))
    throw new CouldNotRun(
      `${path} is not written: JUnit has the verdict of a gate, not the scores of rows.`,
      `Use gate --out ${path}; rows with their scores are written as .csv and .jsonl.`,
    );
  const known = Object.entries(OUTPUTS).map(([ending, { title }]) => `${ending} (${title})`);
  throw new CouldNotRun(
    `The ending of ${path} does not say what to write.`,
    `Use one of ${known.join(', ')}.`,
  );
}

/** Writes the summary of a run as JSON. */
export function summaryJson({ title, run, digest, scoredAtMs }: ScoredFile): string {
  const { settings, columns } = run;
  const { rowCount, skippedCount } = columns;
  const file = { name: title, datasetName: title, createdAtMs: scoredAtMs, rowCount, skippedCount };
  return printSummary({ ...file, settings, summary: digest.summary });
}

function summaryMarkdown({ title, run, digest, redaction }: ScoredFile): string {
  const { settings, columns, roles } = run;
  const { rowCount } = columns;
  const about = { name: title, datasetName: title, rowCount, settings, redaction };
  return markdownReport(about, { ...digest, columns, roles });
}

/** The report brings the page along, which few need. */
async function* reportOf(file: ScoredFile): AsyncIterable<Uint8Array> {
  const { reportPieces } = await import('./report-output.ts');
  yield* reportPieces(file);
}

/** Rows kept in memory at a time; a row may be a whole session. */
const ROWS_AT_ONCE = 2000;
const BYTES_AT_ONCE = 8_000_000;

/** A row as in the file, and its number from 0. */
interface NumberedRecord {
  readonly record: JsonObject;
  readonly row: number;
}

/** Reads the rows of a run in groups. */
async function* recordsOf({ run }: ScoredFile): AsyncIterable<readonly NumberedRecord[]> {
  const { columns } = run;
  const { offsets, lengths, rowCount } = columns;
  for (let from = 0, to = 0; from < rowCount; from = to) {
    for (let bytes = 0; to < rowCount && to - from < ROWS_AT_ONCE && bytes < BYTES_AT_ONCE; to++)
      bytes += lengths[to] ?? 0;
    const places = { offsets: offsets.subarray(from, to), lengths: lengths.subarray(from, to) };
    const records: NumberedRecord[] = [];
    await readRecords(run, places, (record, index) => records.push({ record, row: from + index }));
    yield records;
  }
}

/** Writes rows with scores as CSV. Reads them twice: a column of the header depends on all. */
async function* csvPieces(file: ScoredFile): AsyncIterable<string> {
  const plan = planResultColumns(file.run.columns);
  const names = resultNames(plan);
  let hasGuards = isGuardedHeader(names);
  for await (const records of recordsOf(file)) {
    hasGuards ||= records.some(({ record, row }) =>
      isGuardedRecord(resultCells(plan, record, row)),
    );
    if (hasGuards) break;
  }
  yield csvHeader(names, hasGuards);
  for await (const records of recordsOf(file))
    yield records
      .map(({ record, row }) => csvLine(resultCells(plan, record, row), hasGuards))
      .join('');
}

/**
 * Writes rows as JSONL, with their scores unless others are given.
 * @param renamed columns that are written under the names of their roles
 */
export async function* jsonlPieces(
  file: ScoredFile,
  scores = file.run.columns.scores,
  renamed: ColumnRoles = {},
): AsyncIterable<string> {
  const { columns, roles } = file.run;
  const asRole = new Map<string, string>();
  for (const role of Object.keys(renamed) as ColumnRole[]) asRole.set(roles[role] ?? role, role);
  const taken = new Set(asRole.values());
  const freed = [...asRole.keys()].filter((name) => !taken.has(name));
  // a column that has the name of a role, and is another, takes a name that is free now
  const others = [...taken]
    .filter((name) => !asRole.has(name))
    .map((name, at) => [name, freed[at]]);
  const names = new Map([...asRole, ...(others as [string, string][])]);
  const nameOf = (name: string): string => names.get(name) ?? name;
  const named = columns.columns.map((column) => ({ ...column, name: nameOf(column.name) }));
  const plan = planResultColumns({ ...columns, columns: named, scores });
  const withNames = (record: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(record).map(([name, cell]) => [nameOf(name), cell]));
  for await (const records of recordsOf(file))
    yield records
      .map(({ record, row }) => `${resultLine(plan, withNames(record), row)}\n`)
      .join('');
}
