import { AgentError } from '#core/agents/agent-error.ts';
import { findUsage } from '#core/agents/find-usage.ts';
import { readAnswer } from '#core/agents/read-answer.ts';
import { hasEnded, readRpc, readTask, type TaskReading } from '#core/agents/read-task.ts';
import type { JsonObject, JsonValue } from '#core/json/json-value.ts';
import { pickText } from '#core/json/pick.ts';
import { valueOf, type AgentTask, type AgentWay, type Line } from '../agent.ts';
import { ANSWER_FIELDS, placesOf } from '../answer-fields.ts';
import { addressField, below } from '../base-address.ts';
import { faultOfAddress } from '../fault-of-address.ts';
import { turnsOf } from '../turns-of.ts';

const POLL_EVERY_MS = 1000;
const CARDS = ['.well-known/agent-card.json', '.well-known/agent.json'] as const;

/** An agent that speaks the Agent2Agent protocol, as JSON-RPC over HTTP. */
export const a2a: AgentWay = {
  id: 'a2a',
  title: 'A2A',
  help:
    'The agent card is read first; it has to name an address on the same host. The protocol has no ' +
    'tool calls: they are read from data parts that ADK and kagent attach.',
  fields: [
    addressField('where the agent card is, as in http://localhost:9999'),
    {
      key: 'method',
      label: 'Method',
      kind: 'choice',
      usual: 'message/send',
      options: [
        { value: 'message/send', label: 'message/send, tasks polled' },
        { value: 'message/stream', label: 'message/stream' },
      ],
    },
    ...ANSWER_FIELDS.filter(({ key }) => key === 'lack'),
  ],
  faultsOf(config) {
    const fault = faultOfAddress(valueOf(a2a, config, 'url'));
    return fault === '' ? [] : [fault];
  },
  async call(task, line) {
    const method = valueOf(a2a, task.config, 'method');
    const url = await findEndpoint(valueOf(a2a, task.config, 'url').trim(), line);
    const ask = (name: string, params: JsonObject): Promise<readonly JsonValue[]> =>
      askRpc(line, url, task, name, params);
    const text = turnsOf(task).join('\n');
    const message = {
      kind: 'message',
      role: 'user',
      messageId: task.id,
      parts: [{ kind: 'text', text }],
    };
    let results = await ask(method, { message });
    let reading = readTask(results);
    while (reading.id !== undefined && !hasEnded(reading.state)) {
      await line.wait(POLL_EVERY_MS);
      results = await ask('tasks/get', { id: reading.id });
      reading = readTask(results);
    }
    return answerOf(reading, results, task);
  },
};

/** The address in the agent card; headers that may be secret do not go to another host. */
async function findEndpoint(base: string, line: Line): Promise<string> {
  for (const path of CARDS) {
    try {
      const { values } = await line.send({ method: 'GET', url: below(base, path), isSetup: true });
      const url = pickText(values[0], 'url') ?? base;
      if (new URL(url, base).origin === new URL(base).origin) return new URL(url, base).href;
      throw new AgentError('redirected', `The agent card names ${url}.`);
    } catch (error) {
      const isElsewhere = error instanceof AgentError && error.fault === 'rejected';
      if (!isElsewhere || path === CARDS.at(-1)) throw error;
    }
  }
  return base;
}

async function askRpc(
  line: Line,
  url: string,
  { id }: AgentTask,
  method: string,
  params: JsonObject,
): Promise<readonly JsonValue[]> {
  const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
  const reply = await line.send({ method: 'POST', url, body });
  const reading = readRpc(reply.values);
  if ('problem' in reading) throw new AgentError('agent_failed', reading.problem);
  if (reading.results.length === 0) throw new AgentError('no_answer');
  return reading.results;
}

function answerOf(
  { state, response, calls }: TaskReading,
  results: readonly JsonValue[],
  { config }: AgentTask,
) {
  if (state !== 'completed')
    throw new AgentError('agent_failed', `Its task is “${state}”. ${response ?? ''}`.trim());
  const found: JsonObject = {
    ...(response === undefined ? {} : { response }),
    ...(calls.length === 0 ? {} : { predicted_trajectory: calls }),
  };
  const answer = readAnswer({ values: [found], isStream: false }, placesOf(config));
  return { ...answer, usage: findUsage(results) };
}
