/** What is wrong with a filter text, and where: `from` and `to` are places in the text. */
export type FilterProblem = { readonly from: number; readonly to: number } & (
  | { readonly code: 'unclosed' }
  | { readonly code: 'too_long' }
  | { readonly code: 'too_deep' }
  /** A name that the run does not have. */
  | { readonly code: 'unknown_name'; readonly name: string }
  /** Something else is due; `found` is empty at the end of the text. */
  | { readonly code: 'expected'; readonly expected: Expected; readonly found: string }
);

/** What can be due at a place. */
export type Expected =
  'condition' | 'operator' | 'is' | 'number' | 'value' | 'choice' | 'to' | 'joiner' | 'bracket';

const WORDS: Readonly<Record<Expected, string>> = {
  condition: 'a condition, such as tool = search',
  operator: 'a comparison',
  is: '“is”',
  number: 'a number',
  value: 'a value; put quotes around one with spaces',
  choice: 'one of the words offered',
  to: '“to” and the type found',
  joiner: '“and” or “or” before the next condition',
  bracket: 'a closing bracket',
};

/**
 * Puts what is wrong with a filter text into words.
 * @param problem the problem
 * @param offered what could stand there, where that is known
 * @returns a sentence with the place, counted from 1
 */
export function problemInWords(problem: FilterProblem, offered: readonly string[] = []): string {
  const place = `Character ${problem.from + 1}`;
  switch (problem.code) {
    case 'unclosed':
      return `${place}: this quote or “!” has no end. Close the quote, or write !=.`;
    case 'too_long':
      return 'This filter is too long.';
    case 'too_deep':
      return `${place}: there are too many brackets within brackets.`;
    case 'unknown_name':
      return `${place}: this run has no metric or column “${problem.name}”.`;
    case 'expected': {
      const due = offered.length > 0 && offered.length <= 8 ? listWords(offered) : undefined;
      const expected = due ?? WORDS[problem.expected];
      return problem.found === ''
        ? `The filter is not complete: expected ${expected}.`
        : `${place}: “${problem.found}” is not expected here, but ${expected}.`;
    }
  }
}

function listWords(words: readonly string[]): string {
  const quoted = words.map((word) => `“${word}”`);
  return [quoted.slice(0, -1).join(', '), ...quoted.slice(-1)].filter(Boolean).join(' or ');
}
