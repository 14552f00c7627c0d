import { readCodeResult, type CodeCall, type CodeResult } from '#core/agents/code-call.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { openFrame } from '#kernel/sandbox/sandbox.ts';
import { CodeRunner } from '#engine/own-code/code-runner.ts';
import { agentCode as texts } from './texts.ts';

/** The function looked for first. */
const NAME = 'agent';

/** Runs the functions that a person's agent consists of, each in a sandbox of its own. */
export class AgentCode {
  readonly #signal: AbortSignal;
  readonly #functions = new Map<string, OneFunction>();

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Runs a function, after the calls of it that came before. Throws AbortError when cancelled. */
  run({ code, args }: CodeCall): Promise<CodeResult> {
    return this.#functionOf(code).run(printJson(args));
  }

  /** Starts a function before it is called. Throws Error where it cannot be run, with its place. */
  async check(code: string): Promise<void> {
    const failure = await this.#functionOf(code).runner.check();
    if (failure) throw new Error(texts.broken(failure.message, failure.line, failure.column));
  }

  #functionOf(code: string): OneFunction {
    const known = this.#functions.get(code) ?? new OneFunction(code, this.#signal);
    this.#functions.set(code, known);
    return known;
  }

  /** Ends all sandboxes. */
  close(): void {
    for (const { runner } of this.#functions.values()) runner.close();
  }
}

/** Runs one function, one call after the other. */
class OneFunction {
  readonly runner: CodeRunner;
  #last: Promise<unknown> = Promise.resolve();

  constructor(code: string, signal: AbortSignal) {
    this.runner = new CodeRunner({ code, name: NAME, gives: 'json' }, signal, openFrame);
  }

  run(args: string): Promise<CodeResult> {
    const result = this.#last.then(() => this.#runNow(args));
    this.#last = result.catch(() => undefined); // who called it is told
    return result;
  }

  async #runNow(args: string): Promise<CodeResult> {
    const [answer] = await this.runner.run(new TextEncoder().encode(args).buffer, 1);
    if (answer?.kind === 'error') return answer;
    const result = readCodeResult(answer?.value);
    if (result.kind !== 'error' || result.line === undefined) return result;
    const line = this.runner.lineOf(result.line);
    return { kind: 'error', message: result.message, ...(line === undefined ? {} : { line }) };
  }
}
