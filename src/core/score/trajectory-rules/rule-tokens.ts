import { cutPieces, quoteUnlessWord, type Piece } from '#core/base/text/pieces.ts';

/** A piece of a rule's text; JSON as it is written. */
export type RuleToken = Piece<'word' | 'operator' | 'mark' | 'json'>;

const OPERATOR = /<=|>=|!=|[<>=]/y;
// a colon before white space ends a rule's name; within a tool's name it is a part of it
const WORD = /(?:[^\s"'(),=<>!:[\]{}]|:(?!\s|$))(?:[^\s"(),=<>!:[\]{}]|:(?!\s|$))*/y;
const MARKS = '(),:';

/** Cuts a rule’s text into pieces; an open quote or bracket, or a stray sign, is `unclosed`. */
export function tokensOfRule(text: string): readonly RuleToken[] {
  return cutPieces(text, (take, at) => {
    const char = text.charAt(at);
    const operator = take(OPERATOR);
    if (operator !== undefined) return ['operator', operator];
    const end = char === '{' || char === '[' ? endOfJson(text, at) : 0;
    if (end > 0) return ['json', text.slice(at, end)];
    const word = take(WORD);
    if (word !== undefined) return ['word', word];
    return MARKS.includes(char) ? ['mark', char] : undefined;
  });
}

/** The place behind the bracket that closes the one at a place; 0 where none does. */
function endOfJson(text: string, from: number): number {
  let depth = 0;
  let isQuoted = false;
  for (let at = from; at < text.length; at++) {
    const char = text.charAt(at);
    if (isQuoted) {
      if (char === '\\') at++;
      else if (char === '"') isQuoted = false;
    } else if (char === '"') isQuoted = true;
    else if (char === '{' || char === '[') depth++;
    else if (char === '}' || char === ']') {
      depth--;
      if (depth === 0) return at + 1;
    }
  }
  return 0;
}

/** Words that a name could be taken for; a tool or an argument of that name is quoted. */
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

/** Writes a name so that it is read back as one piece. */
export function quoteName(text: string): string {
  return quoteUnlessWord(text, tokensOfRule(text), RULE_WORDS);
}
