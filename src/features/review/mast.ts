import type { ErrorCode } from '#core/score/review/review.ts';

const code = (mode: string, name: string, description: string): ErrorCode => ({
  name,
  description,
  source: `MAST ${mode}`,
});

/**
 * The failure modes of MAST as codes to begin with; the wording is ours.
 * @see Cemri et al., Why Do Multi-Agent LLM Systems Fail?, 2025, arXiv 2503.13657
 */
export const MAST_CODES: readonly ErrorCode[] = [
  code('1.1', 'disobeys-task', 'A constraint or requirement of the task is not kept.'),
  code('1.2', 'disobeys-role', 'An agent does what is another one’s job, or leaves its own role.'),
  code('1.3', 'repeats-step', 'A step that was already done is done again without need.'),
  code('1.4', 'loses-history', 'Something said or found earlier is forgotten.'),
  code('1.5', 'misses-end', 'It goes on although the condition to stop is met, or never knows it.'),
  code('2.1', 'resets-conversation', 'The conversation starts over, and what was reached is lost.'),
  code('2.2', 'does-not-ask', 'Something is unclear or missing, and it guesses instead of asking.'),
  code('2.3', 'derails', 'It drifts to something that the task did not ask for.'),
  code(
    '2.4',
    'withholds-information',
    'An agent knows what another one needs and does not say it.',
  ),
  code('2.5', 'ignores-input', 'What another agent or a tool said is not taken into account.'),
  code('2.6', 'acts-against-reasoning', 'What it does differs from what it just concluded.'),
  code('3.1', 'ends-early', 'It stops before the task is done or all that is needed is known.'),
  code('3.2', 'does-not-verify', 'The result is not checked, or only in part.'),
  code('3.3', 'verifies-wrongly', 'The result is checked, and an error is overlooked.'),
];
