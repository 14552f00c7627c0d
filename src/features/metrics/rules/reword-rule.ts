import { parseRule, type RuleNames } from '#core/score/trajectory-rules/parse-rule.ts';
import { printRule } from '#core/score/trajectory-rules/print-rule.ts';
import { quoteName } from '#core/score/trajectory-rules/rule-tokens.ts';

/** The wording of a rule, and how people write it, with A, B and N for tools and a number. */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  'A only after B': [
    ...['never A before B', 'never A without B', 'never A until B', 'never A unless B'],
    ...['no A before B', 'no A without B', 'not A before B', 'not A without B', 'not A until B'],
    ...['not A unless B', 'A never before B', 'A never without B', 'only A after B'],
    ...['only A if B', 'only A when B', 'A needs B', 'A requires B', 'A after B', 'A follows B'],
  ],
  'A before B': ['A before B', 'A precedes B'],
  'after A then B': ['after A B', 'when A B', 'if A B', 'A followed by B'],
  'never A': ['never A', 'no A', 'not A', 'avoid A', 'forbid A', 'A never', 'A not allowed'],
  'at most N A': [
    ...['at most N A', 'max N A', 'maximum N A', 'no more than N A', 'not more than N A'],
    ...['up to N A', 'A at most N', 'A max N', 'A no more than N', 'A not more than N'],
    ...['A up to N', 'never A more than N', 'not A more than N'],
  ],
  'at least N A': ['at least N A', 'min N A', 'A at least N', 'A min N'],
  'at least 1 A': ['always A', 'require A'],
};

/** Words that say no more than that a tool is called. */
const FILLERS = new Set(
  (
    'call calls called calling use uses used using run runs make invoke do does must should may ' +
    'can be is it please the a an tool tools agent per row then first comes times'
  ).split(' '),
);
const WORDS_FOR: Readonly<Record<string, string>> = {
  "don't": 'not',
  dont: 'not',
  cannot: 'not',
  once: '1',
  twice: '2',
  one: '1',
  two: '2',
  three: '3',
};

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/**
 * Says in the words of rules what was meant by other words, such as `never call refund before check
 * policy`: `refund only after check_policy`.
 * @param names the tools that there are; no others are understood
 * @returns the rule's sentence; an empty text where none is recognised
 */
export function rewordRule(text: string, names: RuleNames): string {
  const words = text
    .replaceAll(/[.,;!?"“”]/g, ' ')
    .split(/\s+/)
    .filter(Boolean);
  const found: string[] = [];
  const normal: string[] = [];
  let count = '';
  for (let at = 0; at < words.length;) {
    const [tool, taken] = toolAt(words, at, names);
    const written = (words[at] ?? '').toLowerCase();
    const word = WORDS_FOR[written] ?? written;
    if (tool !== undefined) {
      const known = found.indexOf(tool);
      normal.push('AB'.charAt(known < 0 ? found.push(tool) - 1 : known));
    } else if (Number.isSafeInteger(Number(word))) {
      count = word;
      normal.push('N');
    } else if (!FILLERS.has(word)) normal.push(word);
    at += taken;
  }
  if (found.length > 2) return '';
  const form = formOf(normal) ?? formOf(normal.filter((word) => word !== 'always'));
  const [a = '', b = ''] = found.map(quoteName);
  const named: Readonly<Record<string, string>> = { A: a, B: b, N: count };
  const rule = (form ?? '').split(' ').map((word) => named[word] ?? word);
  const parsed = parseRule(rule.join(' '), names);
  return parsed.ok ? printRule(parsed.rule) : '';
}

function formOf(normal: readonly string[]): string | undefined {
  const sentence = normal.join(' ');
  return Object.keys(FORMS).find((form) => FORMS[form]?.includes(sentence));
}

/** The tool that words name from a place on, however it is spaced, and how many words they are. */
function toolAt(
  words: readonly string[],
  at: number,
  { tools }: RuleNames,
): readonly [tool: string | undefined, taken: number] {
  for (let taken = Math.min(5, words.length - at); taken > 0; taken--) {
    const name = plain(words.slice(at, at + taken).join(''));
    const tool = tools.find((one) => plain(one) === name);
    if (tool !== undefined) return [tool, taken];
  }
  return [undefined, 1];
}
