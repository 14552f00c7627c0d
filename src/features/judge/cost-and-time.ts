/** Writes dollars; a price that is not known is “unknown”, never 0. */
export function formatMoney(dollars: number | undefined): string {
  if (dollars === undefined) return 'unknown: enter the prices below';
  if (dollars > 0 && dollars < 0.01) return 'less than $0.01';
  return `about $${dollars.toFixed(2)}`;
}

/** Writes how long a run will take; before the first call nobody knows. */
export function formatDuration(ms: number | undefined): string {
  if (ms === undefined) return 'unknown until a call has been made';
  const seconds = Math.round(ms / 1000);
  if (seconds < 90) return `about ${String(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90
    ? `about ${String(minutes)} min`
    : `about ${String(Math.round(minutes / 60))} h`;
}
