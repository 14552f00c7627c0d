import { fromKey, toKey, type MapLooks } from './map-looks.ts';

/** What is reached by an arrow key. */
export type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';

/**
 * Finds what an arrow key leads to: along edges to the left and right; up and down to the other edges
 * of one tool, or to another tool.
 * @param key of the edge or tool that has the focus
 * @returns the key of what gets it; undefined where nothing is there
 */
export function keyTowards(
  { nodes, edges }: MapLooks,
  key: string,
  arrow: Arrow,
): string | undefined {
  const edge = edges.find((one) => one.key === key);
  if (arrow === 'ArrowRight')
    return edge ? toKey(edge.to) : edges.find(({ from }) => fromKey(from) === key)?.key;
  if (arrow === 'ArrowLeft')
    return edge ? fromKey(edge.from) : edges.find(({ to }) => toKey(to) === key)?.key;
  const beside = edge ? edges.filter(({ from }) => from === edge.from) : nodes;
  const at = beside.findIndex((one) => one.key === key) + (arrow === 'ArrowDown' ? 1 : -1);
  return beside.at(at % beside.length)?.key;
}

/** Whether a key is one of the arrows. */
export function isArrow(key: string): key is Arrow {
  return key.startsWith('Arrow');
}
