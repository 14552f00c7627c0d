/**
 * Rows like real ones: 1 to 4 kB, nested arguments, 3 to 15 calls a side, a few of 1,000.
 * The same seed gives the same rows.
 */

/**
 * @typedef {{tool_name: string, tool_input: Record<string, unknown>}} Call
 * @typedef {object} Row
 * @property {string} id
 * @property {string} prompt
 * @property {string} response
 * @property {string} reference
 * @property {Call[]} predicted_trajectory
 * @property {Call[]} reference_trajectory
 * @property {number} latency_in_seconds
 * @property {number} failure
 *
 * @typedef {object} RowStyle
 * @property {readonly string[]} words
 * @property {readonly [fewest: number, most: number]} calls on the reference side
 * @property {number} nestedShare of the calls
 * @property {number} wordsPerText
 * @property {boolean} [isEscaped] texts have line ends and quotes, and no letter beyond ASCII is
 *   written as it is, as Python does
 */

const CALLS_OF_LONG_ROW = 1000;
const SHARE_OF_LONG_ROWS = 1 / 2000;

const ENGLISH =
  'please order find the cheapest flight room light customer invoice draft review weather send note';
const OTHER_SCRIPTS =
  'größe straße naïve вечер письмо 天気 予約する 部屋 メール שלום مرحبا čekání ευχαριστώ 안녕 🙂 flight';

/** @satisfies {Record<string, RowStyle>} */
export const ROW_STYLES = {
  ascii: { words: ENGLISH.split(' '), calls: [3, 15], nestedShare: 0.3, wordsPerText: 20 },
  'non-ascii': {
    words: OTHER_SCRIPTS.split(' '),
    calls: [3, 15],
    nestedShare: 0.3,
    wordsPerText: 20,
  },
  escaped: {
    words: [...OTHER_SCRIPTS.split(' '), '"yes"', 'line\nend'],
    calls: [3, 15],
    nestedShare: 0.3,
    wordsPerText: 20,
    isEscaped: true,
  },
  small: { words: ENGLISH.split(' '), calls: [1, 1], nestedShare: 0, wordsPerText: 2 },
};

const TOOLS = [
  'search_flights',
  'set_temperature',
  'get_customer',
  'issue_refund',
  'draft_post',
  'send_message',
];

/**
 * @param {number} seed
 * @returns {() => number} numbers in [0, 1)
 */
function mulberry32(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Makes calls and rows, one after the other. */
export class RowMaker {
  /** @type {() => number} */
  #random;
  /** @type {RowStyle} */
  #style;
  #made = 0;

  /**
   * @param {number} seed
   * @param {RowStyle} style
   */
  constructor(seed, style) {
    this.#random = mulberry32(seed);
    this.#style = style;
  }

  /** @returns {Row} the next row */
  next() {
    const { calls, wordsPerText } = this.#style;
    const [fewest, most] = calls;
    const isLong = most > 1 && this.#random() < SHARE_OF_LONG_ROWS;
    const count = isLong ? CALLS_OF_LONG_ROW : fewest + this.#whole(most - fewest + 1);
    const expected = Array.from({ length: count }, () => this.call());
    return {
      id: `row-${this.#made++}`,
      prompt: this.#text(wordsPerText),
      response: this.#text(wordsPerText * 2),
      reference: this.#text(wordsPerText),
      predicted_trajectory: this.#predict(expected),
      reference_trajectory: expected,
      latency_in_seconds: this.#whole(5000) / 1000,
      failure: this.#random() < 0.02 ? 1 : 0,
    };
  }

  /** @returns {Call} */
  call() {
    /** @type {Record<string, unknown>} */
    const input = { id: `item_${this.#whole(1e6)}`, amount: this.#whole(10_000) / 100 };
    if (this.#random() < this.#style.nestedShare) {
      input['options'] = {
        text: this.#text(4),
        flags: [this.#whole(5), this.#whole(5)],
        nested: { on: this.#random() < 0.5, note: this.#text(2) },
      };
    }
    return { tool_name: this.#pick(TOOLS), tool_input: input };
  }

  /**
   * A third of the predictions are right; the others change, swap, drop or add calls.
   *
   * @param {readonly Call[]} expected
   */
  #predict(expected) {
    if (this.#random() < 1 / 3) return [...expected];
    const made = expected.map((call) => (this.#random() < 0.85 ? call : this.call()));
    if (this.#random() < 0.2) made.reverse();
    if (this.#random() < 0.3) made.splice(this.#whole(made.length), 1);
    if (this.#random() < 0.3) made.push(this.call());
    return made;
  }

  /** @param {number} limit */
  #whole(limit) {
    return Math.floor(this.#random() * limit);
  }

  /** @param {readonly string[]} list */
  #pick(list) {
    return list[this.#whole(list.length)] ?? '';
  }

  /** @param {number} count */
  #text(count) {
    return Array.from({ length: count }, () => this.#pick(this.#style.words)).join(' ');
  }
}
