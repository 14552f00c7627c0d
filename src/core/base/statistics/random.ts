/**
 * A small seeded generator: same seed, same numbers, in every browser.
 * @param seed a whole number; its lower 32 bits count
 * @returns a function that returns the next number in [0,1), a multiple of 2^−32
 * @see mulberry32 by Tommy Ettinger
 */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
