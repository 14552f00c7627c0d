import { commentLeftOut, listLeftOut, type CodeTarget } from './target.ts';

/** From the strictest on: the file has room for one. */
const MATCH_TYPES = [
  ['trajectory_exact_match', 'EXACT'],
  ['trajectory_in_order_match', 'IN_ORDER'],
  ['trajectory_any_order_match', 'ANY_ORDER'],
] as const;

/** The evaluation config of the Agent Development Kit. */
export const adk: CodeTarget = {
  id: 'adk',
  title: 'ADK test_config.json',
  fileName: 'test_config.json',
  write(settings) {
    const match = MATCH_TYPES.find(([id]) => settings.metrics.includes(id));
    const hasRouge = settings.metrics.includes('rouge_1');
    const criteria = {
      ...(match ? { tool_trajectory_avg_score: { threshold: 1, match_type: match[1] } } : {}),
      ...(hasRouge ? { response_match_score: 0.8 } : {}),
    };
    const said = [...(match ? [match[0]] : []), ...(hasRouge ? ['rouge_1'] : [])];
    const comment = commentLeftOut(listLeftOut(settings, said), '//');
    return [
      ...(comment.length > 0
        ? [...comment, '// JSON has no comments: take these lines away.']
        : []),
      JSON.stringify({ criteria }, null, 2),
      '',
    ].join('\n');
  },
};
