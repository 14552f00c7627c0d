import type { RowPrompt } from './render-prompt.ts';

/** Tokens sent and received. */
export interface Usage {
  readonly input: number;
  readonly output: number;
}

/** Price in US dollars for a million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
}

/** The usual tokens of a verdict with its reasons. */
export const ANSWER_TOKENS = 150;
/** The possible error of an estimate, as a share. */
export const TOLERANCE = 0.3;

/** Scripts with about one token for each character. */
const WIDE = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/g;

/** Estimates tokens: one per four characters, one per character of East Asian scripts. */
export function estimateTokens(text: string): number {
  const wide = text.match(WIDE)?.length ?? 0;
  return Math.ceil((text.length - wide) / 4) + wide;
}

/** The mean tokens of rows’ prompts, 0 without any, and the share of rows with one, in [0,1]. */
export function measurePrompts(prompts: readonly RowPrompt[]): {
  readonly promptTokens: number;
  readonly share: number;
} {
  const judged = prompts.filter((prompt) => prompt.kind === 'prompt');
  const lengths = judged.flatMap(({ orders }) =>
    orders.map(({ system, user }) => estimateTokens(system) + estimateTokens(user)),
  );
  const total = lengths.reduce((sum, length) => sum + length, 0);
  return {
    promptTokens: total / Math.max(1, lengths.length),
    share: judged.length / Math.max(1, prompts.length),
  };
}

/** The price of tokens in US dollars; undefined, never 0, where unknown. */
export function costOf(usage: Usage, price: Price | undefined): number | undefined {
  if (!price) return undefined;
  return (usage.input * price.input + usage.output * price.output) / 1_000_000;
}

/** The estimated cost of a run. */
export interface Preflight {
  readonly calls: number;
  readonly usage: Usage;
  readonly cost: number | undefined;
}

/** The input of {@link preflight}. */
export interface PlannedRun {
  readonly rows: number;
  readonly samples: number;
  /** 2 where responses are shown in both orders, else 1. */
  readonly orders: number;
  /** Mean tokens of a prompt. */
  readonly promptTokens: number;
  readonly price: Price | undefined;
}

/** Estimates a run: calls = rows × samples × orders. */
export function preflight(plan: PlannedRun): Preflight {
  const calls = plan.rows * plan.samples * plan.orders;
  const usage = {
    input: Math.round(calls * plan.promptTokens),
    output: calls * ANSWER_TOKENS,
  };
  return { calls, usage, cost: costOf(usage, plan.price) };
}

/** The limits of a run; undefined for none. */
export interface Limits {
  readonly calls: number | undefined;
  readonly tokens: number | undefined;
  /** US dollars; ignored where the price is unknown. */
  readonly cost: number | undefined;
}

/**
 * Counts what a run spends and refuses calls beyond its limits. The expected tokens of a call are
 * reserved when it starts, so that parallel calls cannot exceed the limits together.
 */
export class Spending {
  readonly #limits: Limits;
  readonly #price: Price | undefined;
  #calls = 0;
  #input = 0;
  #output = 0;
  #aside = { input: 0, output: 0 };

  /** Creates a counter; the price of tokens is undefined where unknown. */
  constructor(limits: Limits, price: Price | undefined) {
    this.#limits = limits;
    this.#price = price;
  }

  /** The number of calls started, retries included. */
  get calls(): number {
    return this.#calls;
  }

  /** Tokens of finished calls. */
  get usage(): Usage {
    return { input: this.#input, output: this.#output };
  }

  /** The cost of finished calls in US dollars; undefined where the price is unknown. */
  get cost(): number | undefined {
    return costOf(this.usage, this.#price);
  }

  /** Reserves a call’s expected tokens; false where that exceeds a limit: it must not start. */
  begin(expected: Usage): boolean {
    const input = this.#input + this.#aside.input + expected.input;
    const output = this.#output + this.#aside.output + expected.output;
    const { calls = Infinity, tokens = Infinity, cost = Infinity } = this.#limits;
    const isTooDear = (costOf({ input, output }, this.#price) ?? 0) > cost;
    if (this.#calls + 1 > calls || input + output > tokens || isTooDear) return false;
    this.#calls++;
    this.#aside = {
      input: this.#aside.input + expected.input,
      output: this.#aside.output + expected.output,
    };
    return true;
  }

  /** Ends a call: replaces its reservation by the tokens used, none for a failed call. */
  end(expected: Usage, used: Usage | undefined): void {
    this.#aside = {
      input: this.#aside.input - expected.input,
      output: this.#aside.output - expected.output,
    };
    this.#input += used?.input ?? 0;
    this.#output += used?.output ?? 0;
  }
}
