import { readCodeResult, type CodeCall, type CodeResult } from '#core/agents/code-call.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { openFrame } from '#kernel/sandbox/sandbox.ts';
import { CodeRunner } from '#engine/own-code/code-runner.ts';
import { agentCode as texts } from './texts.ts';

/** Calls that are run in one go at most. */
const MOST_PER_BATCH = 50;
/** The function looked for first. */
const NAME = 'agent';

interface Waiting {
  readonly args: string;
  readonly resolve: (result: CodeResult) => void;
  readonly reject: (reason: unknown) => void;
}

/** Runs the functions that a person's agent consists of, each in a sandbox of its own. */
export class AgentCode {
  readonly #signal: AbortSignal;
  readonly #batches = new Map<string, CodeBatches>();

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Runs a function; calls that wait are run together. Throws AbortError when cancelled. */
  run({ code, args }: CodeCall): Promise<CodeResult> {
    return this.#batchesOf(code).run(printJson(args));
  }

  /** Starts a function before it is called. Throws Error where it cannot be run, with its place. */
  async check(code: string): Promise<void> {
    const failure = await this.#batchesOf(code).check();
    if (failure) throw new Error(texts.broken(failure.message, failure.line, failure.column));
  }

  #batchesOf(code: string): CodeBatches {
    const known = this.#batches.get(code);
    const batches = known ?? new CodeBatches(code, this.#signal);
    if (!known) this.#batches.set(code, batches);
    return batches;
  }

  /** Ends all sandboxes. */
  close(): void {
    for (const batches of this.#batches.values()) batches.close();
  }
}

/** Runs one function, the calls that wait for it in batches. */
class CodeBatches {
  readonly #runner: CodeRunner;
  #waiting: Waiting[] = [];
  #isBusy = false;

  constructor(code: string, signal: AbortSignal) {
    this.#runner = new CodeRunner({ code, name: NAME, gives: 'json' }, signal, openFrame);
  }

  run(args: string): Promise<CodeResult> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ args, resolve, reject });
      if (!this.#isBusy) void this.#work();
    });
  }

  check(): ReturnType<CodeRunner['check']> {
    return this.#runner.check();
  }

  close(): void {
    this.#runner.close();
  }

  async #work(): Promise<void> {
    this.#isBusy = true;
    // what is called in the same breath goes along
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, MOST_PER_BATCH);
      const { buffer } = new TextEncoder().encode(batch.map(({ args }) => args).join('\n'));
      try {
        const answers = await this.#runner.run(buffer, batch.length);
        for (const [index, { resolve }] of batch.entries()) {
          const answer = answers[index];
          resolve(answer?.kind === 'error' ? answer : this.#read(answer?.value));
        }
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#isBusy = false;
  }

  #read(value: unknown): CodeResult {
    const result = readCodeResult(value);
    if (result.kind !== 'error' || result.line === undefined) return result;
    const { message } = result;
    const line = this.#runner.lineOf(result.line);
    return { kind: 'error', message, ...(line === undefined ? {} : { line }) };
  }
}
