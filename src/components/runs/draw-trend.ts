/** A mean over the runs of a dataset as a line. Lengths in px. */
export interface Trend {
  readonly d: string;
  /** Where each run stands; null for one without a mean. */
  readonly points: readonly (readonly [x: number, y: number] | null)[];
}

export const TREND = { width: 64, height: 20, inset: 4 } as const;

/**
 * Draws means from the oldest run to the newest, from the least to the greatest of them.
 * Runs without a mean are passed over; fewer than two means make no line.
 */
export function drawTrend(means: readonly (number | null)[]): Trend {
  const known = means.filter((mean) => mean !== null);
  if (known.length < 2) return { d: '', points: means.map(() => null) };
  const low = Math.min(...known);
  const range = Math.max(...known) - low;
  const { width, height, inset } = TREND;
  const step = (width - 2 * inset) / (means.length - 1);
  const points = means.map((mean, index) => {
    if (mean === null) return null;
    const share = range === 0 ? 0.5 : (mean - low) / range;
    return [
      round(inset + index * step),
      round(height - inset - share * (height - 2 * inset)),
    ] as const;
  });
  const line = points.filter((point) => point !== null);
  return { d: `M${line.map(([x, y]) => `${x} ${y}`).join('L')}`, points };
}

function round(length: number): number {
  return Math.round(length * 10) / 10;
}
