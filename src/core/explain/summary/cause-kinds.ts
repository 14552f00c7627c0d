import {
  DIFFERENCE_KINDS,
  differenceKindOf,
  type DifferenceKind,
} from '#core/match/difference-kind.ts';
import { parseSignature } from '#core/match/signature.ts';
import type { LabelColumn } from '#core/score/columns/scored-columns.ts';

/** A kind of mistake, with the rows that it occurs in. */
export interface CauseKind {
  readonly kind: DifferenceKind;
  /** Each row once, whatever number of such mistakes it has. */
  readonly rowCount: number;
  readonly toolCount: number;
}

/**
 * Counts the kinds of mistakes that occur, above the single causes.
 * @returns the kinds, that of most rows first
 */
export function causeKinds({ names, starts, ids }: LabelColumn): CauseKind[] {
  const kindOf = Uint8Array.from(names, (name) => DIFFERENCE_KINDS.indexOf(differenceKindOf(name)));
  const tools = DIFFERENCE_KINDS.map(() => new Set<string>());
  for (const [id, name] of names.entries()) tools[kindOf[id] ?? 0]?.add(parseSignature(name).tool);
  const rowCounts = new Uint32Array(DIFFERENCE_KINDS.length);
  const lastRow = new Int32Array(DIFFERENCE_KINDS.length).fill(-1);
  for (let row = 0; row + 1 < starts.length; row++) {
    for (let at = starts[row] as number; at < (starts[row + 1] as number); at++) {
      const kind = kindOf[ids[at] as number] as number;
      if (lastRow[kind] === row) continue;
      lastRow[kind] = row;
      rowCounts[kind] = (rowCounts[kind] as number) + 1;
    }
  }
  return DIFFERENCE_KINDS.map((kind, at) => ({
    ...{ kind, rowCount: rowCounts[at] ?? 0, toolCount: tools[at]?.size ?? 0 },
  }))
    .filter(({ rowCount }) => rowCount > 0)
    .sort((a, b) => b.rowCount - a.rowCount);
}
