import { readCallList } from '#core/calls/read-call.ts';
import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/json/json-value.ts';
import { hasKey, pick, pickList, pickObject, pickText } from '#core/json/pick.ts';
import type { Entry } from '#core/transcripts/entry.ts';
import { readMessage } from '#core/transcripts/read-message.ts';
import { say } from '#core/transcripts/read-part.ts';
import type { Reading } from '../reading.ts';

/** Names of events that a program writes beside their data; those of other workflows are its own. */
const NAME =
  /^(Agent(Input|Setup|Stream|Output|Step|ToolCall|ToolCallResult)|(Start|Stop)(Agent)?)(Event)?$/;

/**
 * Tells an event of an agent's workflow.
 * @param value any value, with or without a name around its data
 * @returns whether it is what an agent was given, answered or got from a tool
 */
export function isEvent(value: JsonValue): boolean {
  const data = dataOf(value);
  const isOfAgent = hasKey(data, 'currentAgentName', 'current_agent_name');
  const isResult = hasKey(data, 'toolOutput', 'tool_output') && toolIn(data) !== undefined;
  return (isOfAgent && hasKey(data, 'response', 'input')) || isResult;
}

/**
 * Tells an event among others: also one that says what it is by its name alone, and a call.
 * @param value any value
 * @returns whether it belongs to a stream of events
 */
export function mayBeEvent(value: JsonValue): boolean {
  const name = pickText(value, 'event', 'type', 'name', 'qualified_name')?.split('.').at(-1);
  const isNamed = NAME.test(name ?? '') && dataOf(value) !== value;
  return isEvent(value) || isNamed || (hasKey(value, 'agentName') && toolIn(value) !== undefined);
}

/** The data of an event, out of what a program or Python's serializer wraps it in. */
function dataOf(value: JsonValue): JsonValue {
  return pickObject(value, 'data', 'value') ?? value;
}

function toolIn(data: JsonValue): string | undefined {
  return hasKey(data, 'toolKwargs', 'tool_kwargs')
    ? pickText(data, 'toolName', 'tool_name')
    : undefined;
}

/**
 * Reads the events of one run after another. An answer that calls nothing ends a run.
 * @param events the events, in order
 * @param reading where leniency is noted
 * @returns what happened; a call that is told of twice is read once
 */
export function readEvents(events: readonly JsonValue[], reading: Reading): readonly Entry[] {
  const known = new Set<string>();
  let isBegun = false;
  return events.flatMap((event) => {
    const data = dataOf(event);
    if (!isJsonObject(data)) return [];
    const entries = readEvent(data, isBegun, reading).filter((entry) => isNew(entry, known));
    const isOver = entries.some(({ kind }) => kind === 'end');
    if (isOver) known.clear();
    isBegun = !isOver && (isBegun || entries.length > 0);
    return entries;
  });
}

function isNew(entry: Entry, known: Set<string>): boolean {
  const id = entry.kind === 'call' ? entry.call.id : undefined;
  if (id === undefined) return true;
  return !known.has(id) && Boolean(known.add(id));
}

function readEvent(data: JsonObject, isBegun: boolean, reading: Reading): readonly Entry[] {
  const asked = pickText(data, 'userInput', 'user_input', 'user_msg');
  if (asked !== undefined) return say(asked, 'user');
  if (toolIn(data) !== undefined) return readTool(data, reading);
  const response = pickObject(data, 'response');
  if (response && hasKey(data, 'currentAgentName', 'current_agent_name'))
    return readOutput(response, data, reading);
  const input = pickList(data, 'input');
  // what an agent is given later on begins with the same question
  if (!input || isBegun) return [];
  return input
    .flatMap((message) => readMessage(message, reading))
    .filter(({ kind }) => kind === 'user')
    .slice(-1);
}

function readTool(data: JsonObject, reading: Reading): readonly Entry[] {
  const output = pickObject(data, 'toolOutput', 'tool_output');
  if (!output) return readCalls([data], reading);
  const of = pickText(data, 'toolId', 'tool_id');
  const isError = pick(output, 'isError', 'is_error') === true;
  const raw = isError ? undefined : (pick(data, 'raw') ?? pick(output, 'raw_output'));
  const result = raw ?? pick(output, 'result', 'content');
  return [...readCalls([data], reading), { kind: 'result', of, output: result }];
}

function readOutput(response: JsonObject, data: JsonObject, reading: Reading): readonly Entry[] {
  const said = readMessage(response, reading);
  const listed = pickList(data, 'toolCalls', 'tool_calls');
  const calls = listed ? readCalls(listed, reading) : said.filter(({ kind }) => kind === 'call');
  const answer = said.filter(({ kind }) => kind === 'answer');
  return calls.length > 0 ? [...answer, ...calls] : [...answer, { kind: 'end' }];
}

function readCalls(list: readonly JsonValue[], reading: Reading): readonly Entry[] {
  return list.flatMap((item) => {
    const id = pickText(item, 'toolId', 'tool_id');
    return readCallList([item], reading, 'toolCalls').map((call): Entry => {
      return { kind: 'call', call: { ...call, id: call.id ?? id, output: undefined } };
    });
  });
}

/**
 * Finds a list of events in a record.
 * @param record any object
 * @returns the key it stands under
 */
export function eventsKey(record: JsonObject): string | undefined {
  return Object.keys(record).find((key) => {
    const list = pick(record, key);
    return isJsonList(list) && list.some(isEvent);
  });
}
