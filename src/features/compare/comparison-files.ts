import type { RowPreview } from '#core/explain/row/row-detail.ts';
import { downloadsOf } from '#features/downloads/downloads.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { copyText } from '#kernel/clipboard.ts';
import { reportUnwritten } from '#kernel/report-notices.ts';
import { letterAt, type RunLetter } from '#core/compare/run-letters.ts';
import { comparisonOf, type ComparedRow, type RunComparison } from './comparison.svelte.ts';
import { comparisonMarkdown } from '#core/compare/comparison-markdown.ts';
import { scoresOf, type ScoredColumns, scoreAt } from '#core/score/columns/scored-columns.ts';
import { ResultCsv } from '#core/share/results/result-table.ts';
import { describeWhatChanged, rowOfRun, writeWhatChanged } from './what-changed.ts';
import { againstA, comparisonFiles as texts, comparisonReport as report } from './texts.ts';

/** Rows of a kind that a report names. */
const NAMED_ROWS = 20;
/** Rows that are asked for in one go. */
const BATCH = 500;

/** Copies the verdict and the metrics as Markdown. */
export async function copyComparison(app: AppState): Promise<void> {
  try {
    await copyText(app.notices, await writeMarkdown(app), texts.copied);
  } catch (error) {
    reportUnwritten(app.notices, error);
  }
}

/** Downloads the rows shown as CSV. */
export async function downloadComparison(app: AppState): Promise<void> {
  const file = writeCsv(app).then((parts) => new Blob(parts, { type: 'text/csv;charset=utf-8' }));
  await downloadsOf(app).file('comparison.csv', file);
}

async function writeMarkdown(app: AppState): Promise<string> {
  const comparison = comparisonOf(app);
  const { runs, results } = comparison;
  const named = await Promise.all(
    results.map(async (_, place) => {
      const idsOf = async (change: 'lost' | 'regressed'): Promise<string[]> => {
        const rows = comparison.rowsWith(change, place, NAMED_ROWS);
        return (await readPreviews(app, comparison, 0, rows)).map(({ id }, at) =>
          id === '' ? texts.row((rows[at] ?? 0) + 1) : id,
        );
      };
      return { lost: await idsOf('lost'), regressed: await idsOf('regressed') };
    }),
  );
  const reported = runs.map(({ record }) => {
    const { name = record.name } = app.library.find(record.id) ?? {};
    return { ...record, name };
  });
  return comparisonMarkdown(reported, results, named);
}

async function writeCsv(app: AppState): Promise<string[]> {
  const comparison = comparisonOf(app);
  const { runs, focus, letter, rowCount } = comparison;
  const shown = Array.from({ length: rowCount }, (_, index) => comparison.rowAt(index)).filter(
    (row) => row !== undefined,
  );
  const [a, b] = await Promise.all(
    [0, focus + 1].map((place) => previewsByRow(app, comparison, place, shown)),
  );
  // a row that only a further candidate has is never shown
  const rows = shown.map((row): ReportedRow => {
    const sides = [a, b].map((previews, side) => {
      const place = side === 0 ? 0 : focus + 1;
      const at = row.rows[place] ?? -1;
      const preview = previews?.get(at);
      const run = runs[place];
      return { at, preview, ofRun: run && rowOfRun(run.columns, at, preview) };
    });
    const known = sides.find(({ at }) => at >= 0);
    const [inA, inB] = sides;
    const changed = describeWhatChanged(row, inA?.ofRun, inB?.ofRun, letter);
    return {
      ...row,
      id: known?.preview?.id || String((known?.at ?? 0) + 1),
      prompt: known?.preview?.prompt ?? '',
      whatChanged: writeWhatChanged(changed),
    };
  });
  return comparisonCsv(
    runs.map(({ columns }) => columns),
    letter,
    rows,
  );
}

async function previewsByRow(
  app: AppState,
  comparison: RunComparison,
  place: number,
  shown: readonly ComparedRow[],
): Promise<Map<number, RowPreview>> {
  const rows = shown.map((row) => row.rows[place] ?? -1).filter((row) => row >= 0);
  const previews = await readPreviews(app, comparison, place, rows);
  return new Map(rows.map((row, at) => [row, previews[at]] as const).filter(isRead));
}

function isRead(entry: readonly [number, RowPreview | undefined]): entry is [number, RowPreview] {
  return entry[1] !== undefined;
}

/** Reads lines of a run's rows, some at a time: together they may be more than there is room for. */
async function readPreviews(
  { reader }: AppState,
  { runs }: RunComparison,
  place: number,
  rows: readonly number[],
): Promise<RowPreview[]> {
  const run = runs[place];
  const read: RowPreview[] = [];
  for (let from = 0; run && from < rows.length; from += BATCH)
    read.push(...(await reader.ask(run, 'previewRows', { rows: rows.slice(from, from + BATCH) })));
  return read;
}

/** A row of a comparison with what is read of it. */
interface ReportedRow extends ComparedRow {
  readonly id: string;
  readonly prompt: string;
  readonly whatChanged: string;
}

/**
 * Writes the rows of a comparison as CSV: id, prompt, what became of the row, each run's score in
 * each metric (`trajectory_recall/A`), and what changed. Cells are guarded against formulas.
 * @param runs the columns of each run, the baseline's first
 * @param letter the candidate whose changes are listed
 * @returns the file's lines, with their ends
 */
function comparisonCsv(
  runs: readonly ScoredColumns[],
  letter: RunLetter,
  rows: readonly ReportedRow[],
): string[] {
  const columnIds = [...new Set(runs.flatMap(({ scores }) => scores.map(({ id }) => id)))];
  const csv = new ResultCsv([
    'id',
    'prompt',
    againstA(letter),
    ...columnIds.flatMap((id) => runs.map((_, place) => `${id}/${letterAt(place)}`)),
    report.whatChanged,
  ]);
  for (const row of rows) {
    const { id, prompt, change, whatChanged } = row;
    const scores = columnIds.flatMap((columnId) =>
      runs.map((columns, place) => {
        const value = scoreAt(scoresOf(columns, columnId), row.rows[place] ?? -1);
        return Number.isNaN(value) ? null : value;
      }),
    );
    const first = row.rows.findIndex((at) => at >= 0);
    csv.add([id, prompt, change ?? report.onlyIn(letterAt(first)), ...scores, whatChanged]);
  }
  return csv.parts();
}
