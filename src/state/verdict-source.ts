import { cacheKeyOf } from '#core/judging/cache-key.ts';
import { CallError, failureInWords } from '#core/judging/call-error.ts';
import type { Price, Usage } from '#core/judging/estimate.ts';
import { readVerdict, type Verdict } from '#core/judging/read-verdict.ts';
import { redact, redactAnswer } from '#core/judging/redact.ts';
import type { Prompt } from '#core/judging/render-prompt.ts';
import { Spending, type Limits } from '#core/judging/spending.ts';
import type { VerdictForm } from '#core/judging/verdict-form.ts';
import { askVerdict } from '#judges/ask-verdict.ts';
import { CallQueue, RunStopped, type Pace } from '#judges/call-queue.ts';
import type { Connection, Judge } from '#judges/judge.ts';
import type { VerdictRecord } from '#storage/schema.ts';
import type { VerdictStore } from '#storage/verdicts.ts';

/** Who answers. */
export interface Respondent {
  readonly judge: Judge;
  readonly connection: Connection;
  readonly temperature: number;
  /** Milliseconds an answer may take. */
  readonly withinMs: number;
}

/** How fast calls may follow each other, and what they may use at most. */
export interface Means {
  readonly pace: Pace;
  readonly limits: Limits;
  readonly price: Price | undefined;
}

/** What is asked, and which of its samples it is. */
export interface Question {
  readonly prompt: Pick<Prompt, 'system' | 'user'>;
  readonly form: VerdictForm;
  readonly sample: number;
}

/** Nothing is asked and no answer is stored. */
export class NotStored extends Error {
  override readonly name = 'NotStored';
}

/** What calls have used. */
export interface Used {
  readonly calls: number;
  readonly usage: Usage;
  readonly cost: number | undefined;
}

/** Gives verdicts: stored ones, or new ones, each stored before it counts and asked for once. */
export class VerdictSource {
  readonly #store: VerdictStore;
  readonly #who: Respondent;
  readonly #means: Means | undefined;
  readonly #queue: CallQueue;
  readonly #spending: Spending;
  readonly #abort = new AbortController();
  /** The two orders of equal responses are one question. */
  readonly #asked = new Map<string, Promise<Verdict>>();
  #stopped: RunStopped | undefined;

  /**
   * @param means without them nothing is asked: only stored verdicts are given
   */
  constructor(store: VerdictStore, who: Respondent, means: Means | undefined) {
    this.#store = store;
    this.#who = who;
    this.#means = means;
    this.#queue = new CallQueue(means?.pace ?? STORED_ONLY, this.#abort.signal);
    this.#spending = new Spending(means?.limits ?? NO_LIMITS, means?.price);
  }

  get used(): Used {
    const { calls, usage, cost } = this.#spending;
    return { calls, usage, cost };
  }

  /** Whether no more should be asked for. */
  isOver(): boolean {
    return this.#abort.signal.aborted || this.#stopped !== undefined;
  }

  /** Why it stopped before the end, in words; an empty text when it did not. */
  get whyStopped(): string {
    if (!this.#stopped) return '';
    const { failure, message } = this.#stopped.reason;
    return `${failureInWords(failure)} ${this.clean(message)}`.trim();
  }

  /** Waits until so few calls wait that more should be added. */
  room(): Promise<void> {
    return this.#queue.room();
  }

  pause(): void {
    this.#queue.pause();
  }

  resume(): void {
    this.#queue.resume();
  }

  cancel(): void {
    this.#abort.abort();
  }

  /** The name under which an answer is stored. */
  keyOf({ prompt, form, sample }: Question): string {
    const { judge, connection, temperature } = this.#who;
    const { baseUrl, model } = connection;
    const { allowed } = form;
    return cacheKeyOf({ provider: judge.id, baseUrl, model, temperature, prompt, allowed, sample });
  }

  /** Finds the answers that are stored. */
  async find(keys: readonly string[]): Promise<ReadonlyMap<string, VerdictRecord>> {
    // a store that fails has told why; then every answer is asked for
    const records = await this.#store.get(keys).catch(() => []);
    return new Map(records.flatMap((record) => (record ? [[record.key, record] as const] : [])));
  }

  /**
   * Gives a verdict.
   * @param key the question’s name
   * @param question what is asked
   * @param known the stored answer, where there is one
   * @throws CallError where there is none; NotStored where none may be asked for; RunStopped;
   *   AbortError when ended
   */
  verdict(key: string, question: Question, known: VerdictRecord | undefined): Promise<Verdict> {
    if (known) {
      const reading = readVerdict(known.text, question.form);
      if (reading.ok) return Promise.resolve(reading.verdict);
    }
    if (!this.#means) return Promise.reject(new NotStored());
    const asked = this.#asked.get(key) ?? this.#ask(key, question);
    this.#asked.set(key, asked);
    // what is stored is found there; what failed may be asked for again
    return asked.finally(() => this.#asked.delete(key));
  }

  async #ask(key: string, { prompt, form }: Question): Promise<Verdict> {
    const { judge, connection, temperature, withinMs } = this.#who;
    const { system, user } = prompt;
    const asking = {
      judge,
      queue: this.#queue,
      spending: this.#spending,
      signal: this.#abort.signal,
    };
    try {
      const request = { ...connection, system, user, form, temperature, withinMs };
      const { text, usage } = await askVerdict(asking, request);
      const record: VerdictRecord = {
        key,
        text: redactAnswer(text, [connection.key]),
        inputTokens: usage?.input ?? 0,
        outputTokens: usage?.output ?? 0,
        provider: judge.id,
        model: connection.model,
        atMs: Date.now(),
      };
      await this.#store.put(record).catch(() => undefined);
      const reading = readVerdict(record.text, form);
      if (!reading.ok) throw new CallError('unparseable');
      return reading.verdict;
    } catch (error) {
      if (error instanceof RunStopped) this.#stopped = error;
      throw error;
    }
  }

  /** Takes the key out of what is said of a failure. */
  clean(text: string): string {
    return redact(text, [this.#who.connection.key]);
  }
}

const STORED_ONLY: Pace = { concurrency: 8, perMinute: 1 };
const NO_LIMITS: Limits = { calls: undefined, tokens: undefined, cost: undefined };
