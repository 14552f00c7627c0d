import type { Dialect } from './text-literal.ts';

/** The marks of each dialect, in the order they are searched for. */
const MARKS = { double: /"/g, single: /'/g, comment: /\/[/*]/g, key: /"\s*:/g } as const;

type Mark = keyof typeof MARKS;

/** How many characters of a text are examined. */
const WINDOW = 10_000;

/** Guesses the dialect at ascending places of a text; examines each mark once. */
export class DialectFinder {
  readonly #text: string;
  readonly #window: number;
  readonly #next = new Map<Mark, number>();

  constructor(text: string, window = WINDOW) {
    this.#text = text;
    this.#window = window;
  }

  /** The dialect at a place, ascending: `json` when keys in double quotes come first. */
  dialectAt(at: number): Dialect {
    const end = at + this.#window;
    const double = this.#find('double', at);
    const single = this.#find('single', at);
    if (double >= end) return single >= end && this.#find('comment', at) < end ? 'json' : 'python';
    if (single < double && this.#find('comment', at) > single) return 'python';
    return this.#find('key', at) < end ? 'json' : 'python';
  }

  /** The offset of the next mark; infinite without one. */
  #find(mark: Mark, at: number): number {
    const known = this.#next.get(mark) ?? -1;
    if (known >= at) return known;
    const pattern = MARKS[mark];
    pattern.lastIndex = at;
    const found = pattern.exec(this.#text)?.index ?? Infinity;
    this.#next.set(mark, found);
    return found;
  }
}

/** Guesses the dialect of a text: `json` when keys in double quotes come first. */
export function dialectOf(text: string): Dialect {
  return new DialectFinder(text, text.length).dialectAt(0);
}
