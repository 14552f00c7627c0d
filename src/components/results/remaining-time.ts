import type { ScoringProgress } from '#state/phase.ts';

/** Before this an estimate would only jump about. */
const SETTLED_AFTER_MS = 1500;

/** How long scoring will take from here, by its speed so far; nothing while that is not known. */
export function remainingInWords(progress: ScoringProgress, nowMs: number): string {
  const { bytesDone, bytesTotal, startedAtMs } = progress;
  const spentMs = nowMs - startedAtMs;
  if (bytesDone === 0 || bytesDone >= bytesTotal || spentMs < SETTLED_AFTER_MS) return '';
  const seconds = (spentMs / 1000) * (bytesTotal / bytesDone - 1);
  if (seconds < 1) return 'a moment left';
  if (seconds < 90) return `${String(Math.round(seconds))} s left`;
  return `${String(Math.round(seconds / 60))} min left`;
}
