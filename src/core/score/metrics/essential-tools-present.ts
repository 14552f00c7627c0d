import { BOOK_OTHER, FIND, SEND } from '#core/score/metric/example.ts';
import type { ComputedMetric } from '#core/score/metric/metric.ts';
import { usesTool } from '#core/score/metric/scorer.ts';

/** The share of the named tools that occur in the prediction. */
export const essentialToolsPresent: ComputedMetric = {
  id: 'essential_tools_present',
  title: 'Essential tools',
  short: 'essential',
  definition:
    'The share of the named tools that are called at all, by name only. Needs no reference.',
  formula: 'named tools that are called ÷ named tools',
  source: 'Trajectory Playground, after a sample of the service’s documentation',
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
    if (prediction.state === 'unreadable') return 'prediction_unreadable';
    if (prediction.state === 'missing') return 'prediction_missing';
    if (prediction.calls.length === 0 && emptyTrajectories === 'skip') return 'prediction_empty';
    const wanted = [...new Set(tools)];
    return wanted.filter((tool) => usesTool(prediction.calls, tool)).length / wanted.length;
  },
  missingTools: ({ settings, aligned }) =>
    settings.tools.filter((tool) => !usesTool(aligned.prediction, tool)),
  example: {
    row: { predicted_trajectory: [FIND, BOOK_OTHER, SEND] },
    settings: { tools: ['book_room', 'pay'] },
    working: 'Tools: book_room and pay. One of the two is called.',
    score: 1 / 2,
    sum: '1 ÷ 2',
  },
};
