import type { RowDetail, SideState } from '#core/explain/row/row-detail.ts';
import { outcomeMessage } from '#core/calls/outcome.ts';
import { formatAmount, formatScore } from '#core/base/text/sentence.ts';
import { sentenceOf } from '#core/read/issues/sentences.ts';
import type { ColumnRole } from '#core/read/names/column-roles.ts';
import type { Metric } from '#core/score/metric/metric.ts';
import type { OpenRun } from '#kernel/run/open-run.ts';
import { NO_NUMBER, writeSeconds } from '#ui/charts/wording.ts';
import { sideNotes as texts } from './texts.ts';

/** Writes a row's score: `0` or `1`, a share, or seconds. */
export function writeRowScore(scale: Metric['scale'], value: number): string {
  if (Number.isNaN(value)) return NO_NUMBER;
  if (scale === 'seconds') return writeSeconds(value);
  if (scale === 'binary') return String(value);
  if (scale === 'number') return Number.isInteger(value) ? String(value) : value.toFixed(2);
  if (scale === 'amount') return formatAmount(value);
  return formatScore(value);
}

type IssueSource = Pick<OpenRun, 'columns' | 'roles'>;

/**
 * Says what is compared and what is not there to compare, and why.
 * @param detail the row
 * @param row its number
 * @param run where its problems are listed
 * @returns sentences; none when both sides have calls and nothing is left open
 */
export function noteSides(detail: RowDetail, row: number, run: IssueSource): string[] {
  const { referenceState, predictionState } = detail.preview;
  if (referenceState === 'empty' && predictionState === 'empty') {
    return [texts.bothEmpty];
  }
  const { place, count } = detail.reference;
  return [
    count > 1 ? texts.closest(place, count) : '',
    noteSide(referenceState, 'reference', reasonOf('reference_trajectory', row, run)),
    noteSide(predictionState, 'prediction', reasonOf('predicted_trajectory', row, run)),
  ].filter((note) => note !== '');
}

function noteSide(state: SideState, side: 'reference' | 'prediction', reason: string): string {
  switch (state) {
    case 'list':
      return '';
    case 'empty':
      return texts.empty(side);
    case 'missing':
      return outcomeMessage(`${side}_missing`);
    case 'unreadable':
      return `${outcomeMessage(`${side}_unreadable`)} ${reason}`.trim();
  }
}

/** Why a trajectory cannot be read, where the run still lists the problem. */
function reasonOf(role: ColumnRole, row: number, { columns, roles }: IssueSource): string {
  const line = columns.lines[row];
  const issue = columns.issues.first.find(
    (candidate) =>
      candidate.code === 'trajectory_unreadable' &&
      candidate.line === line &&
      candidate.column === roles[role],
  );
  return issue ? sentenceOf(issue).detail : '';
}
