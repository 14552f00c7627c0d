export type TokenKind = 'key' | 'string' | 'number' | 'punctuation' | 'plain';

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

const TOKEN =
  /"(?:[^"\\]|\\.)*"?|-?\d[\d.eE+-]*|[A-Za-z_]\w*|[{}[\],:][{}[\],:\s]*|[^"\-\d{}[\],:\w]+|./gs;
const COLON_FOLLOWS = /\s*:/y;

/**
 * Cuts a line into coloured pieces. JSON text spans no lines, so a line needs no context.
 * The pieces joined are the line again.
 */
export function tokenise(line: string): Token[] {
  const end = colouredEnd(line);
  const head = end < line.length ? line.slice(0, end) : line;
  const tokens: Token[] = [];
  for (const { 0: text, index } of head.matchAll(TOKEN))
    add(tokens, kindOf(head, text, index), text);
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

function kindOf(line: string, text: string, index: number): TokenKind {
  const first = text.charAt(0);
  if (first === '"') {
    COLON_FOLLOWS.lastIndex = index + text.length;
    return COLON_FOLLOWS.test(line) ? 'key' : 'string';
  }
  if (/^(?:-?\d|true$|false$|null$|NaN$|Infinity$)/.test(text)) return 'number';
  return '{}[],:'.includes(first) ? 'punctuation' : 'plain';
}

function add(tokens: Token[], kind: TokenKind, text: string): void {
  const last = tokens.at(-1);
  if (kind === 'plain' && last?.kind === 'plain') {
    tokens[tokens.length - 1] = { ...last, text: last.text + text };
  } else {
    tokens.push({ kind, text, isMarked: false });
  }
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
