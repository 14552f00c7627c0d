import { BOOK_OTHER, FIND, SEND, type MetricExample } from '#core/metrics/example.ts';

/** Shows how trajectory_single_tool_use is scored. */
export const trajectorySingleToolUseExample: MetricExample = {
  row: { predicted_trajectory: [FIND, BOOK_OTHER, SEND] },
  settings: { tools: ['book_room'] },
  working: 'Looked for: book_room. It is called; its arguments do not count.',
};
