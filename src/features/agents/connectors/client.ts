import type { AgentConfig } from '#core/agents/agent-config.ts';
import { AgentError, type AgentFault } from '#core/agents/agent-error.ts';
import type { Failure } from '#core/calls/outcome.ts';
import { errorOfStatus } from '#core/judge/call-error.ts';
import type { Leg } from '#core/agents/exchange.ts';
import { readReply, type ReplyValues } from '#core/agents/read-answer.ts';
import { messageOf } from '#core/base/text/sentence.ts';
import { redact, withoutKeys } from '#core/judge/redact.ts';
import { isOnThisDevice } from '#providers/address.ts';
import { bareRequest, BodyTooLarge, fetchBare, readBody, Redirected } from '#providers/request.ts';
import { sleep } from '#providers/scheduler.ts';
import type { AgentClient, AgentRequest } from './agent.ts';

/** Bytes of an answer that are read; a larger one is a failure. */
const LARGEST_ANSWER_BYTES = 10_000_000;
/** Characters kept of an answer that was too large. */
const KEPT_OF_LARGE = 20_000;

const MASK = '[secret]';

/** Whom a client calls, and for how long. */
export interface ClientSettings {
  readonly config: AgentConfig;
  /** Values of secret headers, by the header’s name. */
  readonly secrets: ReadonlyMap<string, string>;
  /** Milliseconds the whole call may take. */
  readonly withinMs: number;
  readonly signal: AbortSignal;
}

/** Calls the agent itself, and records requests and answers without the secrets. */
export class LiveClient implements AgentClient {
  readonly signal: AbortSignal;
  readonly #config: AgentConfig;
  readonly #secrets: ReadonlyMap<string, string>;
  readonly #deadline: AbortSignal;
  readonly #ended: AbortSignal;
  readonly #startedAtMs = performance.now();
  readonly #legs: Leg[] = [];
  #firstByteMs: number | null = null;
  /** Milliseconds that a server was looked for: none of the agent’s. */
  #waitedMs = 0;

  /** Begins a call; its time runs from now on. */
  constructor({ config, secrets, withinMs, signal }: ClientSettings) {
    this.#config = config;
    this.#secrets = secrets;
    this.#ended = signal;
    this.#deadline = AbortSignal.timeout(withinMs);
    this.signal = AbortSignal.any([signal, this.#deadline]);
  }

  /** Requests and answers so far. */
  get legs(): readonly Leg[] {
    return this.#legs;
  }

  /** Milliseconds from the beginning of the call until now. */
  get latencyMs(): number {
    return performance.now() - this.#startedAtMs - this.#waitedMs;
  }

  /** Milliseconds from the beginning of the call to the first byte of an answer. */
  get firstByteMs(): number | null {
    return this.#firstByteMs;
  }

  async send(request: AgentRequest): Promise<ReplyValues> {
    const startedAtMs = performance.now();
    const { method, url, body = '' } = request;
    const leg = newLeg(method, url);
    leg.body = redact(body, this.#keys);
    leg.headers = this.#headers(request, (value) => redact(value, this.#keys), MASK);
    let retryAfter: string | null = null;
    try {
      const response = await fetchBare(url, {
        method,
        headers: this.#headers(request, (value) => value),
        ...(body === '' ? {} : { body }),
        signal: this.signal,
      });
      leg.status = response.status;
      leg.contentType = response.headers.get('content-type') ?? '';
      retryAfter = response.headers.get('retry-after');
      for await (const piece of readBody(response, LARGEST_ANSWER_BYTES)) {
        leg.firstByteMs ??= performance.now() - startedAtMs;
        if (request.isSetup !== true) this.#firstByteMs ??= this.latencyMs;
        leg.text += piece;
      }
    } catch (error) {
      this.#ended.throwIfAborted();
      if (error instanceof BodyTooLarge) leg.text = leg.text.slice(0, KEPT_OF_LARGE);
      leg.fault = this.#faultOf(error, leg.status);
      if (leg.fault !== 'timeout') leg.detail = redact(messageOf(error), this.#keys);
    }
    leg.totalMs = performance.now() - startedAtMs;
    if (leg.fault === 'unreachable') {
      leg.fault = await probeServer(url, this.signal);
      this.#waitedMs += performance.now() - startedAtMs - leg.totalMs;
    }
    this.#ended.throwIfAborted();
    // an answer must stay as it is; the message of a failure need not
    const clean = leg.status >= 400 ? redact : withoutKeys;
    leg.text = clean(leg.text, this.#keys);
    this.#legs.push(leg);
    return replyOf(leg, retryAfter);
  }

  async wait(ms: number): Promise<void> {
    await sleep(ms, this.signal).catch(() => undefined); // why it ended is looked at here
    this.#ended.throwIfAborted();
    if (this.#deadline.aborted) throw new AgentError('timeout');
  }

  #faultOf(error: unknown, status: number): Leg['fault'] {
    if (error instanceof Redirected) return 'redirected';
    if (error instanceof BodyTooLarge) return 'too_large';
    if (this.#deadline.aborted) return 'timeout';
    return status === 0 ? 'unreachable' : 'broken_off';
  }

  /** The secrets, also without a scheme: a server may repeat one without its “Bearer”. */
  get #keys(): readonly string[] {
    return [...this.#secrets.values()].flatMap((secret) => [
      secret,
      ...secret.split(/\s+/).slice(1),
    ]);
  }

  #headers(
    { headers = {}, body }: AgentRequest,
    write: (value: string) => string,
    mask?: string,
  ): Record<string, string> {
    const own = this.#config.headers
      .filter(({ name }) => name.trim() !== '')
      .map(({ name, value, isSecret }) => {
        const secret = this.#secrets.get(name) ?? '';
        return [name.trim(), isSecret ? (mask ?? secret) : write(value)] as const;
      });
    return {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
      ...Object.fromEntries(own.filter(([, value]) => value !== '')),
    };
  }
}

/** Returns what was recorded, in the same order, and reaches nobody. */
export class ReplayClient implements AgentClient {
  readonly signal: AbortSignal;
  readonly #legs: readonly Leg[];
  #at = 0;

  constructor(legs: readonly Leg[], signal: AbortSignal) {
    this.#legs = legs;
    this.signal = signal;
  }

  wait(): Promise<void> {
    this.signal.throwIfAborted();
    return Promise.resolve();
  }

  async send({ method, url }: AgentRequest): Promise<ReplyValues> {
    return replyOf(await this.#next(method, url));
  }

  #next(method: string, url: string): Promise<Leg> {
    this.signal.throwIfAborted();
    const leg = this.#legs[this.#at++];
    return leg?.method === method && leg.url === url
      ? Promise.resolve(leg)
      : Promise.reject(new AgentError('not_recorded', `${method} ${url}`));
  }
}

/**
 * Finds out why a server on this device does not answer the page: a request whose answer the page may
 * not see succeeds wherever a server is. It carries neither body nor headers. Others are not asked,
 * because such a request follows redirects, and would reach hosts that nobody agreed to.
 * @returns `off` when no server answers, `blocked` when one does; `unreachable` when it was not asked
 */
async function probeServer(
  url: string,
  signal: AbortSignal,
): Promise<'off' | 'blocked' | 'unreachable'> {
  const address = new URL(url);
  if (!isOnThisDevice(address)) return 'unreachable';
  try {
    await fetch(`${address.origin}/`, { ...bareRequest('GET'), mode: 'no-cors', signal });
    return 'blocked';
  } catch {
    // that is the answer: nothing listens there
    return signal.aborted ? 'unreachable' : 'off';
  }
}

/** What is recorded of a request before anything comes back. */
function newLeg(method: string, url: string): { -readonly [K in keyof Leg]: Leg[K] } {
  const nothing = { status: 0, contentType: '', text: '', firstByteMs: null, totalMs: 0 };
  return { method, url, headers: {}, body: '', ...nothing, fault: null, detail: '' };
}

/** Parses an answer; throws an AgentError when it is no whole answer with success. */
function replyOf(leg: Leg, retryAfter: string | null = null): ReplyValues {
  if (leg.fault !== null) throw new AgentError(leg.fault, leg.detail);
  if (leg.status >= 400) throw agentErrorOfStatus(leg.status, redact(leg.text), retryAfter);
  return readReply(leg.text);
}

/** Classifies an answer whose status is no success. */
function agentErrorOfStatus(status: number, body: string, retryAfter: string | null): AgentError {
  const { failure, message, retryAfterMs } = errorOfStatus(status, body, retryAfter);
  const faults: Partial<Record<Failure, AgentFault>> = {
    auth: 'refused',
    rate_limited: 'rate_limited',
    timeout: 'timeout',
    server: 'server',
  };
  return new AgentError(faults[failure] ?? 'rejected', message, retryAfterMs);
}
