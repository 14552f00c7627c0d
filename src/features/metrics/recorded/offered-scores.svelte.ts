import { recordedName } from '#core/score/recorded-metrics/recorded-metric.ts';
import type { FoundScore } from '#core/score/recorded-metrics/find-recorded.ts';
import type { MetricSettings, RecordedScore } from '#core/score/metric/settings.ts';
import type { ReadableRun, RunReader } from '#kernel/worker/run-reader.ts';

/** The scores that the rows of a run record, looked for by the worker. */
export class OfferedScores {
  readonly #reader: RunReader;
  #found = $state.raw<readonly FoundScore[]>([]);
  #asked: unknown;

  constructor(reader: RunReader) {
    this.#reader = reader;
  }

  /** Those found, in the order of their columns; none until the worker has answered. */
  get found(): readonly FoundScore[] {
    return this.#found;
  }

  /**
   * Looks at a run, unless it was looked at already.
   * @param key changes when other rows are to be looked at
   */
  async look(run: ReadableRun, key: unknown): Promise<void> {
    if (this.#asked === key) return;
    this.#asked = key;
    try {
      const found = await this.#reader.ask(run, 'recordedScores', undefined);
      if (this.#asked === key) this.#found = found;
    } catch {
      // a file that was lost is spoken of elsewhere; nothing is offered then
    }
  }
}

/** Whether a recorded score is among the metrics. */
export function isChosen({ recorded = [] }: MetricSettings, score: RecordedScore): boolean {
  return recorded.some((other) => recordedName(other) === recordedName(score));
}

/**
 * Adds a recorded score to the metrics, or takes it away.
 * @returns the changed settings; without recorded scores where there is none
 */
export function withRecorded(
  settings: MetricSettings,
  score: RecordedScore,
  isOn: boolean,
): MetricSettings {
  const { recorded: before = [], ...others } = settings;
  const kept = before.filter((other) => recordedName(other) !== recordedName(score));
  const recorded = isOn ? [...kept, score] : kept;
  return recorded.length === 0 ? others : { ...others, recorded };
}
