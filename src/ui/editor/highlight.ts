import { TextMarks } from '#core/base/json/json-marks.ts';

type TokenKind = 'key' | 'string' | 'number' | 'punctuation' | 'plain';

/** A piece of a line in one colour. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  /** Drawn with the wavy line of a problem. */
  readonly isMarked: boolean;
}

/** Where the trouble is: at a 1-based column, at a key, or in the whole line. */
export interface Mark {
  readonly column?: number | undefined;
  readonly key?: string | undefined;
}

/** Only this much of a line is coloured; the rest stays plain. */
export const COLOURED_LENGTH = 5000;

const WORD = /-?\d[\d.eE+-]*|[A-Za-z_]\w*|[^-\w]+|./gs;
const NUMBER = /^(?:-?\d|true$|false$|null$|NaN$|Infinity$)/;
const COLON_FOLLOWS = /\s*:/y;

/**
 * Cuts a line into coloured pieces. JSON text spans no lines, so a line needs no context.
 * The pieces joined are the line again.
 */
export function tokenise(line: string): Token[] {
  const end = colouredEnd(line);
  const head = end < line.length ? line.slice(0, end) : line;
  const tokens: Token[] = [];
  const marks = new TextMarks(head);
  for (let from = 0; from < head.length; from = marks.end) {
    const mark = marks.next();
    for (const [word] of head.slice(from, marks.at).matchAll(WORD))
      add(tokens, NUMBER.test(word) ? 'number' : 'plain', word);
    if (mark !== '') add(tokens, kindOf(head, mark, marks.end), head.slice(marks.at, marks.end));
  }
  if (end < line.length) add(tokens, 'plain', line.slice(end));
  return tokens;
}

/** A line in one piece, for text that is no JSON. */
export function plainLine(line: string): Token[] {
  return line === '' ? [] : [{ kind: 'plain', text: line, isMarked: false }];
}

/** Never between the halves of a character. */
function colouredEnd(line: string): number {
  const code = line.charCodeAt(COLOURED_LENGTH - 1);
  return code >= 0xd800 && code < 0xdc00 ? COLOURED_LENGTH - 1 : COLOURED_LENGTH;
}

function kindOf(line: string, mark: string, end: number): TokenKind {
  if (!/["'`]/.test(mark)) return 'punctuation';
  COLON_FOLLOWS.lastIndex = end;
  return COLON_FOLLOWS.test(line) ? 'key' : 'string';
}

/** Adds a piece; plain text, brackets and the space after these join the piece before. */
function add(tokens: Token[], kind: TokenKind, text: string): void {
  const last = tokens.at(-1);
  const isJoined =
    last !== undefined &&
    (last.kind === 'punctuation'
      ? kind === 'punctuation' || text.trim() === ''
      : last.kind === 'plain' && kind === 'plain');
  if (isJoined) tokens[tokens.length - 1] = { ...last, text: last.text + text };
  else tokens.push({ kind, text, isMarked: false });
}

/** Marks the piece at a column, the key, or all pieces when neither can be found. */
export function markTokens(tokens: readonly Token[], mark: Mark): readonly Token[] {
  const wanted =
    mark.column === undefined ? keyIndex(tokens, mark.key) : at(tokens, mark.column - 1);
  return tokens.map((token, index) =>
    wanted === undefined || wanted === index ? { ...token, isMarked: true } : token,
  );
}

function keyIndex(tokens: readonly Token[], key: string | undefined): number | undefined {
  if (key === undefined) return undefined;
  const text = JSON.stringify(key);
  const index = tokens.findIndex((token) => token.kind === 'key' && token.text === text);
  return index < 0 ? undefined : index;
}

/** The piece at an offset; past the end, or on a space, the last one before it with ink. */
function at(tokens: readonly Token[], offset: number): number {
  let start = 0;
  let found = 0;
  for (const [index, { text }] of tokens.entries()) {
    if (start > offset) break;
    if (text.trim() !== '') found = index;
    start += text.length;
  }
  return found;
}

/** Keeps the columns `from` to `end` of a line, 0-based and half-open. */
export function clipTokens(tokens: readonly Token[], from: number, end: number): readonly Token[] {
  const kept: Token[] = [];
  let start = 0;
  for (const token of tokens) {
    const stop = start + token.text.length;
    if (stop > from && start < end) {
      const isWhole = start >= from && stop <= end;
      const text = isWhole
        ? token.text
        : token.text.slice(Math.max(0, from - start), Math.max(0, end - start));
      kept.push({ ...token, text });
    }
    if (stop >= end) break;
    start = stop;
  }
  return kept;
}
