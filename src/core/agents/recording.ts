import type { AgentConfig } from './agent-config.ts';
import type { Exchange } from './exchange.ts';

/** Marks a file as a recording. */
export const RECORDING_FORMAT = 'trajectory-playground agent recording';

/** What was said in a run of an agent: enough to go through it again without the agent. */
export interface Recording {
  readonly format: typeof RECORDING_FORMAT;
  readonly version: 1;
  readonly agent: AgentConfig;
  readonly exchanges: readonly Exchange[];
}

/**
 * Gives the exchanges of a recording to the rows that ask the same.
 * @param exchanges the exchanges, in order
 * @returns takes the next exchange recorded for a prompt; undefined when there is none left
 */
export function takeByPrompt(
  exchanges: readonly Exchange[],
): (prompt: string) => Exchange | undefined {
  const waiting = new Map<string, Exchange[]>();
  for (const exchange of exchanges) {
    const known = waiting.get(exchange.prompt);
    if (known) known.push(exchange);
    else waiting.set(exchange.prompt, [exchange]);
  }
  return (prompt) => waiting.get(prompt)?.shift();
}
