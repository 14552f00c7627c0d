/** Another spelling of a tool's name, and how many calls have it. */
interface Renaming {
  readonly from: string;
  readonly to: string;
  readonly count: number;
}

/** A proposal to spell the names of both sides alike, applied only when the user agrees. */
export interface NameProposal {
  /** `prefix`: drops a server's or namespace's name; `case`: camelCase against snake_case. */
  readonly rule: 'prefix' | 'case';
  readonly renamings: readonly Renaming[];
  /** Calls whose tool is on the other side, before and after. */
  readonly matchedBefore: number;
  readonly matchedAfter: number;
}

/** How often each tool is called. */
export type NameCounts = ReadonlyMap<string, number>;

/**
 * Proposes spellings by which the tool names of both sides meet.
 * @returns only proposals that match more calls; empty for equal names
 */
export function proposeNames(
  predicted: NameCounts,
  reference: NameCounts,
): readonly NameProposal[] {
  const proposals = [
    propose('prefix', predicted, reference, dropPrefix),
    propose('case', predicted, reference, foldCase),
  ];
  return proposals.filter(({ matchedBefore, matchedAfter }) => matchedAfter > matchedBefore);
}

/**
 * Drops the server or namespace: `mcp__server__tool`, `server.tool`, `server/tool`, `server:tool`.
 */
function dropPrefix(name: string): string {
  const mark = Math.max(...['.', '/', ':'].map((char) => name.lastIndexOf(char)));
  const lines = name.lastIndexOf('__', name.length - 3);
  const isAfterLines = lines > mark;
  const at = isAfterLines ? lines : mark;
  return at > 0 ? name.slice(at + (isAfterLines ? 2 : 1)) || name : name;
}

function foldCase(name: string): string {
  return name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1_$2')
    .replace(/[\s-]+/g, '_')
    .toLowerCase();
}

function propose(
  rule: NameProposal['rule'],
  predicted: NameCounts,
  reference: NameCounts,
  rewrite: (name: string) => string,
): NameProposal {
  const wanted = new Map<string, string>();
  for (const name of reference.keys()) {
    // names that would become one are kept as they are
    wanted.set(rewrite(name), wanted.has(rewrite(name)) ? '' : name);
  }
  const renamings: Renaming[] = [];
  let matchedBefore = 0;
  let matchedAfter = 0;
  for (const [from, count] of predicted) {
    const isKnown = reference.has(from);
    const to = isKnown ? from : wanted.get(rewrite(from));
    if (isKnown) matchedBefore += count;
    if (to !== undefined && to !== '') {
      matchedAfter += count;
      if (to !== from) renamings.push({ from, to, count });
    }
  }
  return { rule, renamings, matchedBefore, matchedAfter };
}
