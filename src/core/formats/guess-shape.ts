import type { UnreadShape } from '#core/issues/issue.ts';

const SHAPES: readonly (readonly [shape: UnreadShape, sign: RegExp])[] = [
  ['curly_quotes', /^\s*(?:\[\s*)?\{\s*[\u201c-\u201f]/],
  ['markup', /^\s*<(?:!doctype|\?xml|[a-z][\w:-]*[\s>])/i],
  // two cells or more in a line, the rows below numbered
  ['printed_table', /^(?=[^\n]*\S {2,}\S)[ \t]+\S[^\n]*\n(?:[^\n]*\n)*?(?:\d+|\.\.) +\S/],
  [
    'printed_table',
    /^(?:\d+ +\S[^\n]*\n)+(?:\d+ +\S[^\n]*\n|\.\.[^\n]*\n)*Name: [^\n]+, dtype: \w+/,
  ],
  [
    'yaml',
    /^(?:---[^\n]*\n|#[^\n]*\n|%YAML[^\n]*\n|[ \t\r]*\n)*(?:- )?[\w.-]+:(?: [^\n]*)?\r?\n\s*(?:- )?[\w.-]+:(?:\s|$)/,
  ],
  ['no_header', /^[^\n{["']*["']?\[\s*\{[^\n]*[,;\t]/],
];

/**
 * Says what a text is that cannot be read.
 * @param text the beginning of a text that no format takes
 * @returns what it looks like; undefined when it looks like nothing known
 */
export function guessShape(text: string): UnreadShape | undefined {
  return SHAPES.find(([, sign]) => sign.test(text.slice(0, 10_000)))?.[0];
}
