import { patternOf } from '#core/match/change-rule.ts';
import type { RowDetail, SlotView } from '#core/explain/row/row-detail.ts';
import type { AcceptPlace } from '#features/references/questions.ts';
import type { DifferingArgument } from '#features/metrics/matching/apply-rules.ts';
import { differsAnywhere, isNumberInQuotes } from '#features/calls/call-lines.ts';
import { differences as texts } from './texts.ts';

/** One difference between the calls made and those expected, and its place. */
export interface RowDifference {
  readonly name: string;
  readonly place: AcceptPlace;
  readonly argument?: DifferingArgument | undefined;
}

/** What may be done about the differences of a row, and the button at which that is listed. */
export interface WantedFix {
  readonly differences: readonly RowDifference[];
  readonly row: number;
  readonly button: HTMLElement;
}

/** What can be done with a row from where it is shown. */
export interface RowActs {
  /** Opens what can be done about the differences, at a button. */
  readonly onfix: (fix: WantedFix) => void;
  /** Expects what the agent called. */
  readonly onexpect: (row: number) => void;
  /** Opens the editor of the calls expected. */
  readonly ontype: () => void;
  /** Opens the row in full. */
  readonly onexpand: () => void;
}

/**
 * Lists what differs between the two sides of a row, in the order of its calls: each differing
 * argument of a changed call, and each call that is missing, extra or in another place. Extra calls
 * stand last: most metrics let them pass.
 * @returns none where a side is not known
 */
export function listDifferences(detail: RowDetail, row: number): RowDifference[] {
  if (!differsAnywhere(detail)) return [];
  const isExtra = ({ kind }: SlotView): number => Number(kind === 'extra');
  return [...detail.slots.entries()]
    .filter(([, { kind, at, isSkipped }]) => kind !== 'equal' && at !== 'reference' && !isSkipped)
    .toSorted(([, a], [, b]) => isExtra(a) - isExtra(b))
    .flatMap(([index, slot]) => differencesOf(slot, row, index));
}

function differencesOf(slot: SlotView, row: number, index: number): RowDifference[] {
  const tool = (slot.reference ?? slot.prediction)?.tool ?? '';
  if (slot.kind !== 'changed') {
    const place = { row, slot: index, path: undefined };
    return [{ name: texts.call(slot.kind, tool), place }];
  }
  return slot.differences.map((difference) => {
    const { path } = difference;
    const isNumberAsText = isNumberInQuotes(difference);
    return {
      name: texts.argument(tool, path),
      place: { row, slot: index, path },
      argument: { tool, pattern: patternOf(path), isNumberAsText },
    };
  });
}
