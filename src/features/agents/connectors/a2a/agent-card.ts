import { AgentError } from '#core/agents/agent-error.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { pickList, pickText, type Maybe } from '#core/base/json/pick.ts';
import { a2a as texts } from '#features/agents/texts.ts';

/** How one version of the protocol names what is asked for, as JSON-RPC. */
export interface Protocol {
  /** Headers of every request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly send: string;
  readonly stream: string;
  readonly getTask: string;
  /** The configuration of a message whose answer is the task, finished or not. */
  readonly atOnce: JsonObject;
  /** A user’s message with one text. */
  messageOf(id: string, text: string): JsonObject;
}

/** The protocol until version 0.3. */
export const PROTOCOL_0: Protocol = {
  headers: {},
  send: 'message/send',
  stream: 'message/stream',
  getTask: 'tasks/get',
  atOnce: { blocking: false },
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
  stream: 'SendStreamingMessage',
  getTask: 'GetTask',
  atOnce: { returnImmediately: true },
  messageOf: (messageId, text) => ({ role: 'ROLE_USER', messageId, parts: [{ text }] }),
};

/** Where an agent is asked, and by which protocol. */
export interface Endpoint {
  readonly url: string;
  readonly protocol: Protocol;
  /** Whether all its tool calls stand in its answers: so none there are none. */
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

/** Version 1.0 lists all endpoints; before, one stood in the card itself and others beside it. */
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
