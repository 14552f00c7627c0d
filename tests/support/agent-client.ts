import { AgentError } from '#core/agents/agent-error.ts';
import type { AgentConfig } from '#core/agents/agent-config.ts';
import type { AgentTask } from '#features/agents/connectors/agent.ts';
import {
  LiveClient,
  ReplayClient,
  type ClientSettings,
} from '#features/agents/connectors/client.ts';

/** The secret header’s value, which must not be found anywhere. */
export const SECRET = 'Bearer canary-91c3f0aa';

/** A call of an agent for a row with this prompt. */
export function taskOf(config: AgentConfig, prompt: string): AgentTask {
  return {
    config,
    cells: (name) => (name === 'prompt' ? prompt : undefined),
    id: 'row-1',
  };
}

/** A client that calls an agent with the secret header. */
export function clientTo(
  config: AgentConfig,
  { secret = SECRET, ...more }: Partial<ClientSettings> & { readonly secret?: string } = {},
): LiveClient {
  return new LiveClient({
    config,
    secrets: new Map([['x-agent-key', secret]]),
    withinMs: 20_000,
    signal: new AbortController().signal,
    ...more,
  });
}

/** A client that answers from another one's recording. */
export function replayOf({ legs }: LiveClient): ReplayClient {
  return new ReplayClient(legs, new AbortController().signal);
}

/** Waits for the agent’s failure. */
export async function errorOf(work: Promise<unknown>): Promise<AgentError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof AgentError) return error;
  throw new Error(`no AgentError but ${String(error)}`);
}
