import { AgentError } from '#core/agents/agent-error.ts';
import { pickList, pickText, type Maybe } from '#core/json/pick.ts';
import { PROTOCOL_0, PROTOCOL_1, type Protocol } from './protocol.ts';

/** Where an agent is asked, and in which words. */
export interface Endpoint {
  readonly url: string;
  readonly protocol: Protocol;
  /** Whether all its tool calls stand in its answers: so none there are none. */
  readonly attachesCalls: boolean;
}

/** A way to ask the agent that its card offers. */
interface Offer extends Omit<Endpoint, 'attachesCalls'> {
  readonly binding: string;
}

const JSON_RPC = 'JSONRPC';

/**
 * Finds where an agent is asked by JSON-RPC, in the newest version that it speaks.
 * @param card the agent card, of any version
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
    throw new AgentError('rejected', `The agent card offers ${bindings}, and no ${JSON_RPC}.`);
  }
  const { url, protocol } = best;
  const isHere = URL.canParse(url, base) && new URL(url, base).origin === new URL(base).origin;
  if (!isHere) throw new AgentError('redirected', `The agent card names ${url}.`);
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

/** Version 1.0 lists all ways; before, one stood in the card itself and others beside it. */
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
