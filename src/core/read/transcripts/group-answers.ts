import { COLUMN_NAMES, REFERENCE_NAMES, simplifyName } from '#core/read/names/column-names.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { pick, pickList, pickObject, pickText } from '#core/base/json/pick.ts';
import { isItem } from './read-item.ts';
import { isPartOf, unreadOf } from './read-part.ts';

/** What a model's answer tells about the run it belongs to. */
interface Answer {
  /** Whether it asks for tools whose results the model has to see. */
  readonly asksForTools: boolean;
  /** Tokens of everything the model was given; undefined where it is not said. */
  readonly given: number | undefined;
}

/**
 * Splits answers of a model, as its service sent them one after another, into the runs they belong
 * to: an agent is asked again until an answer calls nothing.
 * @returns the answers of each run, in order; undefined where the values are no such answers, where
 * no two of them belong together, and where they cannot be whole runs: the last one still calls
 * something, or a model was given less than before in the same run
 */
export function groupAnswers(
  values: readonly JsonValue[],
): readonly (readonly JsonValue[])[] | undefined {
  const runs: JsonValue[][] = [];
  let before: Answer | undefined;
  for (const value of values) {
    const answer = answerOf(value);
    if (!answer) return undefined;
    if (before?.asksForTools !== true) runs.push([]);
    else if ((answer.given ?? 0) < (before.given ?? 0)) return undefined;
    runs.at(-1)?.push(value);
    before = answer;
  }
  const isWhole = before?.asksForTools === false && runs.length < values.length;
  return isWhole ? runs : undefined;
}

/** A record that tells its question, or what was expected, is a separate row. */
const TOLD = new Set(
  [...COLUMN_NAMES.prompt, 'messages', 'custom_id', 'request', ...REFERENCE_NAMES].filter(
    // whose request it was
    (name) => name !== 'user',
  ),
);

function answerOf(value: JsonValue): Answer | undefined {
  if (!isJsonObject(value)) return undefined;
  const asksForTools =
    readChat(value) ?? readMessages(value) ?? readItems(value) ?? readGemini(value);
  if (asksForTools === undefined || isTold(value)) return undefined;
  return { asksForTools, given: givenTo(value) };
}

function isTold(value: JsonObject): boolean {
  return Object.keys(value).some(
    (key) => TOLD.has(simplifyName(key)) && pick(value, key) !== undefined,
  );
}

function readChat(value: JsonObject): boolean | undefined {
  if (pick(value, 'object') !== 'chat.completion') return undefined;
  const message = pickObject(pickList(value, 'choices')?.[0], 'message');
  const calls = pickList(message, 'tool_calls') ?? [];
  return calls.length > 0 || pick(message, 'function_call') !== undefined;
}

/** Answers of Anthropic's API; a turn that pauses goes on, too. */
function readMessages(value: JsonObject): boolean | undefined {
  if (pick(value, 'type') !== 'message' || pick(value, 'role') !== 'assistant') return undefined;
  const reason = pickText(value, 'stop_reason');
  if (reason === undefined) return undefined;
  const parts = pickList(value, 'content') ?? [];
  return (
    /^(?:pause_turn|tool_use)$/.test(reason) || parts.some((part) => isPartOf(part, 'tool_use'))
  );
}

/** Calls that the service does not carry out itself. */
const OWN_CALLS = /^(function|custom_tool|computer|shell|local_shell|apply_patch)_call$/;

/** Answers of OpenAI's Responses API, and as its Agents SDK keeps those of any service. */
function readItems(value: JsonObject): boolean | undefined {
  const items = pickList(value, 'output');
  const isAnswer = pick(value, 'object') === 'response' || pick(value, 'responseId') !== undefined;
  if (!items || !isAnswer || pick(value, 'previous_response_id') !== undefined) return undefined;
  return items.some((item) => {
    const type = pickText(item, 'type') ?? 'message';
    if (OWN_CALLS.test(type)) return true;
    return type !== 'message' && !isItem(item) && unreadOf(item, type).length > 0;
  });
}

/** Answers of Gemini's API; one with its own history tells of a whole run. */
function readGemini(value: JsonObject): boolean | undefined {
  const content = pickObject(pickList(value, 'candidates')?.[0], 'content');
  const history = pickList(value, 'automaticFunctionCallingHistory') ?? [];
  if (!content || history.length > 0) return undefined;
  const parts = pickList(content, 'parts') ?? [];
  return parts.some((part) => pick(part, 'functionCall', 'function_call') !== undefined);
}

const GIVEN = [
  'prompt_tokens',
  'inputTokens',
  'promptTokenCount',
  'prompt_token_count',
  'input_tokens',
  'cache_creation_input_tokens',
  'cache_read_input_tokens',
];

/** Anthropic counts what it has cached apart. */
function givenTo(value: JsonObject): number | undefined {
  const usage = pickObject(value, 'usage', 'usageMetadata', 'usage_metadata');
  const counts = GIVEN.map((key) => pick(usage, key)).filter((count) => typeof count === 'number');
  return counts.length === 0 ? undefined : counts.reduce((sum, count) => sum + count, 0);
}
