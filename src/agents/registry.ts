import type { AgentWay } from './agent.ts';
import { a2a } from './a2a/a2a.ts';
import { adk } from './adk/adk.ts';
import { ownFunction } from './function/function.ts';
import { http } from './http/http.ts';
import { langgraph } from './langgraph/langgraph.ts';
import { model } from './model/model.ts';

/** Every way to call an agent, in the order they are offered. */
export const AGENT_WAYS: readonly AgentWay[] = [http, model, adk, langgraph, a2a, ownFunction];

/**
 * Finds a way to call agents.
 * @param id its id
 * @returns the way; the first one for an id that is not known
 */
export function wayById(id: string): AgentWay {
  return AGENT_WAYS.find((way) => way.id === id) ?? http;
}
