import { perName } from '#core/base/json/pick.ts';
import type { ColumnRole } from './column-roles.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/**
 * Names of columns that hold the agent's calls, best first, as {@link simplifyName} writes them; one
 * with the letters that an early evaluation tool swaps.
 */
export const PREDICTED_NAMES: readonly string[] = words(`
  predicted_trajectory called actual_trajectory trajectory tool_calls tools_called actual_tools
  actual_tool_calls actual_tool_use acutal_tool_use observed_tool_calls model_tool_calls
  predicted_tool_calls predicted_calls actual_calls agent_calls predicted_tools predicted_tool
  tools_used tool_trace tool_uses tools_invoked tool_history tool_sequence called_tools
  observed_tools function_calls intermediate_steps intermediate_events agent_trajectory traj steps calls
  actions messages outputs prediction generated
`);

/** Names of columns that hold the expected calls, best first. */
export const REFERENCE_NAMES: readonly string[] = words(`
  reference_trajectory expected_trajectory expected_tools expected_tool_calls expected_tool_use
  reference_tool_calls reference_tools expected_tool expected_tool_call ground_truth_tool_calls
  ground_truth_tool_sequence ground_truth_tools ground_truth_tool ground_truth_tool_id
  golden_tools golden_tool_calls golden_calls reference_calls gold_tools gold_tool
  golden_trajectory gold_trajectory target_tools target_tool required_tools required_tool_calls
  tools_needed expected_actions expected_calls expected_steps ground_truth_trajectory goal_details
  tool_names reference_outputs expected ground_truth
`);

/** The usual names of every role, best first. */
export const COLUMN_NAMES: Readonly<Record<ColumnRole, readonly string[]>> = {
  id: words(`
    id row_id example_id instance_id case_id eval_id test_id uuid task_id question_id
    scenario_id conversation_id session_id trace_id invocation_id
  `),
  row_name: [],
  prompt: words(`
    prompt query input user_input question user_question user_prompt user_query instruction task
    message utterance opening_message topic task_description user intent
  `),
  response: words(`
    response actual_output output answer final_answer final_response agent_response
    generated_response bot_response completion prediction result assistant
  `),
  reference: words(`
    reference expected_output expected_response expected_answer expected ground_truth gt_answer
    golden_answer target reference_answer gold
  `),
  predicted_trajectory: PREDICTED_NAMES,
  reference_trajectory: REFERENCE_NAMES,
  transcript: ['transcript'],
  reference_trajectories: ['reference_trajectories', 'acceptable_trajectories'],
  latency_in_seconds: words(`
    latency_in_seconds latency latency_s latency_seconds latency_ms duration duration_s
    duration_seconds duration_ms execution_time execution_time_ms working_time response_time
    response_time_ms elapsed elapsed_seconds elapsed_ms total_time completion_time seconds
  `),
  failure: words(`
    failure failed error is_error errored exception success successful passed status level
  `),
  applicable_rules: ['applicable_rules', 'rules_that_apply', 'trajectory_rules'],
  tool_declarations: words(`
    tool_declarations available_tools function_declarations tool_definitions tools_available
    tool_schemas tools functions
  `),
};

/** Beginnings that export tools put before every column. */
const PREFIXES =
  /^(inputs|outputs|output|input|item|row|metadata|expectations|expected_output)_(?=.)/;

/** Beginnings that make calls the expected ones: `reference_outputs.trajectory`. */
const REFERENCE_PREFIXES = /^(?:reference|expected|ground_truth|golden|gold)_(?:outputs?_)?/;

/**
 * Normalises a column's name as in the lists of names.
 * @param name a name in any notation: `expectedTools`, `Expected Tools`, `inputs.expected-tools`
 * @returns small letters and underscores; `expected_tools` for all of these
 */
export function simplifyName(name: string): string {
  const plain = snakeCase(name);
  if (isKnown(plain)) return plain;
  const calls = REFERENCE_PREFIXES.exec(plain);
  if (calls && PREDICTED_NAMES.includes(plain.slice(calls[0].length))) return 'expected_calls';
  return plain.replace(PREFIXES, '');
}

/**
 * Writes a name with small letters and underscores.
 * @returns `expected_tools` for `expectedTools`
 */
export const snakeCase = perName((name) =>
  name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1_$2')
    .replace(/[\s.-]+/g, '_')
    .toLowerCase(),
);

const KNOWN = new Set(Object.values(COLUMN_NAMES).flat());

function isKnown(name: string): boolean {
  return KNOWN.has(name);
}

/** Whether a column has one of the usual names of a role. */
export function isKnownName(name: string): boolean {
  return isKnown(simplifyName(name));
}

/** What the name of a column says about expected calls. */
export const REFERENCE_SIDE =
  /expect|criteria|reference|golden|ground.?truth|gold|required(?!_?(?:action$|param|arg))|target/i;

const REFERENCE_WORD = /(?:^|_)(?:refs?|truth|ideal|golds?|solutions?|labels?|acceptable)(?:_|$)/;
const PREDICTED_WORD =
  /(?:^|_)(?:pred(?:s|icted|ictions?)?|actuals?|observed|called|made|invoked)(?:_|$)/;

/** Tells whose calls the name of a list speaks of, if it does. */
export const sideOfName = perName((name): ColumnRole | undefined => {
  const simple = simplifyName(singularName(name));
  if (REFERENCE_NAMES.includes(simple)) return 'reference_trajectory';
  if (PREDICTED_NAMES.includes(simple)) return 'predicted_trajectory';
  const plain = snakeCase(name);
  // what a sub-agent did is no column of the run's own calls
  if (plain.replaceAll('_', '').includes('subagent')) return undefined;
  if (REFERENCE_SIDE.test(plain) || REFERENCE_WORD.test(plain)) return 'reference_trajectory';
  if (PREDICTED_WORD.test(plain) || /trajector(?:y|ies)$/.test(plain))
    return 'predicted_trajectory';
  return undefined;
});

/** Whether a name speaks of what an agent should have called. */
export function namesExpected(name: string): boolean {
  return sideOfName(name) === 'reference_trajectory';
}

/** Names of calls that are those made in one dataset and those expected in another. */
const EITHER_SIDE = new Set(
  words('trajectory traj tool_calls function_calls tool_uses tool_sequence steps calls actions'),
);

/** Whether a column's name says whose calls it holds. */
export function tellsSide(name: string): boolean {
  return !EITHER_SIDE.has(simplifyName(name)) && sideOfName(name) !== undefined;
}

/** Names of either side's talks and answers, which may be lists of calls, too. */
const TALKS = new Set(
  words('messages outputs prediction generated reference_outputs expected ground_truth'),
);

/** Whether a column has one of the usual names of calls, made or expected, and of nothing else. */
export function namesCallsOnly(name: string): boolean {
  const simple = simplifyName(name);
  return (
    !TALKS.has(simple) && (PREDICTED_NAMES.includes(simple) || REFERENCE_NAMES.includes(simple))
  );
}

/**
 * How usual a name is for a column that holds the agent's calls and nothing else.
 * @returns 0 for the most usual; undefined for any other name
 */
export const rankOfCalls = perName((name): number | undefined => {
  const simple = simplifyName(name);
  if (sideOfName(name) !== 'predicted_trajectory' || TALKS.has(simple)) return undefined;
  const rank = PREDICTED_NAMES.indexOf(simple);
  if (rank >= 0) return rank;
  // `actual_output` is an answer
  return isKnown(simple) ? undefined : PREDICTED_NAMES.length;
});

/** The usual name of a column that a list is named after in the plural; any other name as it is. */
export function singularName(name: string): string {
  const single = name.replace(/ies$/, 'y').replace(/s$/, '');
  return SIDES_PLURAL.has(name) || (!isKnownName(name) && isKnownName(single)) ? single : name;
}

const SIDES_PLURAL = new Set(['reference_trajectories']);

const RUN_KEY =
  /^(?:prompt|question|query|user_input|instruction)$|^(?:expected|reference|ground_truth|golden|gold)_/;

/**
 * Whether an object is a row with one call in it and not the call: only of a run it is said what
 * was asked or expected.
 */
export function isOfRun(value: JsonObject): boolean {
  return Object.keys(value).some(isOfRunKey);
}

const isOfRunKey = perName((key) => RUN_KEY.test(snakeCase(key)));

const CASES = new Set('cases examples samples scenarios tests tasks goldens questions'.split(' '));

/** Whether a key names a list of cases, which may have a name and an input as calls do. */
export function namesCases(key: string): boolean {
  return CASES.has(snakeCase(key).split('_').at(-1) ?? '');
}
