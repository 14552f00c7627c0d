import { printJson, tryJson } from '#core/base/json/parse-json.ts';
import { nearestName } from './nearest-name.ts';
import { boundText, listWords } from './sentence.ts';

/** A token of a small language; `from` and `to` are its start and end in the text. */
export interface Piece<Kind extends string = string> {
  readonly kind: Kind | 'string' | 'unclosed';
  /** As written, or the text within quotes. */
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** Reads the token at a place: its kind, and its text. */
type ReadPiece<Kind> = (
  take: (pattern: RegExp) => string | undefined,
  at: number,
) => readonly [kind: Kind, written: string] | undefined;

const SPACE = /\s+/y;
const QUOTED = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/sy;

/**
 * Splits a text into tokens at white space. Quoted text is a `string`; the text from where no token
 * can be read is `unclosed`.
 */
export function cutPieces<Kind extends string>(
  text: string,
  readPiece: ReadPiece<Kind>,
): readonly Piece<Kind>[] {
  const pieces: Piece<Kind>[] = [];
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  while (at < text.length) {
    const space = take(SPACE);
    if (space !== undefined) {
      at += space.length;
      continue;
    }
    const quoted = take(QUOTED);
    const [kind, written] =
      quoted === undefined
        ? (readPiece(take, at) ?? (['unclosed', text.slice(at)] as const))
        : (['string', quoted] as const);
    const to = at + written.length;
    pieces.push({ kind, text: quoted === undefined ? written : unquote(quoted), from: at, to });
    at = to;
  }
  return pieces;
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  '"': '"',
  "'": "'",
  '\\': '\\',
};

function unquote(quoted: string): string {
  const text = quoted.startsWith('"') ? tryJson(quoted)?.value : undefined;
  if (typeof text === 'string') return text;
  return quoted
    .slice(1, -1)
    .replace(/\\(.)/gs, (escape, character: string) => ESCAPES[character] ?? escape);
}

/** Quotes a text unless it is a plain word, so that it is read back as one token. */
export function quoteUnlessWord(
  text: string,
  pieces: readonly Piece[],
  words: readonly string[],
): string {
  const [piece, ...more] = pieces;
  const isWord = piece?.kind === 'word' && piece.text === text && more.length === 0;
  return isWord && !words.includes(text.toLowerCase()) ? text : printJson(text);
}

/** A problem of a text, with its place. */
export interface TextProblem {
  readonly from: number;
  readonly to: number;
  readonly message: string;
}

/** Thrown at the first problem of a text. */
class BadText extends Error {
  readonly problem: TextProblem;

  constructor(problem: TextProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** Parses a text with a {@link PieceCursor}, or returns the first problem. */
export function readPieces<T>(
  read: () => T,
):
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: TextProblem } {
  try {
    return { ok: true, value: read() };
  } catch (error) {
    if (error instanceof BadText) return { ok: false, problem: error.problem };
    throw error;
  }
}

const OPTIONS_LISTED = 50;
/** More options are described by kind instead of listed. */
const WORDS_NAMED = 9;

/**
 * Walks the tokens of a text. Everything tried at a place is remembered until the next token is
 * taken: these are the possible continuations.
 */
export class PieceCursor<P extends Piece = Piece> {
  /** The places of tokens taken as words of the language; others are names or values. */
  readonly taken = new Set<number>();
  readonly #text: string;
  readonly #pieces: readonly P[];
  readonly #words = new Set<string>();
  readonly #things = new Set<string>();
  readonly #offered = new Set<string>();
  #at = 0;

  constructor(text: string, pieces: readonly P[]) {
    this.#text = text;
    this.#pieces = pieces;
  }

  /** The next token; undefined at the end of the text. */
  get piece(): P | undefined {
    return this.#pieces[this.#at];
  }

  /** The possible continuations, as written. */
  get offered(): readonly string[] {
    return [...this.#words, ...this.#offered];
  }

  /** Takes words, or one quoted text, up to a sign and with it; undefined where there are none. */
  takeUntil(sign: string): string | undefined {
    const end = this.#pieces.findIndex(({ kind, text }) => kind !== 'string' && text === sign);
    const [first, ...more] = this.#pieces.slice(this.#at, Math.max(this.#at, end));
    const isQuoted = first?.kind === 'string' && more.length === 0;
    if (!first || !(isQuoted || [first, ...more].every(({ kind }) => kind === 'word')))
      return undefined;
    for (const { from } of [first, ...more]) this.taken.add(from);
    this.#at = end;
    this.next();
    return isQuoted ? first.text : this.#text.slice(first.from, (more.at(-1) ?? first).to);
  }

  next(): void {
    this.#at++;
    for (const noted of [this.#words, this.#things, this.#offered]) noted.clear();
  }

  /** Whether the next token is a word of the language, in any case, or one of its signs. */
  isAt(word: string): boolean {
    const { piece } = this;
    return piece?.kind !== 'string' && piece?.text.toLowerCase() === word;
  }

  /** Takes a word or sign if it is next; `phrases` are the phrases it begins. */
  take(word: string, ...phrases: readonly string[]): boolean {
    const { piece } = this;
    if (!piece || !this.isAt(word)) {
      for (const phrase of phrases.length > 0 ? phrases : [word]) this.#words.add(phrase);
      return false;
    }
    this.taken.add(piece.from);
    this.next();
    return true;
  }

  /** Takes one of some words or signs; fails if none is next. */
  need<T extends string>(...words: readonly T[]): T {
    return words.find((word) => this.take(word)) ?? this.fail();
  }

  /** Takes the words of a phrase; fails if they are not next. */
  needPhrase(phrase: string): void {
    const words = phrase.split(' ');
    for (const [at, word] of words.entries())
      if (!this.take(word, words.slice(at).join(' '))) this.fail();
  }

  /** Notes a kind of thing that could be next, with its possible values. */
  note(thing: string, offered: readonly string[] = []): void {
    this.#things.add(thing);
    for (const one of offered) this.#offered.add(one);
  }

  /** Fails unless the text ends here. */
  end(): void {
    if (!this.piece) return;
    this.#things.add('the end');
    this.fail();
  }

  /** Fails at the next token, where `thing`, or anything tried, was expected. */
  fail(thing?: string, offered?: readonly string[]): never {
    if (thing !== undefined) this.note(thing, offered);
    const { from, to } = this.#place();
    const found = this.#text.slice(from, to);
    const shown = boundText(found, 40);
    if (this.piece?.kind === 'unclosed')
      this.failWith(`“${shown}” is not closed, or has no meaning here.`);
    const words = [...this.#words];
    const named = words.length > WORDS_NAMED ? [] : words.map((word) => `“${word}”`);
    const expected = `expected ${listWords([...named, ...this.#things], 'or') || 'one of the words offered'}.`;
    const near = nearestPhrase(found, words);
    const hint = near === undefined ? '' : ` Did you mean “${near}”?`;
    if (found !== '') this.failWith(`“${shown}” cannot be here; ${expected}${hint}`);
    throw new BadText({ from, to, message: `At the end: something is missing; ${expected}` });
  }

  /** Fails for a reason, at the next token unless another place is given. */
  failWith(reason: string, { from, to }: Pick<Piece, 'from' | 'to'> = this.#place()): never {
    throw new BadText({ from, to, message: `Character ${String(from + 1)}: ${reason}` });
  }

  #place(): Pick<Piece, 'from' | 'to'> {
    const end = this.#text.trimEnd().length;
    return this.piece ?? { from: end, to: end };
  }
}

/** The phrase whose first word may be meant by a misspelled one. */
export function nearestPhrase(word: string, phrases: readonly string[]): string | undefined {
  const words = new Map(
    phrases
      .map((phrase) => [phrase.split(' ')[0] ?? '', phrase] as const)
      .filter(([first]) => /^[a-z]{3,}$/.test(first))
      // of several with the same first word, the first one counts
      .reverse(),
  );
  const name = word.length < 3 ? undefined : nearestName(word, [...words.keys()]);
  return name === undefined || name === word.toLowerCase() ? undefined : words.get(name);
}

/** The completions at a place of a text. */
export interface Completion {
  /** The start of the token to replace; equal to the place where a new one begins. */
  readonly from: number;
  readonly to: number;
  /** The texts of tokens, best first. */
  readonly options: readonly string[];
}

/**
 * Lists the completions at a place of a text; empty where any number or value is possible.
 * @param read parses the readable beginning of an incomplete text
 */
export function completePiece(
  text: string,
  at: number,
  pieces: readonly Piece[],
  read: (begun: string) => PieceCursor,
): Completion {
  const piece = pieces.find(
    ({ kind, from, to }) => from < at && at <= to && ['word', 'string', 'unclosed'].includes(kind),
  );
  const { from, to } = piece ?? { from: at, to: at };
  const typed = text.slice(from, at).replace(/^["']/, '').toLowerCase();
  const cursor = read(text.slice(0, from));
  const options = (cursor.piece ? [] : cursor.offered)
    .filter((option) => option !== '(' && fit(option, typed) > 0)
    .sort((a, b) => fit(b, typed) - fit(a, typed))
    .slice(0, OPTIONS_LISTED);
  return { from, to, options };
}

/** How well an option fits: 3 by its beginning, 2 by that of a part, 1 anywhere, else 0. */
function fit(option: string, typed: string): number {
  const text = option.replace(/^"/, '').toLowerCase();
  if (text.startsWith(typed)) return 3;
  if (text.split(/[_\W]+/).some((part) => part.startsWith(typed))) return 2;
  return text.includes(typed) ? 1 : 0;
}
