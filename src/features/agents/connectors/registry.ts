import type { AgentConnector } from './agent.ts';
import { a2a } from './a2a.ts';
import { adk } from './adk.ts';
import { http } from './http.ts';

/** Every connector, in the order they are offered. */
export const CONNECTORS: readonly AgentConnector[] = [http, adk, a2a];

/** The connector of an id; the first one for an id that is not known. */
export function connectorById(id: string): AgentConnector {
  return CONNECTORS.find((connector) => connector.id === id) ?? http;
}
