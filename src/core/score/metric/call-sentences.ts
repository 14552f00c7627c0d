import type { AlignedRow } from '#core/match/best-reference.ts';
import type { ExplainedScore } from './metric.ts';

/** Begins a sentence about all reference calls: `Both reference calls are`. */
export function allCalls(aligned: AlignedRow): string {
  const { reference } = aligned;
  return reference.length === 1
    ? 'The reference call is'
    : `${allOf(reference.length)} reference calls are`;
}

/** Counts all of at least 2 things: `All 3`. */
export function allOf(count: number): string {
  return count === 2 ? 'Both' : `All ${String(count)}`;
}

/** Ends a sentence with the calls beyond those of the reference; empty where there are none. */
export function andExtra(aligned: AlignedRow): string {
  const extra = aligned.prediction.length - aligned.reference.length;
  if (extra <= 0) return '';
  return `, plus ${String(extra)} ${extra === 1 ? 'other' : 'others'}`;
}

/**
 * Says how many calls of a side are found on the other; empty where the share is not of the calls
 * shown: another reference may have given it.
 */
export function explainShare(
  score: ExplainedScore,
  side: 'predicted' | 'reference',
  other: 'reference' | 'prediction',
): string {
  const { value, settings, aligned } = score;
  const total = (side === 'predicted' ? aligned.prediction : aligned.reference).length;
  if (total === 0) return '';
  const found = Math.round(value * total);
  if (Math.abs(found / total - value) > 1e-9) return '';
  const once = settings.duplicates === 'multiset' ? ', each counted once' : '';
  if (total === 1) return `The ${side} call is ${found === 1 ? '' : 'not '}in the ${other}.`;
  if (found === total) return `${allOf(total)} ${side} calls are in the ${other}${once}.`;
  if (found === 0 && total === 2) return `Neither ${side} call is in the ${other}.`;
  if (found === 0) return `None of the ${String(total)} ${side} calls is in the ${other}.`;
  const are = found === 1 ? 'is' : 'are';
  return `${String(found)} of ${String(total)} ${side} calls ${are} in the ${other}${once}.`;
}
