/** Lengths in px, y downwards. Bars and whisker share the axis from `min` to `max`. */
export interface Histogram {
  /** All bars but the last, or all when there is no verdict. */
  readonly bars: string;
  /** The bar of the full score; empty without a verdict. */
  readonly lastBar: string;
  readonly axisY: number;
  readonly whiskerY: number;
  /** Undefined without a mean. */
  readonly meanX: number | undefined;
  /** Line and end ticks of the interval; empty without one. */
  readonly whisker: string;
}

export interface HistogramInput {
  readonly bins: readonly number[];
  readonly min: number;
  readonly max: number;
  readonly mean?: number | undefined;
  readonly low?: number | undefined;
  readonly high?: number | undefined;
  readonly verdicted: boolean;
  readonly width: number;
  readonly height: number;
}

/** Room for the axis and the whisker below the bars. */
const FOOT = 10;
const WHISKER_OFFSET = 5.5;
const LEAST_BAR = 2;

const round = (n: number): number => Math.round(n * 100) / 100;

export function drawHistogram(input: HistogramInput): Histogram {
  const { bins, min, max, mean, low, high, verdicted, width, height } = input;
  const floor = height - FOOT;
  const tallest = Math.max(1, ...bins);
  const step = width / Math.max(1, bins.length);
  const bars = bins.map((count, index) => {
    if (count <= 0) return '';
    const tall = Math.max(LEAST_BAR, Math.round((count / tallest) * floor));
    return `M${round(index * step)} ${floor}v${-tall}h${round(step - 1)}v${tall}z`;
  });

  function toX(value: number): number {
    const ratio = max > min ? (value - min) / (max - min) : 0.5;
    return round(Math.min(width - 1, Math.max(1, ratio * width)));
  }

  const whiskerY = floor + WHISKER_OFFSET;
  const end = (x: number): string => `M${x} ${whiskerY - 2}v4`;
  const isInterval = low !== undefined && high !== undefined;
  return {
    bars: (verdicted ? bars.slice(0, -1) : bars).join(''),
    lastBar: verdicted ? (bars.at(-1) ?? '') : '',
    axisY: floor + 0.5,
    whiskerY,
    meanX: mean === undefined ? undefined : toX(mean),
    whisker: isInterval
      ? `M${toX(low)} ${whiskerY}H${toX(high)}${end(toX(low))}${end(toX(high))}`
      : '',
  };
}
