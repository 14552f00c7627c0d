import { KEYWORDS } from './filter-names.ts';

/** A piece of a filter text; `from` and `to` are places in it, `to` behind the last character. */
export interface Token {
  readonly kind: 'word' | 'string' | 'operator' | 'bracket' | 'unclosed';
  /** The word, the operator, or the text within the quotes. */
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

// a tool's column is one word: trajectory_single_tool_use(search)
const WORD = /[^\s"'()<>=!~]+(?:\([^\s"'()<>=!~]*\))?/y;
const OPERATOR = /<=|>=|!=|[<>=~]/y;
const QUOTED = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/sy;
const SPACE = /\s+/y;

/** Cuts a filter text into pieces; a quote that is not closed, or a lone `!`, is `unclosed`. */
export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  const add = (kind: Token['kind'], written: string, content = written): void => {
    tokens.push({ kind, text: content, from: at, to: at + written.length });
    at += written.length;
  };
  while (at < text.length) {
    const space = take(SPACE);
    if (space !== undefined) {
      at += space.length;
      continue;
    }
    const operator = take(OPERATOR);
    const quoted = take(QUOTED);
    const word = take(WORD);
    if (operator !== undefined) add('operator', operator);
    else if (quoted !== undefined) add('string', quoted, unquote(quoted));
    else if (word !== undefined) add('word', word);
    else if (text[at] === '(' || text[at] === ')') add('bracket', text[at] ?? '');
    else add('unclosed', text.slice(at));
  }
  return tokens;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

function unquote(quoted: string): string {
  return quoted
    .slice(1, -1)
    .replace(/\\(.)/gs, (_, character: string) => ESCAPES[character] ?? character);
}

/** Writes a text so that it is read back as one piece: within quotes, unless it is a plain word. */
export function quoteIfNeeded(text: string): string {
  const [token, ...more] = tokensOf(text);
  const isWord = token?.kind === 'word' && token.text === text && more.length === 0;
  return isWord && !isKeyword(text) ? text : quote(text);
}

/** Writes a text within quotes. */
export function quote(text: string): string {
  const escaped = text
    .replace(/["\\]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t');
  return `"${escaped}"`;
}

/** Whether a word, in any case of letters, is one of the language’s own. */
export function isKeyword(text: string): boolean {
  return (KEYWORDS as readonly string[]).includes(text.toLowerCase());
}
