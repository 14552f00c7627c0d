import { highlightTree, tagHighlighter, tags } from '@lezer/highlight';
import { parser as javascript } from '@lezer/javascript';
import { parser as python } from '@lezer/python';
import type { Token } from './highlight.ts';

/** Kinds of tokens by their names in a grammar. */
const KINDS = tagHighlighter([
  { tag: [tags.keyword, tags.operatorKeyword, tags.self], class: 'key' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp, tags.escape], class: 'string' },
  { tag: [tags.number, tags.bool, tags.null], class: 'number' },
  { tag: [tags.comment, tags.punctuation, tags.operator], class: 'punctuation' },
]);

/**
 * Cuts code into coloured pieces, line by line. The pieces of a line joined are the line again.
 * @param code every line break a line feed
 */
export function tokensOfCode(code: string, language: 'python' | undefined): Token[][] {
  const lines: Token[][] = [[]];
  let done = 0;
  const take = (to: number, kind: Token['kind']): void => {
    for (const [index, text] of code.slice(done, to).split('\n').entries()) {
      if (index > 0) lines.push([]);
      if (text !== '') lines.at(-1)?.push({ kind, text, isMarked: false });
    }
    done = to;
  };
  const tree = (language === 'python' ? python : javascript).parse(code);
  highlightTree(tree, KINDS, (from, to, kind) => {
    take(from, 'plain');
    take(to, kind as Token['kind']);
  });
  take(code.length, 'plain');
  return lines;
}
