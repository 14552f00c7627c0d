import { readCodeResult, type CodeResult } from '#core/agents/code-call.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import { printJson } from '#core/base/json/parse-json.ts';
import { openFrame } from '#kernel/sandbox/frame-sandbox.ts';
import { CodeRunner } from '#engine/own-code/code-runner.ts';
import { agentCode as texts } from './texts.ts';

/** The function looked for first. */
const NAME = 'agent';

/** Runs the function that a person's agent is, in a sandbox, one call after the other. */
export class AgentCode {
  readonly #runner: CodeRunner;
  #last: Promise<unknown> = Promise.resolve();

  constructor(code: string, signal: AbortSignal) {
    this.#runner = new CodeRunner({ code, name: NAME, gives: 'json' }, signal, openFrame);
  }

  /** Runs it after the calls that came before. Throws AbortError when cancelled. */
  run(args: readonly JsonValue[]): Promise<CodeResult> {
    const result = this.#last.then(() => this.#runNow(printJson(args)));
    this.#last = result.catch(() => undefined); // who called it is told
    return result;
  }

  async #runNow(args: string): Promise<CodeResult> {
    const [answer] = await this.#runner.run(new TextEncoder().encode(args).buffer, 1);
    if (answer?.kind === 'error') return answer;
    const result = readCodeResult(answer?.value);
    if (result.kind !== 'error' || result.line === undefined) return result;
    const line = this.#runner.lineOf(result.line);
    return { kind: 'error', message: result.message, ...(line === undefined ? {} : { line }) };
  }

  /** Starts it before it is called. Throws Error where it cannot be run, with its place. */
  async check(): Promise<void> {
    const failure = await this.#runner.check();
    if (failure) throw new Error(texts.broken(failure.message, failure.line, failure.column));
  }

  close(): void {
    this.#runner.close();
  }
}
