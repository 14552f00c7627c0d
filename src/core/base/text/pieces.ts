/** A piece of a text in a small language; `from` and `to` are places in it, `to` behind the last character. */
export interface Piece<Kind extends string = string> {
  readonly kind: Kind;
  /** As it is written, or the text within the quotes. */
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** Reads the piece at a place: its kind, how it is written and, where that differs, what it says. */
type ReadPiece<Kind> = (
  take: (pattern: RegExp) => string | undefined,
  at: number,
) => readonly [kind: Kind, written: string, text?: string] | undefined;

const SPACE = /\s+/y;

/** Cuts a text into pieces with white space between; from where none can be read it is `unclosed`. */
export function cutPieces<Kind extends string>(
  text: string,
  readPiece: ReadPiece<Kind>,
): readonly Piece<Kind | 'unclosed'>[] {
  const pieces: Piece<Kind | 'unclosed'>[] = [];
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  while (at < text.length) {
    const space = take(SPACE);
    if (space === undefined) {
      const [kind, written, said = written] = readPiece(take, at) ?? ['unclosed', text.slice(at)];
      pieces.push({ kind, text: said, from: at, to: at + written.length });
      at += written.length;
    } else at += space.length;
  }
  return pieces;
}

/** What can be written at a place of a text. */
export interface Completion {
  /** The place of the piece that is replaced; empty where a new one begins. */
  readonly from: number;
  readonly to: number;
  /** Pieces as they are written, best first. */
  readonly options: readonly string[];
  /** The column of the dataset a value of which can be written there. */
  readonly cellsOf?: string | undefined;
}

/** What is wrong with a text, and what could be written there. */
interface Broken {
  readonly ok: false;
  readonly problem: { readonly code: string; readonly from: number };
  readonly offered: readonly string[];
  readonly cellsOf?: string | undefined;
}

const OPTIONS_LISTED = 50;

/** Pieces that are replaced by nothing that begins like them. */
const WHOLE: ReadonlySet<string> = new Set(['operator', 'bracket', 'mark', 'json']);

/**
 * Lists what fits at a place of a text; nothing where any number or value can be.
 * @param parse reads a text that breaks off
 */
export function completePiece(
  text: string,
  at: number,
  pieces: readonly Piece[],
  parse: (begun: string) => { readonly ok: true } | Broken,
): Completion {
  const piece = pieces.find(({ kind, from, to }) => from < at && at <= to && !WHOLE.has(kind));
  const { from, to } = piece ?? { from: at, to: at };
  const typed = text.slice(from, at).replace(/^["']/, '').toLowerCase();
  const parsed = parse(text.slice(0, from));
  if (parsed.ok || parsed.problem.code !== 'expected' || parsed.problem.from < from)
    return { from, to, options: [] };
  const options = parsed.offered
    .filter((option) => fit(option, typed) > 0)
    .sort((a, b) => fit(b, typed) - fit(a, typed))
    .slice(0, OPTIONS_LISTED);
  return { from, to, options, cellsOf: parsed.cellsOf };
}

/** How well an option fits: by its beginning 3, by the beginning of a part 2, anywhere 1, else 0. */
function fit(option: string, typed: string): number {
  const text = option.replace(/^"/, '').toLowerCase();
  if (text.startsWith(typed)) return 3;
  if (text.split(/[_\W]+/).some((part) => part.startsWith(typed))) return 2;
  return text.includes(typed) ? 1 : 0;
}
