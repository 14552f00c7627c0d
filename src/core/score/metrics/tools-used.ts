import { whyNoCalls } from '#core/calls/outcome.ts';
import { plain } from '#core/base/text/sentence.ts';
import {
  type ComputedMetric,
  type ExplainedScore,
  columnPerTool,
  usesTool,
} from '#core/score/metric/metric.ts';

/** 1 when the named tool occurs in the prediction; one column for each tool looked for. */
export const trajectorySingleToolUse: ComputedMetric = {
  id: 'trajectory_single_tool_use',
  title: 'Single tool use',
  short: 'tool',
  definition: 'Whether the named tool is called at all, by name only. Needs no expected calls.',
  origin: 'vertex',
  scale: 'binary',
  better: 'none',
  needs: ['predicted_trajectory'],
  options: ['emptyTrajectories'],
  columns: columnPerTool('trajectory_single_tool_use'),
  score: ({ prediction }, { emptyTrajectories }, { tool }) => {
    if (prediction.state !== 'calls') return whyNoCalls(prediction, 'prediction');
    if (prediction.calls.length === 0 && emptyTrajectories === 'skip') return 'prediction_empty';
    return tool !== undefined && usesTool(prediction.calls, tool) ? 1 : 0;
  },
  explain: (score) => plain(explainUse(score)),
  missingTools: ({ column }) => (column.tool === undefined ? [] : [column.tool]),
  isPerTool: true,
  exports: {
    vertex: ({ tools }) => ({
      name: 'TrajectorySingleToolUse',
      calls: tools.map((tool) => ({ tool_name: tool })),
    }),
    promptfoo: {
      type: 'trajectory:tool-used',
      difference:
        'tools are read from OpenTelemetry spans that the provider must send; without them all rows fail',
    },
  },
};

function explainUse({ value, column, aligned }: ExplainedScore): string {
  if (value === 0) return 'Never called.';
  const places = aligned.prediction.flatMap(({ tool_name }, place) =>
    tool_name === column.tool ? [place + 1] : [],
  );
  const how = ['once, as', 'twice, first as'][places.length - 1];
  const times = how ?? `${String(places.length)} times, first as`;
  return `Called ${times} call ${String(places[0])}. By name only.`;
}

/** The share of the named tools that occur in the prediction. */
export const essentialToolsPresent: ComputedMetric = {
  id: 'essential_tools_present',
  title: 'Essential tools',
  short: 'essential',
  definition:
    'The share of the named tools that are called at all, by name only. Needs no expected calls.',
  origin: 'playground',
  scale: 'share',
  better: 'higher',
  needs: ['predicted_trajectory'],
  options: ['emptyTrajectories', 'tools'],
  columns: ({ tools }) =>
    tools.length === 0
      ? []
      : [{ id: 'essential_tools_present', metricId: 'essential_tools_present' }],
  score: ({ prediction }, { emptyTrajectories, tools }) => {
    if (prediction.state !== 'calls') return whyNoCalls(prediction, 'prediction');
    if (prediction.calls.length === 0 && emptyTrajectories === 'skip') return 'prediction_empty';
    const wanted = [...new Set(tools)];
    return wanted.filter((tool) => usesTool(prediction.calls, tool)).length / wanted.length;
  },
  missingTools: ({ settings, aligned }) =>
    settings.tools.filter((tool) => !usesTool(aligned.prediction, tool)),
};
