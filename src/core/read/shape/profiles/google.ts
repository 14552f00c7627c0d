import { isJsonObject, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import {
  hasKey,
  type Maybe,
  oneOf,
  pick,
  pickList,
  pickObject,
  pickText,
  unwrapEncoded,
} from '#core/base/json/pick.ts';
import { textOf } from '#core/read/transcripts/read-part.ts';
import { eachRecord, type ListProfile, type RecordWithTraits } from './profile.ts';

/** Sessions of Gemini’s command line, whose first line names the session that the others belong to. */
export const geminiSession: ListProfile = {
  hasKeys: oneOf('projectHash', '$set'),
  isOwn: (value) =>
    hasKey(value, '$set') || (hasKey(value, 'projectHash') && !hasKey(value, 'messages')),
  rewrite: (lines, write) => {
    const head = lines.find((line) => hasKey(line, 'projectHash') && geminiSession.isOwn(line));
    const sessionId = pickText(head, 'sessionId');
    return lines
      .filter((line) => !geminiSession.isOwn(line))
      .map((line) =>
        sessionId !== undefined && hasKey(line, 'id') && hasKey(line, 'type')
          ? write({ sessionId, ...line }, line)
          : line,
      );
  },
};

/** Where eval sets keep their cases, and results what came of them. */
const CASES = ['eval_cases', 'evalCases', 'eval_case_results', 'evalCaseResults'];

/** Eval sets and eval results of Google's Agent Development Kit, and of its port to Go. */
export const adk: ListProfile = {
  hasKeys: oneOf('query', 'data', ...CASES),
  isOwn: (value) => casesIn(value).length > 0 || isTest(value),
  rewrite: (values, write) =>
    values.flatMap((value) => {
      const cases = casesIn(value);
      if (cases.length === 0) return [value];
      return cases.flatMap((one) => turnsOf(one).map(([turn, as]) => write(turn, one, as)));
    }),
};

/** One question of a test list, as early versions write them: a row as it is. */
const isTest = (value: JsonValue): boolean =>
  hasKey(value, 'query') && hasKey(value, 'expected_tool_use');

/** The cases of a file; an early eval set is a name and a list of questions. */
function casesIn(value: JsonValue): readonly JsonObject[] {
  const file = unwrapEncoded(value);
  const cases = CASES.flatMap((key) => pickList(file, key) ?? []).filter(isJsonObject);
  if (cases.some((one) => hasKey(one, 'eval_id', 'evalId'))) return cases;
  const isNamed = pickList(file, 'data')?.some(isTest);
  return isNamed && isJsonObject(file) ? [file] : [];
}

const STATUS: Readonly<Record<string, string>> = { 1: 'passed', 2: 'failed', 3: 'not evaluated' };

/** Keys of a case that its turns are made of. */
const OF_TURNS = new Set([
  'name',
  'data',
  'eval_id',
  'evalId',
  'conversation',
  'actual_conversation',
  'actualConversation',
  'final_eval_status',
  'finalEvalStatus',
  'eval_metric_result_per_invocation',
  'evalMetricResultPerInvocation',
]);

/** A record for each turn of a case, with what was expected and what happened. */
function turnsOf(one: JsonObject): readonly RecordWithTraits[] {
  const results =
    pickList(one, 'eval_metric_result_per_invocation', 'evalMetricResultPerInvocation') ?? [];
  const scenario = pickObject(one, 'conversation_scenario', 'conversationScenario');
  const expected = pickList(one, 'conversation', 'data') ?? (scenario ? [scenario] : []);
  const actual = pickList(one, 'actual_conversation', 'actualConversation') ?? [];
  const count = Math.max(1, results.length, expected.length, actual.length);
  const status = pick(one, 'final_eval_status', 'finalEvalStatus') ?? '';
  const cells = {
    ...Object.fromEntries(Object.entries(one).filter(([key]) => !OF_TURNS.has(key))),
    id: pick(one, 'eval_id', 'evalId', 'name') ?? null,
    eval_status: STATUS[printJson(status)] ?? (status === '' ? null : status),
  };
  return Array.from({ length: count }, (_, index): RecordWithTraits => {
    const [turn, as] = turnOf(
      pick(results[index], 'actual_invocation', 'actualInvocation') ?? actual[index],
      pick(results[index], 'expected_invocation', 'expectedInvocation') ?? expected[index],
    );
    const scores = results.length > 0 && { scores: scoresOf(results[index]) };
    return [
      { ...cells, ...turn, ...scores },
      { ...as, turn: count > 1 ? index + 1 : undefined },
    ];
  });
}

function scoresOf(result: Maybe): JsonObject {
  const metrics = pickList(result, 'eval_metric_results', 'evalMetricResults') ?? [];
  const scores = metrics.map((metric) => [
    pickText(metric, 'metric_name', 'metricName') ?? '',
    pick(metric, 'score') ?? null,
  ]);
  return Object.fromEntries(scores) as JsonObject;
}

/** Where a turn has its question; one that a model makes up its own from has the first. */
const ASKED = ['user_content', 'userContent', 'query', 'starting_prompt', 'startingPrompt'];

function turnOf(actual: Maybe, expected: Maybe): RecordWithTraits {
  const called = actual && callsOf(actual);
  const wanted = expected && callsOf(expected);
  const turn = {
    messages: [{ role: 'user', content: said(actual ?? expected, ...ASKED) }],
    response: said(actual, 'final_response', 'finalResponse'),
    reference: said(expected, 'final_response', 'finalResponse', 'reference'),
    latency_in_seconds: pick(actual, 'duration') ?? null,
    ...(called && { predicted_trajectory: called }),
    ...(wanted && { reference_trajectory: wanted }),
  };
  return [turn, { isRun: true, lacksCalls: !called }];
}

const CASE_IDS = ['eval_case_id', 'evalCaseId'];

/** Recorded runs of the evaluation service: turns of events, and texts that are contents. */
export const vertex = eachRecord(oneOf('agent_data', ...CASE_IDS), isRecorded, recordsOf);

function isRecorded(value: JsonValue): value is JsonObject {
  return turnsIn(value) !== undefined || hasKey(value, ...CASE_IDS);
}

function turnsIn(value: JsonValue): readonly JsonValue[] | undefined {
  return pickList(unwrapEncoded(pick(value, 'agent_data')), 'turns');
}

function recordsOf(value: JsonObject): readonly RecordWithTraits[] {
  const [whole, as]: RecordWithTraits = hasKey(value, ...CASE_IDS) ? caseOf(value) : [value, {}];
  const { agent_data: _, ...record } = whole;
  const turns = turnsIn(value);
  if (!turns) return [[record, as]];
  const isOne = turns.length === 1;
  return turns.map((turn, index): RecordWithTraits => {
    const run = {
      ...record,
      ...(!isOne && { prompt: null, response: null }),
      messages: pickList(turn, 'events') ?? [],
      // a turn that was not answered called nothing
      predicted_trajectory: [],
    };
    return [run, { ...as, turn: isOne ? undefined : index + 1 }];
  });
}

function caseOf(value: JsonObject): RecordWithTraits {
  const { eval_case_id: _, evalCaseId: __, responses: ___, reference, ...record } = value;
  const [answer] = pickList(value, 'responses') ?? [];
  const prompt = contentText(record['prompt']);
  const run = {
    ...record,
    id: pick(value, ...CASE_IDS) ?? null,
    messages: [{ role: 'user', content: prompt }],
    prompt,
    response: contentText(pick(answer, 'response')),
    reference: contentText(pick(reference, 'response')),
  };
  return [run, { isRun: true, lacksCalls: !hasKey(record, 'intermediate_events') }];
}

/** Contents have parts, in the port to Go text, and in early eval sets they are text. */
function said(invocation: Maybe, ...keys: readonly string[]): JsonValue {
  const content = pick(invocation, ...keys);
  return typeof content === 'string' ? content : contentText(content);
}

function contentText(content: Maybe): JsonValue {
  const text = textOf(pick(content, 'parts', 'content'));
  return text === '' ? null : text;
}

/** A list of uses, of events, or of calls. */
function callsOf(invocation: JsonValue): JsonValue | undefined {
  const data = pickObject(invocation, 'intermediate_data', 'intermediateData');
  const events = pickList(data, 'invocation_events', 'invocationEvents');
  if (events) return { messages: events };
  const uses = pickList(data, 'tool_uses', 'toolUses') ?? pickList(invocation, 'tools');
  // empty arguments are left out
  const called = uses?.filter(isJsonObject).map((use): JsonObject => ({ args: {}, ...use }));
  return called ?? pickList(invocation, 'expected_tool_use');
}
