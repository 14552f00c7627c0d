import { costOf, type Price, type Usage } from './estimate-cost.ts';

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
