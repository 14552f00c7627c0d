import {
  USUAL_READING,
  describeChoices,
  type ReadingChoices,
} from '#core/read/choices/reading-choices.ts';
import { departsFromVertex, type MetricSettings } from '#core/score/metric/settings.ts';

/** What a run says of how its rows came about. */
export interface ScoredHow {
  readonly settings: MetricSettings;
  readonly reading?: ReadingChoices | undefined;
}

/** How rows were read and scored: the rules of Vertex AI, or what departs from it. */
export function describeSettings({ settings, reading = USUAL_READING }: ScoredHow): string {
  const departures = departsFromVertex(settings).join(', ') || 'Vertex AI rules';
  return [departures, ...describeChoices(reading)].join(', ');
}
