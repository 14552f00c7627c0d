import { isAsVertex, type MetricSettings } from '#core/metrics/settings.ts';

/** How rows were scored: "as Vertex", or what departs from it. */
export function describeSettings(settings: MetricSettings): string {
  if (isAsVertex(settings)) return 'as Vertex';
  const departures = [
    settings.duplicates === 'multiset' ? 'multiset duplicates' : '',
    settings.emptyTrajectories === 'score' ? 'empties scored' : '',
  ];
  return departures.filter((text) => text !== '').join(', ');
}
