import { rowNameColumn, type ColumnRoles } from '#core/read/names/column-roles.ts';
import { findMetric, titleOf } from '#core/score/metrics/registry.ts';
import { isUnitScale } from '#core/score/metric/metric.ts';
import { formatAmount, toDecimals } from '#core/base/text/sentence.ts';
import { isErrorOutcome } from '#core/calls/outcome.ts';
import {
  outcomeAt,
  scoreAt,
  scoreReader,
  scoresOf,
  type ScoredColumns,
  type ScoreValues,
} from '#core/score/columns/scored-columns.ts';
import { REVIEW_COLUMN, WRONG_STEP_COLUMN } from '#core/score/rated-metrics/rating-metric.ts';
import { verdictAt } from '#core/score/review/annotation-columns.ts';
import { shownSummaries } from '#core/explain/summary/metric-summary.ts';
import { decidingId } from '#core/explain/summary/headline.ts';
import { lacksExpectedCalls } from '#core/read/dataset/missing-side.ts';
import type { OpenRun } from '#kernel/run/open-run.ts';
import type { TableLayout } from './table-layout.svelte.ts';
import { isCountedOut, standouts } from '#core/explain/summary/stands-out.ts';
import { resultColumns as texts } from './texts.ts';

/** A score column as the table shows it. */
export interface GridColumn {
  readonly scores: ScoreValues;
  /** Its place among the run's score columns. */
  readonly index: number;
  readonly title: string;
  readonly short: string;
  readonly isCode: boolean;
  /** Whether a score below 1 is tinted. */
  readonly hasHeat: boolean;
  /** 0/1 metrics have no decimals; absent: the digits that say something. */
  readonly decimals?: 0 | 2;
  /** Whether a person wrote or judged it. */
  readonly isOwn: boolean;
  /** Failure has a tag; a column of its own would say it twice. */
  readonly hasCells: boolean;
}

/** The table's score columns; none for what the data does not record. */
export function gridColumns(run: OpenRun): GridColumn[] {
  const shown = new Set(
    shownSummaries(run.summary, lacksExpectedCalls(run)).map(({ columnId }) => columnId),
  );
  return run.columns.scores.flatMap((column, index) => {
    const metric = findMetric(column.metricId);
    if (!metric || !shown.has(column.id)) return [];
    const { title, short, isCode } = titleOf(column);
    return [
      {
        scores: column,
        index,
        title,
        short,
        isCode,
        hasHeat: metric.better === 'higher' && isUnitScale(metric.scale),
        ...(metric.scale !== 'amount' && { decimals: metric.scale === 'binary' ? 0 : 2 }),
        isOwn: metric.origin === 'own',
        hasCells:
          metric.origin === 'own' ||
          metric.group === 'process' ||
          !metric.needs.includes('failure'),
      },
    ];
  });
}

/**
 * Writes a score for its cell: 0/1 without decimals, amounts with the digits that say something, all
 * else with two, a person's review in words; a dash without a score.
 */
export function cellText({ scores, decimals }: GridColumn, row: number): string {
  if (scores.id === REVIEW_COLUMN.id) return verdictAt(scores, row) ?? '–';
  const value = scoreAt(scores, row);
  if (!Number.isNaN(value) && scores.id === WRONG_STEP_COLUMN.id) return texts.step(value);
  if (!Number.isNaN(value))
    return decimals === undefined ? formatAmount(value) : toDecimals(value, decimals);
  // no score because there is nothing to compare, or because reading or judging it failed
  return isErrorOutcome(outcomeAt(scores, row)) ? texts.error : '–';
}

/** A column of the table: its head, its width, and what its cells show. */
export interface TableColumn {
  /** Unique among columns, kept with the person's choice of columns. */
  readonly id: string;
  /** Its name in the list of columns. */
  readonly title: string;
  readonly shows:
    | { readonly kind: 'id' | 'prompt' | 'trajectory' | 'why' }
    | { readonly kind: 'result'; readonly column: GridColumn }
    | { readonly kind: 'score'; readonly column: GridColumn }
    | { readonly kind: 'cell'; readonly name: string };
  /** Width in px; the least one where the column grows. */
  readonly width: number;
  /** Its share of the room left over, 0 for none. */
  readonly grows: number;
  /** Shown only once a person asks for it. */
  readonly isExtra: boolean;
}

/** How many rows pass in the metric that decides, of those that it scores; undefined where it scores none. */
export function passesOf(
  run: OpenRun,
  chosen: string,
): { readonly passing: number; readonly valid: number } | undefined {
  const decides = decidingId(run, chosen);
  const valid = run.summary.find(({ columnId }) => columnId === decides)?.valid ?? 0;
  return valid === 0 ? undefined : { passing: valid - (run.counts.failing[decides] ?? 0), valid };
}

/** Counts the rows that fail in the metric that decides, and in which the agent made no call. */
export function countWithoutCall({ columns, counts }: OpenRun, decides: string): number {
  if ((counts.failing[decides] ?? 0) === 0) return 0;
  const scoreIn = scoreReader(scoresOf(columns, decides));
  const { starts } = columns.tools;
  let count = 0;
  for (let row = 0; row < columns.rowCount; row++)
    if (starts[row] === starts[row + 1] && scoreIn(row) < 1) count++;
  return count;
}

/**
 * Every column the table can show without those of the dataset, in their order. Where one metric
 * decides, the others that come with the playground are shown once they are asked for.
 * @param decides the id of the score column that decides, empty for none
 */
export function defaultColumns(
  run: OpenRun,
  scores: readonly GridColumn[],
  decides: string,
): TableColumn[] {
  const lacksExpected = lacksExpectedCalls(run);
  const deciding = scores.find((column) => column.scores.id === decides);
  const naming = rowNameColumn(run.columns, run.roles);
  return [
    ...(deciding ? [tableColumn({ kind: 'result', column: deciding }, texts.result, 84)] : []),
    tableColumn({ kind: 'id' }, naming ?? texts.row, 76),
    tableColumn({ kind: 'prompt' }, texts.prompt, 140, { grows: 1.5 }),
    tableColumn({ kind: 'trajectory' }, texts.trajectory, 108),
    ...scores
      .filter(({ hasCells }) => hasCells)
      .map((column) =>
        tableColumn({ kind: 'score', column }, column.title, 62, {
          id: column.scores.id,
          isExtra: lacksExpected
            ? isCountedOut(column.scores)
            : deciding !== undefined && !column.isOwn,
        }),
      ),
    ...(lacksExpected && standouts(run).length === 0
      ? []
      : [
          tableColumn({ kind: 'why' }, lacksExpected ? texts.standsOut : texts.why, 120, {
            grows: 1.3,
          }),
        ]),
  ];
}

/** A column that is shown at first and does not grow, by default. */
function tableColumn(
  shows: TableColumn['shows'],
  title: string,
  width: number,
  { id = shows.kind, grows = 0, isExtra = false }: Partial<TableColumn> = {},
): TableColumn {
  return { id, title, shows, width, grows, isExtra };
}

/** Columns of the dataset that the table does not already show. */
export function furtherColumns(columns: ScoredColumns, roles: ColumnRoles): string[] {
  const shown = new Set([
    roles.id,
    roles.row_name,
    roles.prompt,
    roles.predicted_trajectory,
    roles.reference_trajectory,
    roles.transcript,
    roles.latency_in_seconds,
    roles.failure,
  ]);
  return columns.columns.map(({ name }) => name).filter((name) => !shown.has(name));
}

/** The columns a person has chosen, in their usual widths. */
export function chosenColumns(
  run: OpenRun,
  scores: readonly GridColumn[],
  layout: TableLayout,
  decides: string,
): TableColumn[] {
  const further = furtherColumns(run.columns, run.roles);
  const cells = layout.cells
    .filter((name) => further.includes(name))
    .map((name) => tableColumn({ kind: 'cell', name }, name, 120, { id: `cell:${name}` }));
  const defaults = defaultColumns(run, scores, decides);
  const at = defaults.findIndex(({ id }) => id === 'prompt') + 1;
  return [...defaults.slice(0, at), ...cells, ...defaults.slice(at)].filter(
    (column) => column.id === 'id' || layout.isShown(column),
  );
}

/** The columns' widths as a CSS grid template. */
export function templateOf(columns: readonly TableColumn[]): string {
  return columns
    .map(({ width, grows }) => (grows > 0 ? `minmax(${width}px, ${grows}fr)` : `${width}px`))
    .join(' ');
}
