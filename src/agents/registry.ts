import type { AgentWay } from './agent.ts';
import { http } from './http/http.ts';

/** Every way to call an agent, in the order they are offered. */
export const AGENT_WAYS: readonly AgentWay[] = [http];

/**
 * Finds a way to call agents.
 * @param id its id
 * @returns the way; the first one for an id that is not known
 */
export function wayById(id: string): AgentWay {
  return AGENT_WAYS.find((way) => way.id === id) ?? http;
}
