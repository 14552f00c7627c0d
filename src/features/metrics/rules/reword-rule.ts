import { parseRule, type RuleNames } from '#core/score/trajectory-rules/parse-rule.ts';
import { printRule } from '#core/score/trajectory-rules/print-rule.ts';
import { quoteName } from '#core/score/trajectory-rules/rule-tokens.ts';

/** What people write, with A, B and N for tools and a number, and how it is said in a rule. */
const FORMS: readonly (readonly [RegExp, string])[] = [
  [/^never A (?:before|without|until|unless) B$/, 'A only after B'],
  [/^(?:no|not) A (?:before|without|until|unless) B$/, 'A only after B'],
  [/^A never (?:before|without) B$/, 'A only after B'],
  [/^only A (?:after|if|once|when) B$/, 'A only after B'],
  [
    /^(?:always )?A (?:always )?(?:needs|requires|after|comes after|follows) B(?: first)?$/,
    'A only after B',
  ],
  [/^(?:always )?A (?:always )?(?:before|precedes|comes before) B$/, 'A before B'],
  [/^(?:always )?(?:after|when|if) A (?:always )?(?:then )?B$/, 'after A then B'],
  [/^A (?:is )?followed by B$/, 'after A then B'],
  [/^(?:never|no|not|avoid|forbid) A$/, 'never A'],
  [/^A (?:never|is forbidden|is not allowed)$/, 'never A'],
  [/^(?:at most|max|maximum|no more than|not more than|up to) N (?:times )?A$/, 'at most N A'],
  [/^A (?:at most|max|maximum|no more than|not more than|up to) N(?: times)?$/, 'at most N A'],
  [/^(?:never|not) A more than N(?: times)?$/, 'at most N A'],
  [/^(?:at least|min|minimum) N (?:times )?A$/, 'at least N A'],
  [/^A (?:at least|min|minimum) N(?: times)?$/, 'at least N A'],
  [/^(?:always |require |needs )A$/, 'at least 1 A'],
];

/** Words that say no more than that a tool is called. */
const FILLERS =
  /^(?:call|calls|called|calling|use|uses|used|using|run|runs|make|invoke|do|does|must|should|may|can|be|is|it|please|the|a|an|to|tool|tools|agent|per|row)$/;
const WORDS_FOR: Readonly<Record<string, string>> = {
  "don't": 'not',
  dont: 'not',
  cannot: 'not',
  once: '1 times',
  twice: '2 times',
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
  const said: string[] = [];
  let count = '';
  for (let at = 0; at < words.length;) {
    const [tool, taken] = toolAt(words, at, names);
    const word = (words[at] ?? '').toLowerCase();
    if (tool !== undefined) {
      const known = found.indexOf(tool);
      said.push('AB'.charAt(known < 0 ? found.push(tool) - 1 : known));
    } else if (/^\d+$/.test(WORDS_FOR[word] ?? word)) {
      count = WORDS_FOR[word] ?? word;
      said.push('N');
    } else if (WORDS_FOR[word] !== undefined) {
      const meant = WORDS_FOR[word];
      count = /^\d/.exec(meant)?.[0] ?? count;
      said.push(meant.replace(/^\d/, 'N'));
    } else if (!FILLERS.test(word)) said.push(word);
    at += taken;
  }
  const [a = '', b = ''] = found.map(quoteName);
  const sentence = said.join(' ');
  const [, form] = FORMS.find(([pattern]) => pattern.test(sentence)) ?? [];
  if (form === undefined || found.length > 2) return '';
  const values: Readonly<Record<string, string>> = { A: a, B: b, N: count };
  const parsed = parseRule(
    form.replaceAll(/\b[ABN]\b/g, (name) => values[name] ?? ''),
    names,
  );
  return parsed.ok ? printRule(parsed.rule) : '';
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
