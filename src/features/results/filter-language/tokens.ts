import { cutPieces, quoteUnlessWord, type Piece } from '#core/base/text/pieces.ts';
import { KEYWORDS } from './filter-names.ts';

/** A token of a filter. */
export type Token = Piece<'word' | 'operator' | 'bracket'>;

// a tool's column is one word: trajectory_single_tool_use(search)
const WORD = /[^\s"'()<>=!~]+(?:\([^\s"'()<>=!~]*\))?/y;
const OPERATOR = /<=|>=|!=|[<>=~]/y;

/** Splits a filter into tokens; an open quote or a lone `!` is `unclosed`. */
export function tokensOf(text: string): readonly Token[] {
  return cutPieces(text, (take, at) => {
    const operator = take(OPERATOR);
    if (operator !== undefined) return ['operator', operator];
    const word = take(WORD);
    if (word !== undefined) return ['word', word];
    return '()'.includes(text.charAt(at)) ? ['bracket', text.charAt(at)] : undefined;
  });
}

/** Quotes a text unless it is a plain word, so that it is read back as one token. */
export function quoteIfNeeded(text: string): string {
  return quoteUnlessWord(text, tokensOf(text), KEYWORDS);
}
