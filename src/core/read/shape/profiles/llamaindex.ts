import { isJsonObject, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { hasKey, pick, pickList, pickObject, pickText } from '#core/base/json/pick.ts';
import { isNoMessage, type ListProfile } from './profile.ts';
import { oneOf } from '../words.ts';

/**
 * Names of events that a program writes beside their data; those of other workflows are its own.
 */
const NAME =
  /^(Agent(Input|Setup|Stream|Output|Step|ToolCall|ToolCallResult)|(Start|Stop)(Agent)?)(Event)?$/;

/** Keys of which the data of an event has one: its agent, or what a tool returned. */
const AGENT_KEYS = ['currentAgentName', 'current_agent_name'];
const OUTPUT_KEYS = ['toolOutput', 'tool_output'];

/** Events of LlamaIndex's agent workflows. An answer that calls nothing ends a run. */
export const llamaindexEvents: ListProfile = {
  hasKeys: oneOf('data', 'value', ...AGENT_KEYS, ...OUTPUT_KEYS),
  isOwn: (value) => {
    const data = dataOf(value);
    const isOfAgent = hasKey(data, ...AGENT_KEYS);
    const isResult = hasKey(data, ...OUTPUT_KEYS) && isTool(data);
    return (isOfAgent && hasKey(data, 'response', 'input')) || isResult;
  },
  rewrite: (values, told) => {
    let isBegun = false;
    return values.flatMap((value) => {
      if (!mayBeEvent(value)) return [value];
      const events = eventsOf(dataOf(value), isBegun);
      isBegun = (isBegun || events.length > 0) && !events.some(isEnd);
      return events.map((event) => told(event, value));
    });
  },
};

const isEnd = (event: JsonObject): boolean => event['type'] === 'finish';

/** Whether a value is an event, also one with a name alone that says so, or a call. */
function mayBeEvent(value: JsonValue): boolean {
  const name = pickText(value, 'event', 'type', 'name', 'qualified_name')?.split('.').at(-1);
  const isNamed = NAME.test(name ?? '') && dataOf(value) !== value;
  return llamaindexEvents.isOwn(value) || isNamed || (hasKey(value, 'agentName') && isTool(value));
}

/** The data of an event, out of what a program or Python's serializer wraps it in. */
function dataOf(value: JsonValue): JsonValue {
  return pickObject(value, 'data', 'value') ?? value;
}

const isTool = (data: JsonValue): boolean =>
  hasKey(data, 'toolKwargs', 'tool_kwargs') && hasKey(data, 'toolName', 'tool_name');

function eventsOf(data: JsonValue, isBegun: boolean): readonly JsonObject[] {
  const asked = pickText(data, 'userInput', 'user_input', 'user_msg');
  if (asked !== undefined) return [{ role: 'user', content: asked }];
  if (isTool(data)) return [callOf(data), ...resultOf(data)];
  const response = pickObject(data, 'response');
  const agent = pick(data, 'currentAgentName', 'current_agent_name');
  if (response && agent !== undefined) return answerOf(response, data, agent);
  // what an agent is given later on begins with the same question
  const given = isBegun ? [] : (pickList(data, 'input') ?? []);
  return given
    .filter((message) => pick(message, 'role') === 'user')
    .slice(-1)
    .filter(isJsonObject);
}

function callOf(data: JsonValue): JsonObject {
  return {
    type: 'function_call',
    call_id: pick(data, 'toolId', 'tool_id') ?? null,
    name: pick(data, 'toolName', 'tool_name') ?? null,
    arguments: pick(data, 'toolKwargs', 'tool_kwargs') ?? {},
  };
}

function resultOf(data: JsonValue): readonly JsonObject[] {
  const output = pickObject(data, 'toolOutput', 'tool_output');
  if (!output) return [];
  const isError = pick(output, 'isError', 'is_error') === true;
  const raw = isError ? undefined : (pick(data, 'raw') ?? pick(output, 'raw_output'));
  const call_id = pick(data, 'toolId', 'tool_id') ?? null;
  const result = raw ?? pick(output, 'result', 'content') ?? null;
  return [{ type: 'function_call_output', call_id, output: result, is_error: isError }];
}

function answerOf(response: JsonObject, data: JsonValue, agent: JsonValue): readonly JsonObject[] {
  const listed = pickList(data, 'toolCalls', 'tool_calls')?.map(callOf);
  const { options, ...message } = response;
  const calls = listed ?? [];
  return [
    {
      ...pickObject(data, 'raw'),
      ...message,
      name: agent,
      ...(listed ? { tool_calls: calls } : { options: options ?? null }),
    },
    ...(calls.length === 0 && !options ? [{ type: 'finish' }] : []),
  ];
}

/**
 * Results of LlamaIndex's runs: a memory that several of them share begins with what earlier ones
 * said.
 */
export const llamaindexResults: ListProfile = {
  hasKeys: isNoMessage,
  isOwn: (value) => stateKey(value) !== undefined,
  rewrite: (values, told) => {
    const known = new Set<JsonValue>();
    return values.map((value) => {
      const key = stateKey(value);
      if (key === undefined || !isJsonObject(value)) return value;
      const memory = memoryOf(key === 'state' ? value : pick(value, key)) ?? [];
      const fresh = memory.filter((message) => {
        const id = pick(message, 'id');
        return id === undefined || (!known.has(id) && Boolean(known.add(id)));
      });
      // a result says its answer twice more
      const taken = key === 'state' ? ['state', 'message', 'result'] : [key];
      const others = Object.entries(value).filter(([name]) => !taken.includes(name));
      const run = { ...Object.fromEntries(others), messages: fresh };
      return told(run, value, { isRun: true });
    });
  },
};

/** The messages of a run's memory. */
function memoryOf(value: JsonValue | undefined): readonly JsonValue[] | undefined {
  return pickList(pickObject(pickObject(value, 'state'), 'memory'), 'messages');
}

/** The key under which a record, or the result it has, keeps its state. */
function stateKey(record: JsonValue): string | undefined {
  if (memoryOf(record)) return 'state';
  if (!isJsonObject(record)) return undefined;
  return Object.keys(record).find((key) => memoryOf(pick(record, key)));
}
