import { boundText } from '#core/base/text/sentence.ts';
import { cacheKeyOf } from '#core/judge/cache-key.ts';
import { CallError, describeFailure } from '#core/judge/call-error.ts';
import { type Price, ANSWER_TOKENS, estimateTokens, type Limits } from '#core/judge/cost.ts';
import {
  readVerdict,
  type Verdict,
  VERDICT_FAULTS,
  type VerdictFault,
} from '#core/judge/read-verdict.ts';
import { redact, redactAnswer } from '#core/judge/redact.ts';
import type { Prompt, RowPrompt } from '#core/judge/render-prompt.ts';
import { formOf, type VerdictForm, type JudgeMetric } from '#core/score/metric/judge-metric.ts';
import { Scheduler, type Pace } from '#providers/scheduler.ts';
import type { Connection, Provider, JudgeAnswer, JudgeRequest } from '#providers/provider.ts';
import type { VerdictRecord } from '#kernel/storage/schema.ts';
import type { VerdictStore } from '#kernel/storage/verdicts.ts';
import { ifStored } from '#kernel/storage/connection.ts';
import type { Failure } from '#core/calls/outcome.ts';

/** Who answers. */
export interface Respondent {
  /** Id of the provider, also of one that is no longer offered: its answers are stored under it. */
  readonly provider: string;
  /** Undefined where nobody can be asked. */
  readonly judge: Provider | undefined;
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

/** A question with the name under which its answer is stored, and that answer where there is one. */
export interface NamedQuestion extends Question {
  readonly key: string;
  readonly known: VerdictRecord | undefined;
}

/** Nothing is asked and no answer is stored. */
export class NotStored extends Error {
  override readonly name = 'NotStored';
}

/** Finds verdicts: stored ones, or new ones, each stored before it counts and asked for once. */
export class VerdictSource {
  readonly scheduler: Scheduler;
  readonly #store: VerdictStore;
  readonly #who: Respondent;
  readonly #means: Means | undefined;
  /** The two orders of equal responses are one question. */
  readonly #asked = new Map<string, Promise<Verdict>>();

  /**
   * @param means without them nothing is asked: there are only stored verdicts
   */
  constructor(store: VerdictStore, who: Respondent, means: Means | undefined) {
    this.#store = store;
    this.#who = who;
    this.#means = means;
    this.scheduler = new Scheduler(means?.pace ?? STORED_ONLY, means?.limits, means?.price);
  }

  /** Why it stopped before the end, a sentence; an empty text when it did not. */
  get whyStopped(): string {
    const { stopped } = this.scheduler;
    if (!stopped) return '';
    const { failure, message } = stopped;
    return `${describeFailure(failure)} ${this.clean(message)}`.trim();
  }

  /** The questions about each row: one per sample and order, the orders of a sample side by side. */
  async questionsOf(prompts: readonly RowPrompt[], metric: JudgeMetric) {
    const form = formOf(metric);
    const samples = Array.from({ length: metric.samples }, (_, sample) => sample);
    const asked = prompts.map((row) => {
      const orders = row.kind === 'missing' ? [] : row.orders;
      const questions = samples.flatMap((sample) =>
        orders.map((prompt): Question => ({ prompt, form, sample })),
      );
      return questions.map((question) => ({ ...question, key: this.keyOf(question) }));
    });
    const known = await this.find(asked.flat().map(({ key }) => key));
    return asked.map((questions) =>
      questions.map((one): NamedQuestion => ({ ...one, known: known.get(one.key) })),
    );
  }

  /** The name under which an answer is stored. */
  keyOf({ prompt, form, sample }: Question): string {
    const { provider, connection, temperature } = this.#who;
    const { baseUrl, model } = connection;
    const { allowed } = form;
    return cacheKeyOf({ provider, baseUrl, model, temperature, prompt, allowed, sample });
  }

  /** Finds the answers that are stored. */
  async find(keys: readonly string[]): Promise<ReadonlyMap<string, VerdictRecord>> {
    // where nothing can be read, every answer is asked for
    const records = (await ifStored(this.#store.get(keys))) ?? [];
    return new Map(records.flatMap((record) => (record ? [[record.key, record] as const] : [])));
  }

  /**
   * Gives the verdict that is stored, or asks for one.
   * @throws CallError when none is found; NotStored where asking is not allowed; RunStopped;
   *   AbortError when ended
   */
  verdict(question: NamedQuestion): Promise<Verdict> {
    const { key, known } = question;
    if (known) {
      const reading = readVerdict(known.text, question.form);
      if (reading.ok) return Promise.resolve(reading.verdict);
    }
    const { judge } = this.#who;
    if (!this.#means || !judge) return Promise.reject(new NotStored());
    const asked = this.#asked.get(key) ?? this.#ask(judge, question);
    this.#asked.set(key, asked);
    // what is stored is found there; what failed may be asked for again
    return asked.finally(() => this.#asked.delete(key));
  }

  async #ask(judge: Provider, { key, prompt, form }: NamedQuestion): Promise<Verdict> {
    const { connection, temperature, withinMs } = this.#who;
    const { system, user } = prompt;
    const request = { ...connection, system, user, form, temperature, withinMs };
    const { text, usage } = await askVerdict(judge, this.scheduler, request);
    const record: VerdictRecord = {
      key,
      text: redactAnswer(text, [connection.key]),
      inputTokens: usage?.input ?? 0,
      outputTokens: usage?.output ?? 0,
      provider: judge.id,
      model: connection.model,
      atMs: Date.now(),
    };
    await ifStored(this.#store.put(record));
    const reading = readVerdict(record.text, form);
    if (!reading.ok) throw new CallError('unparseable');
    return reading.verdict;
  }

  /** Removes the key from the message of a failure. */
  clean(text: string): string {
    return redact(text, [this.#who.connection.key]);
  }
}

const STORED_ONLY: Pace = { concurrency: 8, perMinute: 1 };

/**
 * Asks for a verdict, twice if the first answer has none.
 * @throws CallError without a verdict; RunStopped; AbortError when cancelled
 */
export async function askVerdict(
  judge: Provider,
  scheduler: Scheduler,
  request: JudgeRequest,
): Promise<JudgeAnswer> {
  const first = await askOnce(judge, scheduler, request);
  const fault = faultOf(first, request);
  if (!fault) return first;
  const again = await askOnce(judge, scheduler, {
    ...request,
    user: `${request.user}\n\n# Note\nAn earlier answer could not be used: ${VERDICT_FAULTS[fault]}. Answer with the JSON object alone.`,
  });
  const second = faultOf(again, request);
  if (second) throw new CallError(failureOf(second), describeAnswer(again.text, second));
  return again;
}

/** The characters repeated of an answer without a verdict. */
const ANSWER_KEPT = 200;

function describeAnswer(text: string, fault: VerdictFault): string {
  const answer = text.trim().replaceAll(/\s+/g, ' ');
  const why = `The answer cannot be used: ${VERDICT_FAULTS[fault]}.`;
  return answer === '' ? why : `${why} It says: ${boundText(answer, ANSWER_KEPT)}`;
}

function faultOf({ text, isCut }: JudgeAnswer, { form }: JudgeRequest): VerdictFault | undefined {
  // the rest of a cut answer is unknown
  if (isCut) return 'truncated';
  const reading = readVerdict(text, form);
  return reading.ok ? undefined : reading.fault;
}

function failureOf(fault: VerdictFault): Failure {
  if (fault === 'score_out_of_rubric') return 'out_of_rubric';
  return fault === 'truncated' ? 'truncated' : 'unparseable';
}

function askOnce(
  judge: Provider,
  scheduler: Scheduler,
  request: JudgeRequest,
): Promise<JudgeAnswer> {
  const input = estimateTokens(request.system) + estimateTokens(request.user);
  return scheduler.run(() => judge.ask(request, scheduler.signal), {
    expected: { input, output: ANSWER_TOKENS },
    usedBy: ({ usage, text }) => usage ?? { input, output: estimateTokens(text) },
  });
}
