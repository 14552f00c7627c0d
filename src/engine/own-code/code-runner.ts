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

/** The user's code, and how it is called. */
export interface CodeToRun {
  readonly code: string;
  /** The function to look for first. */
  readonly name: string;
  /** Its language; absent: JavaScript. */
  readonly language?: CustomMetric['language'];
}

/** The sandbox's answer for an item, unchecked, or the reason why not. */
export type CodeAnswer =
  | { readonly kind: 'answer'; readonly value: unknown }
  | {
      readonly kind: 'error';
      readonly message: string;
      /** 1-based line of the code, where known. */
      readonly line?: number;
      /** 1-based, where known. */
      readonly column?: number;
      /** The code cannot run at all. */
      readonly atStart?: true;
    };

type CodeFailure = Extract<CodeAnswer, { kind: 'error' }>;

/** Time limits after which code counts as hung. */
export interface Deadlines {
  /** Until it is ready, also on a slow machine. */
  readonly startMs: number;
  readonly batchMs: number;
  /** After a batch has hung, its items run one by one. */
  readonly rowMs: number;
  /** The run ends after this many hung items, because each costs its deadline. */
  readonly mostHung: number;
}

const DEADLINES: Deadlines = { startMs: 10_000, batchMs: 5000, rowMs: 1000, mostHung: 3 };
const PATIENCE_MS = 500;
/** How late the sandbox may report progress. */
const REPORT_MS = 200;
/** Lines of the program before the user’s code. */
const LINES_BEFORE = WORKER.split('\n').length;

/** Called with the number of items done of a batch. */
type OnItems = (done: number) => void;

/** Runs the user's code on items; replaces a lost sandbox. */
export class CodeRunner {
  readonly #job: SandboxJob;
  readonly #language: CustomMetric['language'];
  readonly #signal: AbortSignal;
  readonly #deadlines: Deadlines;
  readonly #open: OpenSandbox;
  #sandbox: Promise<RunningSandbox> | undefined;
  #hung = 0;
  /** Items done of the current batch, and the time of the last one. */
  #done = { count: 0, ms: 0 };
  /** The batch size that fits the deadline twice; a guess until batches were timed. */
  #mostItems = Infinity;
  /** Set once the code must not run again. */
  #ended: CodeFailure | undefined;

  constructor(
    { code, name, language }: CodeToRun,
    signal: AbortSignal,
    open: OpenSandbox,
    deadlines = DEADLINES,
  ) {
    this.#deadlines = deadlines;
    this.#open = open;
    this.#job = { before: WORKER, code, name };
    this.#language = language;
    this.#signal = signal;
    signal.addEventListener('abort', () => this.close());
  }

  /**
   * Runs the code on a batch; one batch at a time.
   * @param bytes rows as JSON lines in UTF-8; transferred
   * @throws AbortError when cancelled
   */
  async run(
    bytes: ArrayBuffer,
    count: number,
    onItems: OnItems = () => undefined,
  ): Promise<readonly CodeAnswer[]> {
    if (this.#ended) return repeat(this.#ended, count);
    if (count > this.#mostItems) return this.#runInPieces(splitItems(bytes), onItems);
    // the original is transferred, and needed again if the batch hangs
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

  /** Whether a batch that timed out made progress until the end, so that no item hangs. */
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

  /** Converts a line of the program to the user's code; undefined outside of it. 1-based. */
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

  /** Runs slow items in batches that fit the deadline. */
  async #runInPieces(items: readonly string[], onItems: OnItems): Promise<readonly CodeAnswer[]> {
    const answers: CodeAnswer[] = [];
    while (answers.length < items.length) {
      const before = answers.length;
      const piece = items.slice(before, before + this.#mostItems);
      const onDone: OnItems = (done) => onItems(before + done);
      for (const answer of await this.run(joinItems(piece), piece.length, onDone))
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
   * The answers to all items; or a failure of all items, answers that are too long together, a
   * sandbox that ended, or one that hung or answered nonsense.
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

  /** Whether the sandbox became ready. */
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
