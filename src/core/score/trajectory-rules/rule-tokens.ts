import { endOfBrackets } from '#core/base/json/json-marks.ts';
import { cutPieces, quoteUnlessWord, type Piece } from '#core/base/text/pieces.ts';

/** A token of a rule's text; JSON is one token. */
export type RuleToken = Piece<'word' | 'operator' | 'mark' | 'json'>;

const OPERATOR = /<=|>=|!=|[<>=]/y;
// a colon before white space ends a rule's name; elsewhere it may be part of a tool's name
const WORD = /(?:[^\s"'(),=<>!:[\]{}]|:(?!\s|$))(?:[^\s"(),=<>!:[\]{}]|:(?!\s|$))*/y;
const MARKS = '(),:';

/**
 * Splits a rule’s text into tokens; an open quote or bracket, or a stray character, is `unclosed`.
 */
export function tokensOfRule(text: string): readonly RuleToken[] {
  return cutPieces(text, (take, at) => {
    const char = text.charAt(at);
    const operator = take(OPERATOR);
    if (operator !== undefined) return ['operator', operator];
    const end = char === '{' || char === '[' ? endOfBrackets(text, at) : undefined;
    if (end !== undefined) return ['json', text.slice(at, end)];
    const word = take(WORD);
    if (word !== undefined) return ['word', word];
    return MARKS.includes(char) ? ['mark', char] : undefined;
  });
}

/** Reserved words; tools and arguments of these names are quoted. */
export const RULE_WORDS: readonly string[] = [
  'never',
  'at',
  'after',
  'no',
  'ends',
  'call',
  'calls',
  'of',
  'before',
  'only',
  'then',
  'within',
  'with',
  'the',
  'same',
  'and',
];

/** Writes a name so that it is read back as one token. */
export function quoteName(text: string): string {
  return quoteUnlessWord(text, tokensOfRule(text), RULE_WORDS);
}
