import { AgentError } from '#core/agents/agent-error.ts';
import { findUsage, readAnswer } from '#core/agents/read-answer.ts';
import { readTask, type TaskResult } from '#core/read/shape/profiles/a2a-log.ts';
import { isJsonList, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { pick, pickList, pickObject, pickText, type Maybe } from '#core/base/json/pick.ts';
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
import { a2a as texts } from '#features/agents/texts.ts';

const POLL_EVERY_MS = 1000;
const CARDS = ['.well-known/agent-card.json', '.well-known/agent.json'] as const;

/** An agent that speaks the Agent2Agent protocol, version 0.2 to 1.0, as JSON-RPC over HTTP. */
export const a2a: AgentConnector = {
  id: 'a2a',
  title: texts.title,
  help: texts.help,
  fields: [addressField(texts.addressHint), ...ANSWER_FIELDS.filter(({ key }) => key === 'lack')],
  faultsOf: (config) => faultsOfAddress(valueOf(a2a, config, 'url')),
  async call(task, client) {
    const base = valueOf(a2a, task.config, 'url').trim();
    const endpoint = endpointOf(await readCard(base, client), base);
    const { protocol } = endpoint;
    const ask = (name: string, params: JsonObject): Promise<readonly JsonValue[]> =>
      askRpc(client, endpoint, task, name, params);
    const message = protocol.messageOf(task.id, turnsOf(task).join('\n'));
    let results = await ask(protocol.send, { message });
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

/** How one version of the protocol names what is asked for, as JSON-RPC. */
interface Protocol {
  /** Headers of every request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly send: string;
  readonly getTask: string;
  /** A user’s message with one text. */
  messageOf(id: string, text: string): JsonObject;
}

/** The protocol until version 0.3. */
export const PROTOCOL_0: Protocol = {
  headers: {},
  send: 'message/send',
  getTask: 'tasks/get',
  messageOf: (messageId, text) => ({
    kind: 'message',
    role: 'user',
    messageId,
    parts: [{ kind: 'text', text }],
  }),
};

/** The protocol from version 1.0 on. */
export const PROTOCOL_1: Protocol = {
  headers: { 'A2A-Version': '1.0' },
  send: 'SendMessage',
  getTask: 'GetTask',
  messageOf: (messageId, text) => ({ role: 'ROLE_USER', messageId, parts: [{ text }] }),
};

/** Where an agent is asked, and by which protocol. */
interface Endpoint {
  readonly url: string;
  readonly protocol: Protocol;
  /** Whether its answers hold all its tool calls, so that no calls there means none were made. */
  readonly attachesCalls: boolean;
}

/** An endpoint that the agent's card offers. */
interface Offer extends Omit<Endpoint, 'attachesCalls'> {
  readonly binding: string;
}

const JSON_RPC = 'JSONRPC';

/**
 * Finds where an agent is asked by JSON-RPC, in the newest version that it speaks.
 * @param base the address that was entered; used where the card names none
 * @returns the endpoint, on the same host: secret headers do not go to another
 * @throws AgentError when the agent is elsewhere, or speaks no JSON-RPC
 * @see https://a2a-protocol.org/latest/specification/
 */
export function endpointOf(card: Maybe, base: string): Endpoint {
  const offers = offersOf(card, base);
  const spoken = offers.filter(({ binding }) => binding.toUpperCase() === JSON_RPC);
  const best = spoken.find(({ protocol }) => protocol === PROTOCOL_1) ?? spoken[0];
  if (!best) {
    const bindings = offers.map(({ binding }) => binding).join(', ');
    throw new AgentError('rejected', texts.noBinding(bindings, JSON_RPC));
  }
  const { url, protocol } = best;
  const isHere = URL.canParse(url, base) && new URL(url, base).origin === new URL(base).origin;
  if (!isHere) throw new AgentError('redirected', texts.otherAddress(url));
  return { url: new URL(url, base).href, protocol, attachesCalls: isOfAdk(card) };
}

/** ADK lists the model of each agent as a skill. */
function isOfAdk(card: Maybe): boolean {
  return (pickList(card, 'skills') ?? []).some(
    (skill) =>
      /(^|: )model$/.test(pickText(skill, 'name') ?? '') &&
      (pickList(skill, 'tags') ?? []).includes('llm'),
  );
}

/** Version 1.0 lists all endpoints; before, one was in the card itself and others beside it. */
function offersOf(card: Maybe, base: string): readonly Offer[] {
  const offerOf = (item: Maybe, key: string, usual: string): Offer => ({
    url: pickText(item, 'url') ?? base,
    binding: pickText(item, key) ?? usual,
    protocol: PROTOCOL_0,
  });
  const listed = (pickList(card, 'supportedInterfaces') ?? []).map((item) => {
    const isOld = pickText(item, 'protocolVersion')?.startsWith('0') ?? false;
    const offer = offerOf(item, 'protocolBinding', '');
    return isOld ? offer : { ...offer, protocol: PROTOCOL_1 };
  });
  if (listed.length > 0) return listed;
  const others = pickList(card, 'additionalInterfaces') ?? [];
  return [
    offerOf(card, 'preferredTransport', JSON_RPC),
    ...others.map((item) => offerOf(item, 'transport', '')),
  ];
}
