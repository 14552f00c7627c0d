import { departsFromVertex } from '#core/metrics/departures.ts';
import type { MetricSettings } from '#core/metrics/settings.ts';

/** How rows were scored: "as Vertex", or what departs from it. */
export function describeSettings(settings: MetricSettings): string {
  return departsFromVertex(settings).join(', ') || 'as Vertex';
}
