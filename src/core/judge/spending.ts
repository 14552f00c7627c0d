import { costOf, type Price, type Usage } from './estimate-cost.ts';

/** What a run may use at most; undefined for no limit. */
export interface Limits {
  readonly calls: number | undefined;
  readonly tokens: number | undefined;
  /** US dollars; heeded only where the price is known. */
  readonly cost: number | undefined;
}

/**
 * Counts what a run uses and refuses what would go past its limits: before a call starts, what it
 * will probably take is set aside, so that calls made at the same time cannot pass them together.
 */
export class Spending {
  readonly #limits: Limits;
  readonly #price: Price | undefined;
  #calls = 0;
  #input = 0;
  #output = 0;
  #aside = { input: 0, output: 0 };

  /** Creates a counter; the price of tokens is undefined when it is not known. */
  constructor(limits: Limits, price: Price | undefined) {
    this.#limits = limits;
    this.#price = price;
  }

  /** Calls begun, those tried again among them. */
  get calls(): number {
    return this.#calls;
  }

  /** Tokens used by the calls that have ended. */
  get usage(): Usage {
    return { input: this.#input, output: this.#output };
  }

  /** US dollars for these; undefined when the price is not known. */
  get cost(): number | undefined {
    return costOf(this.usage, this.#price);
  }

  /** Sets a call’s probable tokens aside; false where it would pass a limit: it must not start. */
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

  /** Ends a call: counts what it took, of a failed one nothing, in place of what was set aside. */
  end(expected: Usage, used: Usage | undefined): void {
    this.#aside = {
      input: this.#aside.input - expected.input,
      output: this.#aside.output - expected.output,
    };
    this.#input += used?.input ?? 0;
    this.#output += used?.output ?? 0;
  }
}
