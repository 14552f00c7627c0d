import { isJsonObject, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import {
  hasKey,
  oneOf,
  pick,
  pickAmount,
  pickList,
  pickObject,
  pickText,
} from '#core/base/json/pick.ts';
import { textOf } from '#core/read/transcripts/read-part.ts';
import { type ListProfile, type RecordProfile, isNoMessage, eachRecord } from './profile.ts';
import { printJson } from '#core/base/json/parse-json.ts';

/** Chats of AG2, whose roles depend on the speaker's view: the one that calls tools is the agent. */
export const ag2: ListProfile = {
  hasKeys: oneOf('tool_responses'),
  isOwn: (value) =>
    pickText(value, 'role') === 'tool' && pickList(value, 'tool_responses') !== undefined,
  rewrite: (values) => {
    const agents = new Set(
      values.flatMap((value) => (hasKey(value, 'tool_calls') ? [pickText(value, 'name')] : [])),
    );
    return values.flatMap((value): readonly JsonValue[] => {
      const results = ag2.isOwn(value) ? pickList(value, 'tool_responses') : undefined;
      if (results) return results;
      const name = pickText(value, 'name');
      if (name === undefined) return [value];
      return [{ ...(value as JsonObject), role: agents.has(name) ? 'assistant' : 'user' }];
    });
  },
};

/** How mini-swe-agent and AutoGen begin the output of a command or a program. */
const PRINTED = /^\s*(?:<returncode>|exitcode: \d)/;
const FENCED = /^```(\w+)\n([^`]*)\n```/m;
const SHELL = /^(?:ba|z|c)?sh$|bash|shell/;

/**
 * Chats in which a message has a command or a program in a fence, and the next one its output:
 * those of mini-swe-agent, and of AutoGen, where a role is seen from one side.
 */
export const shell: ListProfile = {
  hasKeys: oneOf('role'),
  isOwn: (value) => PRINTED.test(textOf(pick(value, 'content'))) && !isOfAgent(value),
  rewrite: (values) => {
    const runners = new Set(
      values.filter((value) => shell.isOwn(value)).map((value) => pickText(value, 'name')),
    );
    let isCalled = false;
    return values.map((value, at) => {
      if (!isJsonObject(value)) return value;
      if (shell.isOwn(value)) return { ...value, role: 'tool' };
      // the submission at the end
      if (value['role'] === 'exit') return { ...value, role: 'assistant' };
      // a speaker among agents that runs no code is one of them
      const isAmong = isCalled && !runners.has(pickText(value, 'name'));
      const isRun = isAmong || isOfAgent(value) || shell.isOwn(values[at + 1] ?? null);
      const [, language, code] = (isRun && FENCED.exec(textOf(value['content']))) || [];
      if (language === undefined || code === undefined)
        return isAmong ? { ...value, role: 'assistant' } : value;
      isCalled = true;
      const called = SHELL.test(language)
        ? { name: 'bash', arguments: { command: code } }
        : { name: language, arguments: { code } };
      return { tool_calls: [called], ...value, role: 'assistant' };
    });
  },
};

/** Chats of Glaive's dataset, written as one text. */
export const glaive: RecordProfile = {
  key: 'chat',
  isOwn: (record) => /^\s*USER: /.test(pickText(record, 'chat') ?? ''),
  rewrite: (record) => {
    const turns = (pickText(record, 'chat') ?? '').split(
      /^(?=(?:USER|ASSISTANT|FUNCTION RESPONSE): )/m,
    );
    const messages = turns.map((turn) => {
      const [role = ''] = turn.split(':', 1);
      const content = turn.slice(role.length + 1).replaceAll('<|endoftext|>', '');
      return { role: role.trim().replace('FUNCTION RESPONSE', 'tool'), content: content.trim() };
    });
    return { ...record, chat: null, messages };
  },
};

/** Messages of Semantic Kernel's chat history. */
export const semanticKernel: RecordProfile = {
  key: 'Items',
  isOwn: (record) => pickList(record, 'Items') !== undefined && hasKey(record, 'Role'),
  rewrite: ({ Role: role = null, Items: items = [], ...others }) => ({
    ...others,
    role: pick(role, 'Label') ?? role,
    content: (items as readonly JsonValue[]).map(partOf),
  }),
};

function partOf(item: JsonValue): JsonValue {
  const type = pickText(item, '$type') ?? '';
  const names = [pickText(item, 'PluginName'), pickText(item, 'FunctionName')];
  const name = names.filter((one) => one !== undefined).join('-');
  const id = pick(item, 'Id', 'CallId') ?? null;
  if (type === 'FunctionCallContent')
    return { type: 'tool_call', id, name, arguments: pick(item, 'Arguments') ?? {} };
  if (type === 'FunctionResultContent')
    return { type: 'tool_result', id, output: pick(item, 'Result') ?? null };
  const text = pick(item, 'Text');
  return text === undefined ? item : { type: 'text', text };
}

/** Traces of Bedrock's agents, one event after another. */
export const bedrock: ListProfile = {
  hasKeys: oneOf('trace'),
  isOwn: (value) => traceOf(value) !== undefined,
  rewrite: (values, write) =>
    values.flatMap((value): readonly JsonValue[] => {
      const trace = traceOf(value);
      if (!trace) return [value];
      const event = bedrockEvent(trace);
      const session = pick(value, 'sessionId') ?? pick(pickObject(value, 'trace'), 'sessionId');
      return event
        ? [write({ ...event, ...(session !== undefined && { session_id: session }) }, value)]
        : [];
    }),
};

function traceOf(value: JsonValue): JsonObject | undefined {
  const outer = pickObject(value, 'trace');
  return pickObject(pickObject(outer, 'trace') ?? outer, 'orchestrationTrace');
}

/** Reads a call or a result of any kind of tool that Bedrock agents have. */
function bedrockEvent(trace: JsonObject): JsonObject | undefined {
  const called = pickObject(trace, 'invocationInput');
  const seen = pickObject(trace, 'observation');
  const answer = pickText(pickObject(seen, 'finalResponse'), 'text');
  if (answer !== undefined) return { role: 'assistant', content: answer };
  const id = pick(called ?? seen, 'traceId') ?? null;
  const call = bedrockCall(called);
  if (call) return { type: 'function_call', call_id: id, ...call };
  const output = BEDROCK_OUTPUTS.map((key) => pickObject(seen, key)).find((held) => held);
  if (output === undefined) return undefined;
  const text = pick(output, 'text', 'executionOutput', 'retrievedReferences', 'output') ?? output;
  return { type: 'function_call_output', call_id: id, output: text };
}

const BEDROCK_OUTPUTS = [
  'actionGroupInvocationOutput',
  'knowledgeBaseLookupOutput',
  'agentCollaboratorInvocationOutput',
  'codeInterpreterInvocationOutput',
];

function bedrockCall(called: JsonObject | undefined): JsonObject | undefined {
  const action = pickObject(called, 'actionGroupInvocationInput');
  if (action) {
    const body = Object.values(pickObject(pickObject(action, 'requestBody'), 'content') ?? {});
    const given = [pickList(action, 'parameters') ?? [], ...body].flat() as readonly JsonValue[];
    const input = given.map((one) => [pickText(one, 'name') ?? '', pick(one, 'value') ?? null]);
    const name = pick(action, 'function', 'apiPath', 'actionGroupName') ?? '';
    return { name, arguments: Object.fromEntries(input) as JsonObject };
  }
  const lookup = pickObject(called, 'knowledgeBaseLookupInput');
  if (lookup) return { name: 'knowledge_base_lookup', arguments: lookup };
  const other = pickObject(called, 'agentCollaboratorInvocationInput');
  if (other)
    return {
      name: pick(other, 'agentCollaboratorName') ?? '',
      arguments: pickObject(other, 'input') ?? {},
    };
  const code = pickObject(called, 'codeInterpreterInvocationInput');
  return code && { name: 'code_interpreter', arguments: code };
}

/** A message that is addressed to a tool is a call, as in the harmony format and in ChatGPT's exports. */
export const addressed: RecordProfile = {
  key: 'recipient',
  isOwn: (record) =>
    /^(?!all$|assistant$|user$)./.test(pickText(record, 'recipient') ?? '') && isOfAgent(record),
  rewrite: ({ recipient, ...message }) => ({
    ...message,
    role: 'assistant',
    content: [],
    tool_calls: [{ name: toolOf(recipient), arguments: textOf(message['content']) }],
  }),
};

const toolOf = (recipient: JsonValue | undefined): string =>
  typeof recipient === 'string' ? recipient.replace(/^functions\./, '') : '';

const isOfAgent = (record: JsonValue): boolean =>
  (pickText(record, 'role') ?? pickText(pickObject(record, 'author'), 'role')) === 'assistant';

/** ChatGPT's exports keep all answers as a tree: the branch that was last shown counts. */
export const chatGpt: RecordProfile = {
  key: 'mapping',
  isOwn: (record) => pickObject(record, 'mapping') !== undefined && hasKey(record, 'current_node'),
  rewrite: ({ mapping = null, current_node: node = null, ...others }) => {
    const messages: JsonValue[] = [];
    const seen = new Set<JsonValue>();
    for (let at: JsonValue = node; typeof at === 'string' && !seen.has(at);) {
      seen.add(at);
      const place = pickObject(mapping, at);
      const message = pickObject(place, 'message');
      if (message) messages.unshift(chatMessage(message));
      at = pick(place, 'parent') ?? null;
    }
    return { ...others, messages };
  },
};

function chatMessage({ author = null, content = null, ...others }: JsonObject): JsonObject {
  const said = pickList(content, 'parts') ?? pickText(content, 'text') ?? '';
  const role = pick(author, 'role') ?? null;
  const name = pick(author, 'name') ?? null;
  // the id is the message's own
  return { ...others, role, name, tool_call_id: role === 'tool' ? name : null, content: said };
}

/** Histories of browser-use: each action is an object with its name as the only key. */
export const browserUse: RecordProfile = {
  key: 'history',
  isOwn: (record) =>
    pickList(record, 'history')?.some((step) => pickObject(step, 'model_output')) === true,
  rewrite: ({ history = [], ...others }) => ({
    ...others,
    steps: (history as readonly JsonValue[]).flatMap((step) => {
      const results = pickList(step, 'result') ?? [];
      const actions = pickList(pickObject(step, 'model_output'), 'action') ?? [];
      return actions.flatMap((action, index): JsonValue[] => {
        const result = results[index] ?? null;
        const called = Object.entries(isJsonObject(action) ? action : {}).filter(
          ([, input]) => input !== null,
        );
        return called.map(([tool_name, tool_input]) => ({
          tool_name,
          tool_input,
          tool_output: pick(result, 'extracted_content') ?? null,
          tool_error: pick(result, 'error') ?? null,
        }));
      });
    }),
  }),
};

/** Requests of a chat of Copilot in VS Code: what the model asked for, else what the page shows of it. */
export const copilot: RecordProfile = {
  key: 'requestId',
  isOwn: (record) => pickList(record, 'response') !== undefined && hasKey(record, 'message'),
  rewrite: ({ message = null, response = [], result = null, ...others }) => {
    const metadata = pickObject(result, 'metadata');
    const returned = pickObject(metadata, 'toolCallResults');
    const asked = (pickList(metadata, 'toolCallRounds') ?? []).map((round) => ({
      role: 'assistant',
      content: pick(round, 'response') ?? '',
      tool_calls: (pickList(round, 'toolCalls') ?? []).map((call) => ({
        ...(call as JsonObject),
        output: pick(returned, pickText(call, 'id') ?? '') ?? null,
      })),
    }));
    const shown = (response as readonly JsonValue[]).flatMap(shownBy);
    const prompt = pick(message, 'text') ?? message;
    return { ...others, result, prompt, steps: asked.length > 0 ? asked : shown };
  },
};

/** A text, or a call with its arguments as far as the page shows them. */
function shownBy(part: JsonValue): readonly JsonObject[] {
  const content = pick(pickObject(part, 'content') ?? part, 'value');
  if (content !== undefined) return [{ role: 'assistant', content }];
  const name = pickText(part, 'toolId');
  if (name === undefined || !isJsonObject(part)) return isJsonObject(part) ? [part] : [];
  const shown = pickObject(part, 'toolSpecificData');
  const command = pick(shown, 'command');
  const input = pickObject(shown, 'rawInput') ?? (command === undefined ? undefined : { command });
  const tool_call_id = pick(part, 'toolCallId') ?? null;
  return [{ tool_name: name, tool_call_id, ...(input && { tool_input: input }) }];
}

/**
 * Names of LlamaIndex events that programs write beside the data; other workflows have other names.
 */
const NAME =
  /^(Agent(Input|Setup|Stream|Output|Step|ToolCall|ToolCallResult)|(Start|Stop)(Agent)?)(Event)?$/;

/** The data of an event has one of these keys: its agent, or the result of a tool. */
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
  rewrite: (values, write) => {
    let isBegun = false;
    return values.flatMap((value) => {
      if (!mayBeEvent(value)) return [value];
      const events = eventsOf(dataOf(value), isBegun);
      isBegun = (isBegun || events.length > 0) && !events.some(isEnd);
      return events.map((event) => write(event, value));
    });
  },
};

const isEnd = (event: JsonObject): boolean => event['type'] === 'finish';

/** Whether a value is an event, possibly recognised by its name alone, or a call. */
function mayBeEvent(value: JsonValue): boolean {
  const name = pickText(value, 'event', 'type', 'name', 'qualified_name')?.split('.').at(-1);
  const isNamed = NAME.test(name ?? '') && dataOf(value) !== value;
  return llamaindexEvents.isOwn(value) || isNamed || (hasKey(value, 'agentName') && isTool(value));
}

/** The data of an event, unwrapped from what a program or Python's serializer adds. */
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
  // later inputs of an agent begin with the same question
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
  rewrite: (values, write) => {
    const known = new Set<JsonValue>();
    return values.map((value) => {
      const key = stateKey(value);
      if (key === undefined || !isJsonObject(value)) return value;
      const memory = memoryOf(key === 'state' ? value : pick(value, key)) ?? [];
      const fresh = memory.filter((message) => {
        const id = pick(message, 'id');
        return id === undefined || (!known.has(id) && Boolean(known.add(id)));
      });
      // a result repeats its answer twice
      const taken = key === 'state' ? ['state', 'message', 'result'] : [key];
      const others = Object.entries(value).filter(([name]) => !taken.includes(name));
      const run = { ...Object.fromEntries(others), messages: fresh };
      return write(run, value, { isRun: true });
    });
  },
};

/** The messages of a run's memory. */
function memoryOf(value: JsonValue | undefined): readonly JsonValue[] | undefined {
  const state = pickObject(value, 'state');
  return state && pickList(pickObject(state, 'memory'), 'messages');
}

/** The key under which a record, or the result it has, keeps its state. */
function stateKey(record: JsonValue): string | undefined {
  if (memoryOf(record)) return 'state';
  if (!isJsonObject(record)) return undefined;
  return Object.keys(record).find((key) => memoryOf(pick(record, key)));
}

/** Keys under which programs keep a crew's result, beside its inputs. */
const HOLDERS = ['output', 'result', 'response', 'crew_output'];

/** Results of a crew of CrewAI. Its calls are known only where its tasks keep their messages. */
export const crewai = eachRecord(
  oneOf('tasks_output', ...HOLDERS),
  (value): value is JsonObject => resultIn(value) !== undefined,
  (record) => {
    const result = resultIn(record) ?? {};
    const tasks = pickList(result, 'tasks_output') ?? [];
    const said = [result, ...tasks.toReversed()].map((part) => pickText(part, 'raw'));
    const parsed = pickObject(result, 'json_dict', 'pydantic');
    const messages = tasks.flatMap((task) => pickList(task, 'messages') ?? []);
    const { raw: _, ...others } = record;
    const run = {
      ...others,
      response: said.find((text) => text !== undefined) ?? (parsed ? printJson(parsed) : null),
      predicted_trajectory: [],
      ...(messages.length > 0 && { messages }),
    };
    return [[run, { isRun: true, lacksCalls: messages.length === 0 }]];
  },
);

function resultIn(record: JsonValue): JsonObject | undefined {
  const held = pickObject(record, ...HOLDERS) ?? null;
  return [record, held].find((value): value is JsonObject =>
    Boolean(
      pickList(value, 'tasks_output')?.every((task) => typeof pickText(task, 'raw') === 'string'),
    ),
  );
}

/** Dialogues of API-Bank: what the agent should have called and answered, for each turn. */
export const apiBank: ListProfile = {
  hasKeys: oneOf('api_name'),
  isOwn: (value) => pick(value, 'role') === 'API' && hasKey(value, 'api_name'),
  rewrite: (values, write) => {
    const turns: { readonly asked: JsonValue; readonly calls: JsonObject[]; answer: JsonValue }[] =
      [];
    for (const line of values.filter((value) => hasKey(value, 'role'))) {
      const text = pick(line, 'text') ?? null;
      if (turns.length === 0 || pick(line, 'role') === 'User')
        turns.push({ asked: text, calls: [], answer: null });
      const turn = turns.at(-1);
      if (apiBank.isOwn(line)) {
        const output = pick(pick(line, 'result'), 'output') ?? null;
        const { api_name: name = null, param_dict: input = {} } = line;
        turn?.calls.push({ tool_name: name, tool_input: input, tool_output: output });
      } else if (turn && pick(line, 'role') !== 'User') turn.answer = text;
    }
    const [first = null] = values;
    const records = turns.map(({ asked, calls, answer }, index) => {
      const messages = [{ role: 'user', content: asked }];
      const turn = turns.length > 1 ? index + 1 : undefined;
      const run = { messages, reference: answer, reference_trajectory: calls };
      return write(run, first, { isRun: true, turn });
    });
    return [...records, ...values.filter((value) => !hasKey(value, 'role'))];
  },
};

const STEP_START = /^(?:start-step|step-start)$/;
const STEP_END = /^(?:finish-step|step-finish)$/;

/**
 * Streams of the Vercel AI SDK, and of Mastra on top of it: what happens in a step, and at its end what
 * it took.
 */
export const vercelStream: ListProfile = {
  hasKeys: oneOf('type'),
  isOwn: (value) => STEP_END.test(pickText(value, 'type') ?? ''),
  rewrite: (events, write) => {
    const written: JsonValue[] = [];
    let step: JsonValue[] = [];
    for (const event of events) {
      const type = pickText(event, 'type') ?? '';
      const data = pickObject(event, 'payload') ?? event;
      if (STEP_START.test(type)) written.push(...step, ...requestOf(data));
      else if (STEP_END.test(type))
        written.push(write({ ...aboutStep(data, step), finishReason: type }, step[0] ?? event));
      else if (type === 'finish') written.push(...step, event);
      else if (type !== 'start') step.push(event);
      if (type === 'finish' || STEP_END.test(type) || STEP_START.test(type)) step = [];
    }
    return [...written, ...step];
  },
};

function requestOf(step: JsonValue): readonly JsonValue[] {
  const request = pickObject(step, 'request');
  return request && Object.keys(request).length > 0 ? [{ request }] : [];
}

/**
 * Steps with what each took, and how long each of its calls ran. The messages of a step's response are
 * those of all steps so far.
 */
export const vercelStep: RecordProfile = {
  isStep: true,
  key: 'finishReason',
  isOwn: (record) =>
    !hasKey(record, 'steps', 'modelId') &&
    (hasKey(record, 'performance', 'stepType') ||
      hasKey(pickObject(record, 'response'), 'modelId')),
  // a type says what came before the step
  rewrite: ({ stepType: _kind, ...step }) => {
    const { messages: _, uiMessages: __, ...response } = pickObject(step, 'response') ?? {};
    const { content, ...about } = aboutStep(step, pickList(step, 'content'));
    if (content === undefined) return { ...step, response, ...about };
    const { content: ___, ...others } = step;
    return { ...others, response, ...about, messages: [{ role: 'assistant', content }] };
  },
};

/** Mastra keeps in a step's output and metadata what others keep in the step and its response. */
function aboutStep(step: JsonValue, content: readonly JsonValue[] | undefined): JsonObject {
  const holders = ['response', 'metadata', 'output'].map((key) => pickObject(step, key));
  const performance = pickObject(step, 'performance');
  const took = pickAmount(performance, 'responseTimeMs');
  const tools = pickObject(performance, 'toolExecutionMs');
  const first = (key: string): JsonValue =>
    holders.map((holder) => pick(holder, key)).find((value) => value !== undefined) ??
    pick(step, key) ??
    null;
  return {
    modelId: first('modelId'),
    timestamp: first('timestamp'),
    usage: first('usage'),
    ...(took !== undefined && { duration_ms: took }),
    ...(content && { content: content.map((part) => withDuration(part, tools)) }),
  };
}

function withDuration(part: JsonValue, tools: JsonObject | undefined): JsonValue {
  const durationMs = pickAmount(tools, pickText(part, 'toolCallId') ?? '');
  if (durationMs === undefined || !isJsonObject(part)) return part;
  return { ...part, duration_ms: durationMs };
}
