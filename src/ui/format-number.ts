export {
  countOf,
  formatAmount,
  formatCount,
  formatOf,
  formatScore,
  toDecimals,
} from '#core/base/text/sentence.ts';

/** Writes a size: 41 kB, 2.8 MB. Decimal units, as file managers show them. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${String(bytes)} B`;
  if (bytes < 1e6) return `${(bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0)} kB`;
  if (bytes < 1e9) return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
  return `${(bytes / 1e9).toFixed(1)} GB`;
}

/** Before this an estimate would only jump about. */
const SETTLED_AFTER_MS = 1500;

/** How long scoring will take from here, by its speed so far; nothing while that is not known. */
export function formatRemaining(
  progress: { bytesDone: number; bytesTotal: number; startedAtMs: number },
  nowMs: number,
): string {
  const { bytesDone, bytesTotal, startedAtMs } = progress;
  const spentMs = nowMs - startedAtMs;
  if (bytesDone === 0 || bytesDone >= bytesTotal || spentMs < SETTLED_AFTER_MS) return '';
  const seconds = (spentMs / 1000) * (bytesTotal / bytesDone - 1);
  if (seconds < 1) return 'a moment left';
  if (seconds < 90) return `${String(Math.round(seconds))} s left`;
  return `${String(Math.round(seconds / 60))} min left`;
}
