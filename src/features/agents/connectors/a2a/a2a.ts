import { AgentError } from '#core/agents/agent-error.ts';
import { findUsage, readAnswer } from '#core/agents/read-answer.ts';
import { readTask, type TaskResult } from '#core/read/shape/profiles/a2a-log.ts';
import { isJsonList, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { pick, pickObject, pickText } from '#core/base/json/pick.ts';
import {
  valueOf,
  type AgentTask,
  type AgentConnector,
  type AgentClient,
} from '#features/agents/connectors/agent.ts';
import {
  addressField,
  ANSWER_FIELDS,
  faultsOfAddress,
  placesOf,
  turnsOf,
} from '#features/agents/connectors/connector-fields.ts';
import { join } from '#providers/request.ts';
import { endpointOf, type Endpoint } from './agent-card.ts';
import { a2a as texts } from '#features/agents/texts.ts';

const POLL_EVERY_MS = 1000;
const CARDS = ['.well-known/agent-card.json', '.well-known/agent.json'] as const;

/** An agent that speaks the Agent2Agent protocol, version 0.2 to 1.0, as JSON-RPC over HTTP. */
export const a2a: AgentConnector = {
  id: 'a2a',
  title: texts.title,
  help: texts.help,
  fields: [
    addressField(texts.addressHint),
    {
      key: 'method',
      label: texts.method,
      kind: 'choice',
      usual: 'message/send',
      options: [
        { value: 'message/send', label: texts.send },
        { value: 'tasks/get', label: texts.poll },
        { value: 'message/stream', label: texts.stream },
      ],
    },
    ...ANSWER_FIELDS.filter(({ key }) => key === 'lack'),
  ],
  faultsOf: (config) => faultsOfAddress(valueOf(a2a, config, 'url')),
  async call(task, client) {
    const method = valueOf(a2a, task.config, 'method');
    const base = valueOf(a2a, task.config, 'url').trim();
    const endpoint = endpointOf(await readCard(base, client), base);
    const { protocol } = endpoint;
    const ask = (name: string, params: JsonObject): Promise<readonly JsonValue[]> =>
      askRpc(client, endpoint, task, name, params);
    const message = protocol.messageOf(task.id, turnsOf(task).join('\n'));
    const configuration = method === 'tasks/get' ? { configuration: protocol.atOnce } : {};
    let results = await ask(method === 'message/stream' ? protocol.stream : protocol.send, {
      message,
      ...configuration,
    });
    let reading = readTask(results);
    while (reading.id !== undefined && !hasEnded(reading.state)) {
      await client.wait(POLL_EVERY_MS);
      results = await ask(protocol.getTask, { id: reading.id });
      reading = readTask(results);
    }
    return answerOf(reading, results, task, endpoint);
  },
};

/** The agent card, which older agents have at another place. */
async function readCard(base: string, client: AgentClient): Promise<JsonValue | undefined> {
  let detail = '';
  for (const path of CARDS) {
    try {
      const reply = await client.send({ method: 'GET', url: join(base, path), isSetup: true });
      return reply.values[0];
    } catch (error) {
      const isNotThere = error instanceof AgentError && error.fault === 'rejected';
      if (!isNotThere) throw error;
      detail = error.message;
    }
  }
  throw new AgentError('no_card', detail);
}

async function askRpc(
  client: AgentClient,
  { url, protocol }: Endpoint,
  { id }: AgentTask,
  method: string,
  params: JsonObject,
): Promise<readonly JsonValue[]> {
  const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
  const reply = await client.send({ method: 'POST', url, body, headers: protocol.headers });
  const reading = readRpc(reply.values);
  if ('problem' in reading) throw new AgentError('agent_failed', reading.problem);
  if (reading.results.length === 0) throw new AgentError('no_answer');
  return reading.results;
}

function answerOf(
  { state, response, events, hasAllCalls }: TaskResult,
  results: readonly JsonValue[],
  { config }: AgentTask,
  { attachesCalls }: Endpoint,
) {
  if (state !== 'completed')
    throw new AgentError('agent_failed', texts.task(state, response ?? ''));
  const isTold = hasAllCalls || attachesCalls;
  const found: JsonObject = {
    ...(response === undefined ? {} : { response }),
    ...(events.length > 0 ? { events } : isTold ? { predicted_trajectory: [] } : {}),
  };
  const answer = readAnswer({ values: [found], isStream: false }, placesOf(config));
  return { ...answer, usage: findUsage(results) };
}

const ENDED = ['completed', 'failed', 'canceled', 'rejected', 'input-required', 'auth-required'];

/** Whether a task has ended, or waits for a person. */
function hasEnded(state: string): boolean {
  return ENDED.includes(state);
}

/** Returns the results of JSON-RPC answers, or the message of the first error. */
function readRpc(
  values: readonly JsonValue[],
): { readonly results: readonly JsonValue[] } | { readonly problem: string } {
  const results: JsonValue[] = [];
  for (const value of values.flatMap((item) => (isJsonList(item) ? item : [item]))) {
    const error = pickObject(value, 'error');
    if (error) return { problem: pickText(error, 'message') ?? 'an error without a message' };
    const result = pick(value, 'result');
    if (result !== undefined) results.push(result);
  }
  return { results };
}
