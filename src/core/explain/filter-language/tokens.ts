import { cutPieces, quoteUnlessWord, type Piece } from '#core/base/text/pieces.ts';
import { KEYWORDS } from './filter-names.ts';

/** A piece of a filter text. */
export type Token = Piece<'word' | 'operator' | 'bracket'>;

// a tool's column is one word: trajectory_single_tool_use(search)
const WORD = /[^\s"'()<>=!~]+(?:\([^\s"'()<>=!~]*\))?/y;
const OPERATOR = /<=|>=|!=|[<>=~]/y;

/** Cuts a filter text into pieces; a quote that is not closed, or a lone `!`, is `unclosed`. */
export function tokensOf(text: string): readonly Token[] {
  return cutPieces(text, (take, at) => {
    const operator = take(OPERATOR);
    if (operator !== undefined) return ['operator', operator];
    const word = take(WORD);
    if (word !== undefined) return ['word', word];
    return '()'.includes(text.charAt(at)) ? ['bracket', text.charAt(at)] : undefined;
  });
}

/** Writes a text so that it is read back as one piece: within quotes, unless it is a plain word. */
export function quoteIfNeeded(text: string): string {
  return quoteUnlessWord(text, tokensOf(text), KEYWORDS);
}
