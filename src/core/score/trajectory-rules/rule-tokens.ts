import { cutPieces, type Piece } from '#core/base/text/pieces.ts';
import { printJson, tryJson } from '#core/base/json/parse-json.ts';

/** A piece of a rule's text; JSON as it is written. */
export type RuleToken = ReturnType<typeof tokensOfRule>[number];

const OPERATOR = /<=|>=|!=|[<>=]/y;
const QUOTED = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/sy;
// a colon before white space ends a rule's name; within a tool's name it is a part of it
const WORD = /(?:[^\s"'(),=<>!:[\]{}]|:(?!\s|$))(?:[^\s"(),=<>!:[\]{}]|:(?!\s|$))*/y;
const MARKS = '(),:';

/** Cuts a rule’s text into pieces; an open quote or bracket, or a stray sign, is `unclosed`. */
export function tokensOfRule(
  text: string,
): readonly Piece<'word' | 'string' | 'operator' | 'mark' | 'json' | 'unclosed'>[] {
  return cutPieces(text, (take, at) => {
    const char = text.charAt(at);
    const operator = take(OPERATOR);
    if (operator !== undefined) return ['operator', operator];
    const quoted = take(QUOTED);
    if (quoted !== undefined) return ['string', quoted, unquote(quoted)];
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

function unquote(quoted: string): string {
  const text = quoted.startsWith('"') ? tryJson(quoted)?.value : undefined;
  return typeof text === 'string' ? text : quoted.slice(1, -1).replace(/\\(.)/gs, '$1');
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

/** Whether a text is read as one word that is none of the language's own. */
function isPlainWord(text: string): boolean {
  const [token, ...more] = tokensOfRule(text);
  const isWord = token?.kind === 'word' && token.text === text && more.length === 0;
  return isWord && !RULE_WORDS.includes(text.toLowerCase());
}

/** Writes a name so that it is read back as one piece. */
export function quoteName(text: string): string {
  return isPlainWord(text) ? text : printJson(text);
}
