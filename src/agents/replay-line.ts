import { AgentError } from '#core/agents/agent-error.ts';
import type { Leg } from '#core/agents/exchange.ts';
import type { ReplyValues } from '#core/agents/read-reply.ts';
import type { AgentRequest, Line } from './agent.ts';
import { replyOf } from './network-line.ts';

/** A line that gives back what was recorded, in the same order, and reaches nobody. */
export class ReplayLine implements Line {
  readonly signal: AbortSignal;
  readonly #legs: readonly Leg[];
  #next = 0;

  /**
   * Begins a call anew.
   * @param legs what was said before
   * @param signal ends the call
   */
  constructor(legs: readonly Leg[], signal: AbortSignal) {
    this.#legs = legs;
    this.signal = signal;
  }

  wait(): Promise<void> {
    this.signal.throwIfAborted();
    return Promise.resolve();
  }

  send({ method, url }: AgentRequest): Promise<ReplyValues> {
    this.signal.throwIfAborted();
    const leg = this.#legs[this.#next++];
    if (leg?.method !== method || leg.url !== url) {
      const asked = `${method} ${url}`;
      return Promise.reject(new AgentError('not_recorded', asked));
    }
    // what it throws rejects as well
    return Promise.resolve(leg).then((known) => replyOf(known));
  }
}
