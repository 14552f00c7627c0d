import { findRecorded } from '#core/score/metrics/registry.ts';
import { outcomeMessage, OUTCOMES, type Outcome } from '#core/calls/outcome.ts';
import { sentenceText } from '#core/base/text/sentence.ts';
import type { RowPreview } from '#core/explain/row/row-detail.ts';
import { outcomeAt, scoreAt, type ScoredColumns } from '#core/score/columns/scored-columns.ts';
import type { RunLetter } from '#core/compare/run-letters.ts';
import type { ComparedRow, RunComparison } from './comparison.svelte.ts';
import { whatChanged as texts } from './texts.ts';

/** What explains the scores of a row in one run. */
export interface RowOfRun {
  readonly preview: RowPreview | undefined;
  /** What became of the row under the run's first metric. */
  readonly outcome: Outcome;
  /** Whether the data records that the agent call failed. */
  readonly hasFailed: boolean;
}

/** Why a pair's scores are what they are, in the words of the run that is worse. */
export interface WhatChanged {
  /** The run it is about; null when it holds for both. */
  readonly letter: RunLetter | null;
  readonly words: RowPreview['why'];
  /** Differences beyond the one in words. */
  readonly more: number;
  readonly hasFailed: boolean;
}

const NOTHING: WhatChanged = { letter: null, words: [], more: 0, hasFailed: false };

/** Gathers what explains a row; undefined when the run has no such row. */
export function rowOfRun(
  columns: ScoredColumns,
  row: number,
  preview: RowPreview | undefined,
): RowOfRun | undefined {
  if (row < 0) return undefined;
  const outcome = OUTCOMES[outcomeAt(columns.scores[0], row)] ?? 'scored';
  const hasFailed = scoreAt(findRecorded(columns.scores, 'failure'), row) === 1;
  return { preview, outcome, hasFailed };
}

/**
 * What changed in a pair: the row in A and in the candidate, whose letter it is.
 */
export function describeWhatChanged(
  { change }: Pick<ComparedRow, 'change'>,
  a: RowOfRun | undefined,
  b: RowOfRun | undefined,
  letter: RunLetter = 'B',
): WhatChanged {
  // what leaves a row out of both runs' first metric is not why another metric changed
  const isOutOfBoth = a?.outcome === b?.outcome && a?.outcome !== 'scored';
  const isElsewhere = isOutOfBoth && ['improved', 'regressed', 'same'].includes(change ?? '');
  const inA = explain(a, 'A', isElsewhere);
  const inB = explain(b, letter, isElsewhere);
  switch (change) {
    case 'improved':
      return firstSaid(inA, inB);
    case 'lost':
      return { ...inB, words: sayNoCalls(b), more: 0 };
    case 'regressed':
      return firstSaid(inB, inA);
    case 'same':
    case 'not scored':
      return textOf(inA) === textOf(inB) ? { ...inA, letter: null } : firstSaid(inA, inB);
    case null:
      return a ? inA : inB;
  }
}

/** What changed in a row between A and the candidate looked at. */
export function whatChangedIn(comparison: RunComparison, row: ComparedRow): WhatChanged {
  const { runs, focus, letter } = comparison;
  const [inA, inB] = [0, focus + 1].map((place) => {
    const at = row.rows[place] ?? -1;
    const run = runs[place];
    return run && rowOfRun(run.columns, at, comparison.preview(place, at));
  });
  return describeWhatChanged(row, inA, inB, letter);
}

function sayNoCalls(row: RowOfRun | undefined): RowPreview['why'] {
  // each slot is an expected call, as none was made
  return [{ text: texts.noCalls(row?.preview?.barcode.length ?? 0), isCode: false }];
}

/** Says why one row has its scores, or no more than that its agent failed. */
function explain(row: RowOfRun | undefined, letter: RunLetter, isElsewhere: boolean): WhatChanged {
  if (!row) return NOTHING;
  const { preview, outcome, hasFailed } = row;
  const about = { letter, hasFailed } as const;
  if (isElsewhere) return { ...about, words: [], more: 0 };
  if (outcome === 'scored')
    return { ...about, words: preview?.why ?? [], more: preview?.moreCount ?? 0 };
  const words =
    outcome === 'prediction_empty'
      ? sayNoCalls(row)
      : [{ text: outcomeMessage(outcome), isCode: false }];
  return { ...about, words, more: 0 };
}

function firstSaid(one: WhatChanged, other: WhatChanged): WhatChanged {
  if (isSaying(one)) return one;
  return isSaying(other) ? other : NOTHING;
}

function isSaying({ words, hasFailed }: WhatChanged): boolean {
  return words.length > 0 || hasFailed;
}

function textOf({ words, hasFailed }: WhatChanged): string {
  return `${String(hasFailed)}${sentenceText(words)}`;
}

/** Writes what changed in one line, beginning with the run it is about. */
export function writeWhatChanged({ letter, words, more, hasFailed }: WhatChanged): string {
  const parts = [
    ...(hasFailed ? [texts.failed] : []),
    sentenceText(words),
    ...(more > 0 ? [`+${String(more)}`] : []),
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : `${letter === null ? '' : `${letter}: `}${parts.join(' ')}`;
}
