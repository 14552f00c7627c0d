import type { AlignedRow } from '#core/match/best-reference.ts';
import type { ExplainedScore } from './metric.ts';

/** Begins a sentence about all expected calls: `Both expected calls are`. */
export function allCalls(aligned: AlignedRow): string {
  const { reference } = aligned;
  return reference.length === 1
    ? 'The expected call is'
    : `${allOf(reference.length)} expected calls are`;
}

/** Counts all of at least 2 things: `All 3`. */
export function allOf(count: number): string {
  return count === 2 ? 'Both' : `All ${String(count)}`;
}

/** Ends a sentence with the number of extra calls; empty without any. */
export function andExtra(aligned: AlignedRow): string {
  const extra = aligned.prediction.length - aligned.reference.length;
  return extra <= 0 ? '' : `, ${String(extra)} extra`;
}

/**
 * Says how many calls of a side are found on the other; empty where the score may belong to another
 * reference than the one shown.
 */
export function explainShare(score: ExplainedScore, side: 'predicted' | 'reference'): string {
  const { value, settings, aligned } = score;
  const total = (side === 'predicted' ? aligned.prediction : aligned.reference).length;
  if (total === 0) return '';
  const found = Math.round(value * total);
  if (Math.abs(found / total - value) > 1e-9) return '';
  const [call, isFound] = side === 'predicted' ? ['call', 'expected'] : ['expected call', 'made'];
  const once = settings.duplicates === 'multiset' ? ', each counted once' : '';
  if (total === 1) return `The ${call} is ${found === 1 ? '' : 'not '}${isFound}.`;
  if (found === total) return `${allOf(total)} ${call}s are ${isFound}${once}.`;
  if (found === 0 && total === 2) return `Neither ${call} is ${isFound}.`;
  if (found === 0) return `None of the ${String(total)} ${call}s is ${isFound}.`;
  const are = found === 1 ? 'is' : 'are';
  return `${String(found)} of ${String(total)} ${call}s ${are} ${isFound}${once}.`;
}
