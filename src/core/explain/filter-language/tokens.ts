import { cutPieces, type Piece } from '#core/base/text/pieces.ts';
import { KEYWORDS } from './filter-names.ts';

/** A piece of a filter text. */
export type Token = ReturnType<typeof tokensOf>[number];

// a tool's column is one word: trajectory_single_tool_use(search)
const WORD = /[^\s"'()<>=!~]+(?:\([^\s"'()<>=!~]*\))?/y;
const OPERATOR = /<=|>=|!=|[<>=~]/y;
const QUOTED = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/sy;

/** Cuts a filter text into pieces; a quote that is not closed, or a lone `!`, is `unclosed`. */
export function tokensOf(
  text: string,
): readonly Piece<'word' | 'string' | 'operator' | 'bracket' | 'unclosed'>[] {
  return cutPieces(text, (take, at) => {
    const operator = take(OPERATOR);
    if (operator !== undefined) return ['operator', operator];
    const quoted = take(QUOTED);
    if (quoted !== undefined) return ['string', quoted, unquote(quoted)];
    const word = take(WORD);
    if (word !== undefined) return ['word', word];
    return '()'.includes(text.charAt(at)) ? ['bracket', text.charAt(at)] : undefined;
  });
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
