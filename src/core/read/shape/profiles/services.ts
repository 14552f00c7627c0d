import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import {
  hasKey,
  pick,
  pickAmount,
  pickList,
  pickObject,
  pickText,
  unwrapEncoded,
} from '#core/base/json/pick.ts';
import type { ListProfile, RecordProfile } from './profile.ts';
import { oneOf } from '../words.ts';

/** A bubble of a chat in Cursor, also as its database has it, under the id of its chat. */
function bubbleOf(value: JsonValue): JsonObject | undefined {
  const [kind, session_id] = pickText(value, 'key')?.split(':') ?? [];
  const held = kind === 'bubbleId' ? unwrapEncoded(pick(value, 'value')) : value;
  if (!isJsonObject(held) || !hasKey(held, 'bubbleId')) return undefined;
  return session_id === undefined ? held : { ...held, session_id };
}

/** Bubbles of Cursor: a number says who speaks, and the database has them in no order. */
export const cursorBubbles: ListProfile = {
  hasKeys: oneOf('key', 'bubbleId'),
  isOwn: (value) => bubbleOf(value) !== undefined,
  rewrite: (values, told) =>
    values
      .map((value) => {
        const bubble = bubbleOf(value);
        if (!bubble) return value;
        const { type, text: content = '', toolFormerData: call = null, ...about } = bubble;
        const given = pick(call, 'rawArgs') ?? pick(call, 'params') ?? {};
        const tool_calls = isJsonObject(call) ? [{ ...call, arguments: given }] : [];
        const role = type === 1 ? 'user' : 'assistant';
        return told({ ...about, role, content, tool_calls }, value);
      })
      .sort((a, b) => momentOf(a).localeCompare(momentOf(b))),
};

const momentOf = (bubble: JsonValue): string => pickText(bubble, 'createdAt') ?? '';

/** Activities of Copilot Studio: what was said, and the steps of a plan, which are calls. */
const copilotStudio: RecordProfile = {
  key: 'from',
  isOwn: (record) =>
    hasKey(record['from'], 'role') &&
    /^(?:message|DynamicPlanStep\w*)$/.test(pickText(record, 'valueType', 'name', 'type') ?? ''),
  rewrite: ({ from = null, type, value: step = null, ...about }) => {
    if (type === 'message')
      return {
        ...about,
        role: [1, 'user'].includes(pick(from, 'role') as number) ? 'user' : 'bot',
      };
    const id = pick(step, 'stepId') ?? null;
    const content = pick(step, 'observation');
    if (content !== undefined) return { ...about, role: 'tool', tool_call_id: id, content };
    const name = pick(step, 'taskDialogId') ?? '';
    return { ...about, type: 'function_call', id, name, arguments: pick(step, 'arguments') ?? {} };
  },
};

/** Exchanges of Augment: what each was sent and answered, as nodes. */
const augment: RecordProfile = {
  isStep: true,
  key: 'response_nodes',
  isOwn: (record) => pickList(record, 'response_nodes') !== undefined,
  rewrite: ({ request_message: asked = '', response_text: content = '', ...exchange }) => {
    const { request_nodes: _, response_nodes: __, ...about } = exchange;
    const sent = pickList(exchange, 'request_nodes') ?? [];
    const nodes = pickList(exchange, 'response_nodes') ?? [];
    const tool_calls = nodes.flatMap((node) => pick(node, 'tool_use') ?? []);
    const answer = { role: 'assistant', content, tool_calls };
    return { ...about, messages: [{ role: 'user', content: asked }, ...sent, answer] };
  },
};

const DIFY_TEXTS = ['sys.query', 'query', 'answer', 'text'];

/** Nodes of a workflow of Dify that ran: its start is the question, tools are calls. */
const difyNode: RecordProfile = {
  key: 'node_type',
  isOwn: (record) =>
    /^(?:start|tool|llm|answer|end|agent)$/.test(pickText(record, 'node_type') ?? '') &&
    hasKey(record, 'node_id', 'title'),
  rewrite: (node) => {
    const { node_type: type = null, inputs = {}, outputs = {}, title = '', ...about } = node;
    // what an agent called stands in no node of its own
    if (type === 'agent') return { ...node, type: 'agent_calls' };
    if (type === 'tool')
      return { ...about, type: 'tool_call', name: title, arguments: inputs, output: outputs };
    const isStart = type === 'start';
    const content = pickText(isStart ? inputs : outputs, ...DIFY_TEXTS) ?? '';
    return { ...about, role: isStart ? 'user' : 'assistant', content };
  },
};

/** Executions of n8n: the runs of each node, in the order in which they ended. */
const n8n: RecordProfile = {
  key: 'data',
  isOwn: (record) => runsOf(record) !== undefined,
  rewrite: ({ workflowData: _, ...execution }) => {
    const runs = Object.entries(runsOf(execution) ?? {})
      .flatMap(([name, list]) =>
        (isJsonList(list) ? list : []).filter(isJsonObject).map((run) => ({ name, run })),
      )
      .sort((a, b) => endOf(a.run) - endOf(b.run));
    return { ...execution, data: null, steps: runs.map(nodeStep) };
  },
};

const runsOf = ({ data = null }: JsonObject): JsonObject | undefined =>
  pickObject(pickObject(data, 'resultData'), 'runData');

const endOf = (run: JsonObject): number =>
  (pickAmount(run, 'startTime') ?? 0) + (pickAmount(run, 'executionTime') ?? 0);

/** The first item that stands at a connection of a node. */
const itemOf = (held: JsonValue, connection: string): JsonObject | undefined =>
  pickObject([pickList(held, connection)].flat(2)[0], 'json');

/** What a run of a node tells: a tool that was called, a question, or an answer. */
function nodeStep({ name, run }: { name: string; run: JsonObject }): JsonObject {
  const { data = null, inputOverride = null, executionTime = null, ...others } = run;
  const about = { ...others, duration_ms: executionTime };
  const given = itemOf(inputOverride, 'ai_tool');
  const made = itemOf(data, 'ai_tool');
  if (given ?? made) {
    const output = pick(made, 'response') ?? made ?? null;
    return {
      ...about,
      type: 'tool_call',
      name,
      arguments: pick(given, 'query') ?? given ?? {},
      output,
    };
  }
  const other = Object.keys(isJsonObject(data) ? data : {}).find(
    (key) => key !== 'main' && !key.startsWith('ai_'),
  );
  if (other !== undefined) return { ...about, type: `call by ${other}` };
  const main = itemOf(data, 'main');
  const answer = pickText(main, 'output');
  const content = answer ?? pickText(main, 'chatInput') ?? '';
  const role = content === '' ? 'silent' : answer === undefined ? 'user' : 'assistant';
  return { ...about, role, content };
}

/** Code that Open Interpreter runs, and what the computer printed. */
const interpreter: RecordProfile = {
  key: 'format',
  isOwn: ({ type = null }) => type === 'code' || type === 'console',
  rewrite: ({ type, format: name = 'code', content: code = '', ...about }) => {
    if (type === 'code') return { ...about, type: 'tool_call', name, arguments: { code } };
    return { ...about, role: name === 'output' ? 'tool' : 'silent', content: code };
  },
};

/** Records of CAMEL's memory: calls and results are messages of a class of their own. */
const camel: RecordProfile = {
  key: 'role_at_backend',
  isOwn: (record) => pickObject(record, 'message') !== undefined,
  rewrite: ({ message, role_at_backend: role = null, ...about }) => {
    const { content = '', func_name: name = null, args, result = null } = message as JsonObject;
    const id = pick(message, 'tool_call_id') ?? null;
    if (role === 'function') return { ...about, role: 'tool', tool_call_id: id, content: result };
    if (name === null) return { ...about, role, content };
    return { ...about, type: 'tool_call', id, name, arguments: args ?? {} };
  },
};

/** Records of applications and services in which agents work. */
export const SERVICES: readonly RecordProfile[] = [
  copilotStudio,
  augment,
  difyNode,
  n8n,
  interpreter,
  camel,
];
