import { usesTool, type Scorer } from '#core/metrics/scorer.ts';

/** Scores trajectory_single_tool_use. */
export const trajectorySingleToolUseScorer: Scorer = {
  score: ({ prediction }, { emptyTrajectories }, { tool }) => {
    if (prediction.state === 'unreadable') return 'prediction_unreadable';
    if (prediction.state === 'missing') return 'prediction_missing';
    if (prediction.calls.length === 0 && emptyTrajectories === 'skip') return 'prediction_empty';
    return tool !== undefined && usesTool(prediction.calls, tool) ? 1 : 0;
  },
};
