import { printJson, tryJson } from '#core/base/json/parse-json.ts';

/** A piece of a rule's text; `from` and `to` are places in it, `to` behind the last character. */
export interface RuleToken {
  readonly kind: 'word' | 'string' | 'operator' | 'mark' | 'json' | 'unclosed';
  /** The word, the sign, the text within the quotes, or the JSON as it is written. */
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const SPACE = /\s+/y;
const OPERATOR = /<=|>=|!=|[<>=]/y;
const QUOTED = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/sy;
// a colon before white space ends a rule's name; within a tool's name it is a part of it
const WORD = /(?:[^\s"'(),=<>!:[\]{}]|:(?!\s|$))(?:[^\s"(),=<>!:[\]{}]|:(?!\s|$))*/y;
const MARKS = '(),:';

/** Cuts a rule’s text into pieces; an open quote or bracket, or a stray sign, is `unclosed`. */
export function tokensOfRule(text: string): readonly RuleToken[] {
  const tokens: RuleToken[] = [];
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  const add = (kind: RuleToken['kind'], written: string, content = written): void => {
    tokens.push({ kind, text: content, from: at, to: at + written.length });
    at += written.length;
  };
  while (at < text.length) {
    const space = take(SPACE);
    if (space !== undefined) {
      at += space.length;
      continue;
    }
    const char = text.charAt(at);
    const operator = take(OPERATOR);
    const quoted = take(QUOTED);
    const word = take(WORD);
    const end = char === '{' || char === '[' ? endOfJson(text, at) : 0;
    if (operator !== undefined) add('operator', operator);
    else if (quoted !== undefined) add('string', quoted, unquote(quoted));
    else if (end > 0) add('json', text.slice(at, end));
    else if (word !== undefined) add('word', word);
    else if (MARKS.includes(char)) add('mark', char);
    else add('unclosed', text.slice(at));
  }
  return tokens;
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
