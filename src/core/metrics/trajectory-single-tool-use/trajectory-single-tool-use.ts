import type { Metric } from '#core/metrics/metric.ts';

/** 1 when the named tool occurs in the prediction; one column for each tool looked for. */
export const trajectorySingleToolUse: Metric = {
  id: 'trajectory_single_tool_use',
  title: 'Single tool use',
  short: 'tool',
  letter: 'T',
  definition: 'Whether the named tool is called at all, by name only. Needs no reference.',
  formula: '1 if some predicted call has the tool’s name; otherwise 0',
  source: 'Gen AI evaluation service',
  origin: 'vertex',
  scale: 'binary',
  better: 'none',
  needs: ['predicted_trajectory'],
  options: ['emptyTrajectories'],
  isRecorded: false,
  columns: ({ tools }) =>
    [...new Set(tools)].map((tool) => ({
      id: `trajectory_single_tool_use(${tool})`,
      metricId: 'trajectory_single_tool_use',
      tool,
    })),
};
