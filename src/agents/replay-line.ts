import { AgentError } from '#core/agents/agent-error.ts';
import { CODE_METHOD, type Leg } from '#core/agents/exchange.ts';
import type { ReplyValues } from '#core/agents/read-reply.ts';
import type { JsonValue } from '#core/json/json-value.ts';
import type { AgentFunction, AgentRequest, Line } from './agent.ts';
import { replyOf, valueOfCode } from './live-line.ts';

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

  async send({ method, url }: AgentRequest): Promise<ReplyValues> {
    return replyOf(await this.#take(method, url));
  }

  async run({ about }: AgentFunction): Promise<JsonValue | undefined> {
    const leg = await this.#take(CODE_METHOD, '');
    if (leg.body !== about) throw new AgentError('not_recorded', `${CODE_METHOD} ${about}`);
    return valueOfCode(leg);
  }

  #take(method: string, url: string): Promise<Leg> {
    this.signal.throwIfAborted();
    const leg = this.#legs[this.#next++];
    return leg?.method === method && leg.url === url
      ? Promise.resolve(leg)
      : Promise.reject(new AgentError('not_recorded', `${method} ${url}`));
  }
}
