import type { CallsSide, TrajectorySide } from './trajectory.ts';

/** Why a call has no verdict; always an error of the row. */
export const FAILURES = [
  'auth',
  'rate_limited',
  'timeout',
  'network_or_cors',
  'server',
  'rejected',
  'blocked',
  'truncated',
  'unparseable',
  'out_of_rubric',
  'budget',
] as const;

/** A kind of failure. */
export type Failure = (typeof FAILURES)[number];

const JUDGE_FAILURES = FAILURES.map((failure) => `judge_${failure}` as const);

/** Why a row has no score. Stored by place: new ones go to the end. */
export const OUTCOMES = [
  'scored',
  'prediction_missing',
  'reference_missing',
  'prediction_empty',
  'reference_empty',
  'both_empty',
  'value_missing',
  'prediction_unreadable',
  'reference_unreadable',
  'value_unreadable',
  'response_missing',
  'answer_missing',
  'answer_unreadable',
  'not_judged',
  'judge_input_missing',
  ...JUDGE_FAILURES,
  'code_failed',
  'code_gave_none',
  'code_not_agreed',
  'rule_unreadable',
  'rule_not_for_row',
  'rule_unknown',
  'arguments_missing',
  'too_many_ways',
  'results_missing',
  'no_errors',
  'no_values',
  'sources_missing',
  'tokens_missing',
  'cost_missing',
  'currencies_mixed',
  'times_missing',
  'tool_not_called',
  'declarations_missing',
  'declarations_unreadable',
  'arguments_unclear',
  'unsure',
] as const;

/** The outcome of a row under a metric. */
export type Outcome = (typeof OUTCOMES)[number];

/** A row's score, or the reason why it has none. */
export type Score = number | Exclude<Outcome, 'scored'>;

const IS_ERROR = OUTCOMES.map(
  (outcome) =>
    outcome.endsWith('_unreadable') ||
    outcome === 'code_failed' ||
    outcome === 'rule_unknown' ||
    (JUDGE_FAILURES as readonly string[]).includes(outcome),
);

/** Why a side has no calls to score. */
export function whyNoCalls(
  side: Exclude<TrajectorySide, CallsSide>,
  name: 'prediction' | 'reference',
): Exclude<Outcome, 'scored'> {
  if (side.state === 'missing') return `${name}_missing`;
  return side.problem.code === 'arguments_unclear' ? 'arguments_unclear' : `${name}_unreadable`;
}

/**
 * Whether an outcome is an error: unreadable data, or a failed judge or code.
 * @param code index into {@link OUTCOMES}
 */
export function isErrorOutcome(code: number): boolean {
  return IS_ERROR[code] === true;
}

const MESSAGES: Partial<Record<Outcome, string>> = {
  scored: '',
  prediction_missing: 'The agent’s calls are not recorded; left out.',
  reference_missing: 'No expected calls recorded; left out.',
  prediction_empty: 'The agent made no call; left out.',
  reference_empty: 'No call is expected; left out.',
  both_empty: 'No call is expected and none made; left out.',
  value_missing: 'Not recorded.',
  prediction_unreadable: 'The agent’s calls cannot be read.',
  reference_unreadable: 'The expected calls cannot be read.',
  value_unreadable: 'The recorded value is not a usable number.',
  response_missing: 'No response recorded; left out.',
  answer_missing: 'No expected answer recorded; left out.',
  answer_unreadable: 'The expected answer has no tool call that can be read.',
  not_judged: 'Not judged yet.',
  judge_input_missing: 'A column the prompt needs is empty in this row; not judged.',
  code_failed: 'The metric’s code failed on this row.',
  code_gave_none: 'The metric’s code returned null; left out.',
  code_not_agreed: 'The metric’s code is not yours and waits for your approval; left out.',
  rule_unreadable: 'The rule’s sentence cannot be read.',
  rule_not_for_row: 'The row does not name the rule; left out.',
  rule_unknown: 'The row names a rule that is not among the rules.',
  arguments_missing: 'Arguments are compared, and only names of calls are recorded; left out.',
  too_many_ways: 'The expected calls allow too many orders to look through; left out.',
  results_missing: 'No call records a result or an error; left out.',
  no_errors: 'No call failed; left out.',
  no_values: 'No value is long enough to be looked up; left out.',
  sources_missing: 'No prompt and no message of a user is recorded; left out.',
  tokens_missing: 'No step records these tokens; left out.',
  cost_missing: 'No step records its cost; left out.',
  currencies_mixed: 'Costs are in more than one currency, here or in the dataset; left out.',
  times_missing: 'No step records these times; left out.',
  tool_not_called: 'The tool is not called; left out.',
  declarations_missing: 'No declarations of tools are given; left out.',
  declarations_unreadable: 'The declarations of tools cannot be read.',
  arguments_unclear: 'Nothing tells which keys of a call hold its arguments; left out.',
  unsure: 'Read, and you are not sure.',
};

/** The reason why a row has no score, as a sentence; empty for a scored row. */
export function outcomeMessage(outcome: Outcome): string {
  const failure = outcome.slice('judge_'.length).replaceAll('_', ' ');
  return MESSAGES[outcome] ?? `The judge gave no verdict: ${failure}.`;
}
