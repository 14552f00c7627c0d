/** A mark at an axis. */
interface Tick {
  readonly at: number;
  readonly text: string;
}

/** An axis with its title, which names the unit. */
export interface Axis {
  readonly min: number;
  readonly max: number;
  readonly ticks: readonly Tick[];
  readonly title: string;
}

/** An axis of shares or scores from 0 to 1. */
export function unitAxis(title: string): Axis {
  return {
    min: 0,
    max: 1,
    title,
    ticks: [0, 0.25, 0.5, 0.75, 1].map((at) => ({ at, text: String(at) })),
  };
}

/**
 * An axis whose ticks are round numbers.
 * @param steps about how many ticks there are
 */
export function roundAxis(
  title: string,
  min: number,
  max: number,
  steps: number,
  write: (value: number) => string = String,
): Axis {
  const range = max > min ? max - min : Math.max(1, Math.abs(max));
  const rough = range / Math.max(1, steps);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough * 0.999) ?? 10) * power;
  const first = Math.floor(min / step + 1e-9);
  const last = Math.max(first + 1, Math.ceil(max / step - 1e-9));
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => {
    const at = Number(((first + index) * step).toPrecision(12));
    return { at, text: write(at) };
  });
  return { min: ticks[0]?.at ?? min, max: ticks.at(-1)?.at ?? max, ticks, title };
}
