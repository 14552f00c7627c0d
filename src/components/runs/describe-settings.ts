import { USUAL_READING, type ReadingChoices } from '#core/dataset/reading-choices.ts';
import { readingInWords } from '#core/dataset/reading-in-words.ts';
import { departsFromVertex } from '#core/metrics/departures.ts';
import type { MetricSettings } from '#core/metrics/settings.ts';

/** What a run says of how its rows came about. */
export interface ScoredHow {
  readonly settings: MetricSettings;
  readonly reading?: ReadingChoices | undefined;
}

/** How rows were read and scored: "as Vertex", or what departs from it. */
export function describeSettings({ settings, reading = USUAL_READING }: ScoredHow): string {
  const departures = departsFromVertex(settings).join(', ') || 'as Vertex';
  return [departures, ...readingInWords(reading)].join(', ');
}
