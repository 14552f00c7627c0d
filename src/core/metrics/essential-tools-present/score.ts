import { usesTool, type Scorer } from '#core/metrics/scorer.ts';

/** Scores essential_tools_present. */
export const essentialToolsPresentScorer: Scorer = {
  score: ({ prediction }, { emptyTrajectories, tools }) => {
    if (prediction.state === 'unreadable') return 'prediction_unreadable';
    if (prediction.state === 'missing') return 'prediction_missing';
    if (prediction.calls.length === 0 && emptyTrajectories === 'skip') return 'prediction_empty';
    const wanted = [...new Set(tools)];
    return wanted.filter((tool) => usesTool(prediction.calls, tool)).length / wanted.length;
  },
};
