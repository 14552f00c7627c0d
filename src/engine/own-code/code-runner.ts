import type { CustomMetric } from '#core/score/metric/settings.ts';
import { explainCodeError } from '#core/score/custom-metrics/read-result.ts';
import {
  LONGEST_ANSWERS,
  SandboxLost,
  type OpenSandbox,
  type RunningSandbox,
  type SandboxJob,
} from './sandbox.ts';
import { explainPythonError } from './python/explain-python.ts';
import WORKER from './worker.js?raw';

/** A person's code, and what is wanted of it. */
export interface CodeToRun {
  readonly code: string;
  /** The function looked for first. */
  readonly name: string;
  /** What its function returns: a score of a row, or any JSON value from a list of arguments. */
  readonly gives: 'score' | 'json';
  /** What it is written in; absent: JavaScript. Python gives scores only. */
  readonly language?: CustomMetric['language'];
}

/** What the sandbox answered for an item, not checked any further, or why it has none. */
export type CodeAnswer =
  | { readonly kind: 'answer'; readonly value: unknown }
  | {
      readonly kind: 'error';
      readonly message: string;
      /** 1-based line of the code, where it is known. */
      readonly line?: number;
      /** 1-based, where it is known. */
      readonly column?: number;
      /** The code cannot be run at all, whatever the row. */
      readonly atStart?: true;
    };

type CodeFailure = Extract<CodeAnswer, { kind: 'error' }>;

/** How long code may take before it counts as hung. */
export interface Deadlines {
  /** Until it waits for items, on a slow machine too. */
  readonly startMs: number;
  readonly batchMs: number;
  /** After a batch has hung, its items are tried one by one. */
  readonly rowMs: number;
  /** So many items that hang end the whole: each costs its deadline. */
  readonly mostHung: number;
}

const DEADLINES: Deadlines = { startMs: 10_000, batchMs: 5000, rowMs: 1000, mostHung: 3 };
const PATIENCE_MS = 500;
/** How late the sandbox may report that an item is done. */
const REPORT_MS = 200;
/** Lines of a program before the first of a person’s code. */
const LINES_BEFORE = WORKER.split('\n').length;

/** Called with how many items of a batch are done. */
type OnItems = (done: number) => void;

/** Runs a person's code on items; a sandbox that is lost is replaced. */
export class CodeRunner {
  readonly #job: SandboxJob;
  readonly #language: CustomMetric['language'];
  readonly #signal: AbortSignal;
  readonly #deadlines: Deadlines;
  readonly #open: OpenSandbox;
  #sandbox: Promise<RunningSandbox> | undefined;
  #hung = 0;
  /** How many items of the batch at hand are done, and after how long the last of them was. */
  #done = { count: 0, ms: 0 };
  /** What fits the deadline of a batch twice, as far as is known. */
  #mostItems = Infinity;
  /** Set once nothing more is to be tried. */
  #ended: CodeFailure | undefined;

  constructor(
    { code, name, gives, language }: CodeToRun,
    signal: AbortSignal,
    open: OpenSandbox,
    deadlines = DEADLINES,
  ) {
    this.#deadlines = deadlines;
    this.#open = open;
    const taker = gives === 'score' ? '__score' : '__answer';
    this.#job = { before: WORKER, code, name, taker };
    this.#language = language;
    this.#signal = signal;
    signal.addEventListener('abort', () => this.close());
  }

  /**
   * Runs the code on a batch; one batch at a time.
   * @param bytes items as JSON, one a line, as UTF-8: rows, or lists of arguments; handed over
   * @throws AbortError when cancelled
   */
  async run(
    bytes: ArrayBuffer,
    count: number,
    onItems: OnItems = () => undefined,
  ): Promise<readonly CodeAnswer[]> {
    if (this.#ended) return repeat(this.#ended, count);
    if (count > this.#mostItems) return this.#runInPieces(splitItems(bytes), onItems);
    // what is handed over is gone, and a batch that hangs is needed again
    const copy = bytes.slice();
    const { batchMs } = this.#deadlines;
    const answers = await this.#try(bytes, count, batchMs, onItems);
    if (answers === 'too_long') {
      if (count === 1) return [TOO_LONG];
      this.#mostItems = Math.floor(count / 2);
      return this.#runInPieces(splitItems(copy), onItems);
    }
    if (answers === 'lost' || answers === 'ended') {
      if (count === 1) return [this.#noteLost(answers, batchMs)];
      const { count: done } = this.#done;
      if (!this.#isSlow()) return this.#runOneByOne(splitItems(copy), onItems);
      this.#mostItems = Math.max(1, Math.floor(Math.min(done, count - 1) / 2));
      return this.#runInPieces(splitItems(copy), onItems);
    }
    return 'kind' in answers ? repeat(answers, count) : answers.map(answered);
  }

  /**
   * Starts the code, so that what is wrong with all of it is known before any item.
   * @returns why it cannot be run; undefined where it can, or when cancelled
   */
  async check(): Promise<CodeFailure | undefined> {
    try {
      this.#sandbox ??= this.#start();
      await this.#sandbox;
      return undefined;
    } catch (error) {
      if (this.#signal.aborted) return undefined;
      if (!(error instanceof SandboxLost)) throw error;
      this.close();
      return (this.#ended = this.#explainStart(error));
    }
  }

  /** Whether a batch that was not done in time went on to the end: then no item of it hangs. */
  #isSlow(): boolean {
    const { count, ms } = this.#done;
    return count > 0 && this.#deadlines.batchMs - ms < (2 * ms) / count + REPORT_MS;
  }

  close(): void {
    this.#sandbox?.then(
      (sandbox) => sandbox.close(),
      () => undefined,
    );
    this.#sandbox = undefined;
  }

  /**
   * Finds the 1-based line of the program in the person's code; undefined where it is none of it.
   */
  lineOf(programLine: number): number | undefined {
    const line = programLine - LINES_BEFORE;
    return line > 0 && line <= this.#job.code.split('\n').length ? line : undefined;
  }

  async #start(): Promise<RunningSandbox> {
    let job = this.#job;
    if (this.#language === 'python') {
      const { pythonJob } = await import('./python/python-job.ts');
      job = { ...job, ...(await pythonJob(job.code, job.name)) };
    }
    return this.#open(job, this.#deadlines.startMs, this.#signal);
  }

  /** Runs items that take long in batches that they can be done with in time. */
  async #runInPieces(items: readonly string[], onItems: OnItems): Promise<readonly CodeAnswer[]> {
    const answers: CodeAnswer[] = [];
    while (answers.length < items.length) {
      const before = answers.length;
      const piece = items.slice(before, before + this.#mostItems);
      const told: OnItems = (done) => onItems(before + done);
      for (const answer of await this.run(joinItems(piece), piece.length, told))
        answers.push(answer);
      onItems(answers.length);
    }
    return answers;
  }

  async #runOneByOne(items: readonly string[], onItems: OnItems): Promise<readonly CodeAnswer[]> {
    const { rowMs } = this.#deadlines;
    const answers: CodeAnswer[] = [];
    for (const item of items) {
      if (this.#ended) {
        answers.push(this.#ended);
        continue;
      }
      const tried = await this.#try(joinItems([item]), 1, rowMs);
      if (tried === 'too_long') answers.push(TOO_LONG);
      else if (tried === 'lost' || tried === 'ended') answers.push(this.#noteLost(tried, rowMs));
      else if ('kind' in tried) answers.push(tried);
      else answers.push(...tried.map(answered));
      onItems(answers.length);
    }
    return answers;
  }

  /**
   * Answers to all items; the failure that each of them has; that the answers are too long together;
   * that what ran the code has ended; or that it hung or answered nonsense.
   */
  async #try(
    bytes: ArrayBuffer,
    rowCount: number,
    deadlineMs: number,
    onItems: OnItems = () => undefined,
  ): Promise<readonly unknown[] | CodeFailure | 'too_long' | 'ended' | 'lost'> {
    try {
      this.#sandbox ??= this.#start();
      const sandbox = await this.#sandbox;
      const beganMs = performance.now();
      this.#done = { count: 0, ms: 0 };
      const onRows: OnItems = (count) => {
        this.#done = { count, ms: performance.now() - beganMs };
        onItems(count);
      };
      return await sandbox.run({ bytes, rowCount, deadlineMs, patienceMs: PATIENCE_MS, onRows });
    } catch (error) {
      this.#signal.throwIfAborted();
      if (!(error instanceof SandboxLost)) throw error;
      const hasStarted = await this.#hasStarted();
      this.close();
      const { how } = error.loss;
      if (how === 'flooding') return (this.#ended = FLOODING);
      if (hasStarted) return how === 'too_long' || how === 'ended' ? how : 'lost';
      return (this.#ended = this.#explainStart(error));
    }
  }

  /** Whether the sandbox came as far as waiting for items. */
  async #hasStarted(): Promise<boolean> {
    return (
      this.#sandbox?.then(
        () => true,
        () => false,
      ) ?? false
    );
  }

  #explainStart({ loss }: SandboxLost): CodeFailure {
    if (loss.how === 'no_function') return { ...fail(NO_FUNCTION), atStart: true };
    if (loss.how !== 'broken') {
      const { startMs } = this.#deadlines;
      const why =
        loss.how === 'ended' ? ENDED : `The code did not finish within ${startMs / 1000} s.`;
      return { ...fail(why), atStart: true };
    }
    const { message, line, column } = loss;
    const { code } = this.#job;
    const explained =
      this.#language === 'python'
        ? explainPythonError(message, line, code)
        : explainCodeError(message, line, LINES_BEFORE, code, column);
    return { kind: 'error', ...explained, atStart: true };
  }

  #noteLost(how: 'lost' | 'ended', deadlineMs: number): CodeFailure {
    const { mostHung } = this.#deadlines;
    if (++this.#hung >= mostHung) {
      this.#ended = fail(`Not run: ${mostHung} earlier rows returned no result in time.`);
    }
    return fail(how === 'ended' ? ENDED : `Stopped: no result within ${deadlineMs / 1000} s.`);
  }
}

/** Each item is JSON in a line of its own. */
function splitItems(bytes: ArrayBuffer): readonly string[] {
  return new TextDecoder().decode(bytes).split('\n');
}

function joinItems(items: readonly string[]): ArrayBuffer {
  return new TextEncoder().encode(items.join('\n')).buffer;
}

const NO_FUNCTION = 'No function is declared.';
const ENDED = 'Stopped: it ended what it ran in, as by taking too much memory.';
const FLOODING = fail('Stopped: it kept sending messages to the page.');
const TOO_LONG = fail(`Returned more than ${LONGEST_ANSWERS.toLocaleString('en')} characters.`);

function answered(value: unknown): CodeAnswer {
  return { kind: 'answer', value };
}

function fail(message: string): CodeFailure {
  return { kind: 'error', message };
}

function repeat(error: CodeFailure, count: number): readonly CodeFailure[] {
  return new Array<CodeFailure>(count).fill(error);
}
