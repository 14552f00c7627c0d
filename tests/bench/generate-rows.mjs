/**
 * Writes a dataset of rows like real ones: 1 to 4 kB, nested arguments, 3 to 15 calls a side.
 * The same seed gives the same text.
 */

/** @param {number} seed */
function mulberry32(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const WORDS =
  'please order find the cheapest flight room light customer invoice draft review weather send note'.split(
    ' ',
  );
const TOOLS = [
  'search_flights',
  'set_temperature',
  'get_customer',
  'issue_refund',
  'draft_post',
  'send_message',
];

/**
 * @param {number} count how many rows
 * @param {number} seed
 * @returns {string} JSONL
 */
export function generateRows(count, seed = 1) {
  const random = mulberry32(seed);
  const whole = (/** @type {number} */ limit) => Math.floor(random() * limit);
  const words = (/** @type {number} */ n) =>
    Array.from({ length: n }, () => WORDS[whole(WORDS.length)]).join(' ');
  const call = () => ({
    tool_name: TOOLS[whole(TOOLS.length)],
    tool_input: {
      id: `item_${whole(1e6)}`,
      amount: whole(10_000) / 100,
      options: {
        text: words(6),
        flags: [whole(5), whole(5)],
        nested: { on: random() < 0.5, note: words(3) },
      },
    },
  });
  const lines = [];
  for (let row = 0; row < count; row++) {
    const reference = Array.from({ length: 3 + whole(7) }, call);
    const prediction = reference.map((expected) => (random() < 0.85 ? expected : call()));
    if (random() < 0.3) prediction.splice(whole(prediction.length), 1);
    if (random() < 0.3) prediction.push(call());
    lines.push(
      JSON.stringify({
        id: `row-${row}`,
        prompt: words(20),
        response: words(40),
        reference: words(30),
        predicted_trajectory: prediction,
        reference_trajectory: reference,
        latency_in_seconds: whole(5000) / 1000,
        failure: random() < 0.02 ? 1 : 0,
      }),
    );
  }
  return `${lines.join('\n')}\n`;
}
