import type { Thresholds } from '#core/summary/statistics.ts';

const KEY = 'trajectory-playground:thresholds';

/** From which score on a row passes, by metric, kept on this device. */
export class ThresholdChoice {
  #chosen = $state.raw<Thresholds>(readThresholds());

  get chosen(): Thresholds {
    return this.#chosen;
  }

  /** Sets a metric's threshold; undefined goes back to full marks. */
  set(metricId: string, threshold: number | undefined): void {
    const others = Object.entries(this.#chosen).filter(([id]) => id !== metricId);
    const own = threshold === undefined ? [] : [[metricId, threshold] as const];
    this.#chosen = Object.fromEntries([...others, ...own]);
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#chosen));
    } catch {
      // without storage they last until the page is closed
    }
  }
}

function readThresholds(): Thresholds {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const entries =
      typeof stored === 'object' && stored !== null ? Object.entries<unknown>({ ...stored }) : [];
    const isThreshold = (entry: [string, unknown]): entry is [string, number] =>
      typeof entry[1] === 'number' && Number.isFinite(entry[1]);
    return Object.fromEntries(entries.filter(isThreshold));
  } catch {
    return {};
  }
}
