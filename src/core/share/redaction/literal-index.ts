/** A literal found in a text. */
export interface LiteralHit<T> {
  readonly from: number;
  readonly to: number;
  readonly meaning: T;
}

/** The number of first characters by which literals are indexed. */
const PREFIX = 3;
/** Longer literals are found only as whole texts. */
const LONGEST_PART = 512;

/**
 * Finds many literals in texts, from left to right, the longest at each place. Takes one pass,
 * whatever the number of literals: a place whose first characters match is looked up once for each
 * length of such literals.
 */
export class LiteralIndex<T> {
  readonly #meanings = new Map<string, T>();
  /** By prefix: the lengths of its literals, longest first. */
  readonly #lengths = new Map<string, number[]>();
  /** Whether a literal may begin with these characters, by their hash. */
  readonly #mayBegin = new Uint8Array(1 << 16);

  /** Adds a literal that is not empty; the first meaning is kept. */
  add(literal: string, meaning: T): void {
    if (literal === '' || this.#meanings.has(literal)) return;
    this.#meanings.set(literal, meaning);
    if (literal.length > LONGEST_PART) return;
    const prefix = literal.slice(0, PREFIX);
    const lengths = this.#lengths.get(prefix) ?? [];
    if (lengths.length === 0) this.#lengths.set(prefix, lengths);
    if (!lengths.includes(literal.length)) {
      lengths.push(literal.length);
      lengths.sort((a, b) => b - a);
    }
    this.#mayBegin[hashAt(prefix, 0, prefix.length)] = 1;
  }

  get size(): number {
    return this.#meanings.size;
  }

  find(text: string): LiteralHit<T>[] {
    if (this.size === 0) return [];
    const whole = this.#meanings.get(text);
    if (whole !== undefined) return [{ from: 0, to: text.length, meaning: whole }];
    const hits: LiteralHit<T>[] = [];
    for (let at = 0; at < text.length;) {
      const hit = this.#longestAt(text, at);
      if (hit) hits.push(hit);
      at = hit ? hit.to : at + 1;
    }
    return hits;
  }

  #longestAt(text: string, at: number): LiteralHit<T> | undefined {
    for (let size = PREFIX; size > 0; size--) {
      if (at + size > text.length || this.#mayBegin[hashAt(text, at, size)] === 0) continue;
      for (const length of this.#lengths.get(text.slice(at, at + size)) ?? []) {
        const to = at + length;
        const meaning = to <= text.length && this.#meanings.get(text.slice(at, to));
        if (meaning !== false && meaning !== undefined) return { from: at, to, meaning };
      }
    }
    return undefined;
  }
}

function hashAt(text: string, at: number, size: number): number {
  let hash = size;
  for (let place = at; place < at + size; place++) {
    hash = Math.imul(hash, 31) + text.charCodeAt(place);
  }
  return hash & 0xffff;
}
