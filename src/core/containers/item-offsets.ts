const QUOTES = new Set(['"', "'"]);

/**
 * Finds where the items of a list start: the list a text begins with, or the one under a key of the
 * object it begins with. Looks at brackets and quotes only, so that broken text does no harm.
 * @param text JSON or Python text
 * @param key the key; absent for the list itself
 * @returns 0-based offsets, in order; empty where there is no such list
 */
export function itemOffsets(text: string, key?: string): readonly number[] {
  const finder = new ItemFinder(text, key);
  return finder.run();
}

class ItemFinder {
  readonly #text: string;
  readonly #key: string | undefined;
  readonly #level: number;
  readonly #offsets: number[] = [];
  #depth = 0;
  #isInside = false;
  #isExpecting = false;
  /** The last text at the level of the keys, and whether it is the wanted key. */
  #isKeyRead = false;

  constructor(text: string, key: string | undefined) {
    this.#text = text;
    this.#key = key;
    this.#level = key === undefined ? 1 : 2;
  }

  run(): readonly number[] {
    for (let at = 0; at < this.#text.length;) {
      const end = this.#step(at);
      if (end < 0) break;
      at = end;
    }
    return this.#offsets;
  }

  /** Looks at one character or one text; the offset to go on at, or -1 at the end of the list. */
  #step(at: number): number {
    const char = this.#text.charAt(at);
    if (char === ' ' || char === '\n' || char === '\r' || char === '\t') return at + 1;
    const comment = this.#commentEnd(at, char);
    if (comment > at) return comment;
    if (char === ',' && this.#isInside && this.#depth === this.#level) {
      this.#isExpecting = true;
      return at + 1;
    }
    if (char === ']' || char === '}' || char === ')') {
      this.#depth--;
      return this.#isInside && this.#depth < this.#level ? -1 : at + 1;
    }
    if (this.#isExpecting) {
      this.#offsets.push(at);
      this.#isExpecting = false;
    }
    if (char === '[' || char === '{' || char === '(') {
      this.#depth++;
      const isWanted = this.#key === undefined || this.#isKeyRead;
      if (char === '[' && !this.#isInside && this.#depth === this.#level && isWanted) {
        this.#isInside = true;
        this.#isExpecting = true;
      }
      return at + 1;
    }
    if (!QUOTES.has(char)) return at + 1;
    const end = this.#textEnd(at, char);
    if (this.#depth === 1) this.#isKeyRead = this.#text.slice(at + 1, end - 1) === this.#key;
    return end;
  }

  #commentEnd(at: number, char: string): number {
    const next = this.#text.charAt(at + 1);
    const isBlock = char === '/' && next === '*';
    if (char !== '#' && !isBlock && !(char === '/' && next === '/')) return at;
    const end = this.#text.indexOf(isBlock ? '*/' : '\n', at + 1);
    return end < 0 ? this.#text.length : end + (isBlock ? 2 : 1);
  }

  #textEnd(at: number, quote: string): number {
    for (let end = at + 1; end < this.#text.length; end++) {
      const char = this.#text.charAt(end);
      if (char === '\\') end++;
      else if (char === quote || char === '\n') return end + 1;
    }
    return this.#text.length;
  }
}
