import type { SyntaxNode } from '@lezer/common';
import { parser } from '@lezer/python';

const LENGTH_LIMIT = 100_000;

/** Lists the names that code uses without binding them; attributes and keywords do not count. */
export function freeNames(source: string): ReadonlySet<string> {
  const used = new Set<string>();
  const bound = new Set<string>();
  if (source.length > LENGTH_LIMIT) return used;
  let firstAssigned = { statement: -1, at: -1 };
  parser.parse(source).iterate({
    enter: ({ name, node }) => {
      if (name !== 'VariableName') return;
      const word = source.slice(node.from, node.to);
      if (isBound(node)) bound.add(word);
      else if (!isKeyword(node)) used.add(word);
    },
  });
  return new Set([...used].filter((word) => !bound.has(word)));

  function isBound(node: SyntaxNode): boolean {
    const { parent, prevSibling } = node;
    const before = prevSibling?.name ?? '';
    if (['def', 'class', 'for', 'as', 'lambda'].includes(before)) return true;
    if (parent?.name === 'ImportStatement') return true;
    if (parent?.name === 'ParamList') return before !== 'AssignOp';
    if (parent?.name !== 'AssignStatement') return false;
    if (firstAssigned.statement !== parent.from)
      firstAssigned = { statement: parent.from, at: parent.getChild('AssignOp')?.from ?? -1 };
    return node.from < firstAssigned.at;
  }
}

function isKeyword({ parent, nextSibling }: SyntaxNode): boolean {
  return parent?.name === 'ArgList' && nextSibling?.name === 'AssignOp';
}
