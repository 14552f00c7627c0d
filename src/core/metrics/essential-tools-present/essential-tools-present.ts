import type { Metric } from '#core/metrics/metric.ts';

/** The share of the named tools that occur in the prediction. */
export const essentialToolsPresent: Metric = {
  id: 'essential_tools_present',
  title: 'Essential tools',
  short: 'essential',
  letter: '',
  definition:
    'The share of the tools looked for that are called at all, by name only. Needs no reference.',
  formula: 'named tools that are called ÷ named tools',
  source: 'Trajectory Playground, after a sample of the service’s documentation',
  origin: 'playground',
  scale: 'share',
  better: 'higher',
  needs: ['predicted_trajectory'],
  options: ['emptyTrajectories', 'tools'],
  isRecorded: false,
  columns: ({ tools }) =>
    tools.length === 0
      ? []
      : [{ id: 'essential_tools_present', metricId: 'essential_tools_present' }],
};
