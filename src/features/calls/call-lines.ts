import type { RowDetail, SlotView } from '#core/explain/row/row-detail.ts';
import type { DifferenceView } from '#core/explain/row/call-view.ts';
import type { CallLine } from '#core/explain/row/runs-detail.ts';
import { callLines as texts, type Side } from './texts.ts';

/** A line of a list of calls: an item, or the head of a run of equal calls. */
export type ListLine =
  | { readonly type: 'item'; readonly index: number }
  | {
      readonly type: 'fold';
      /** Index of the run's first item. */
      readonly index: number;
      /** How many calls it has. */
      readonly count: number;
      readonly names: string;
      readonly isOpen: boolean;
    };

const NAMES_SHOWN = 12;

/**
 * Lists the lines to show: runs of equal calls are one line unless they are unfolded.
 * @param names the tool of each equal call, an empty text for what goes with such calls, undefined
 *   for what is to be seen
 * @param open first items of the runs that are unfolded
 * @param fewest a run of fewer calls is no line of its own
 */
export function listLines(
  names: readonly (string | undefined)[],
  open: ReadonlySet<number>,
  fewest = 1,
): ListLine[] {
  const lines: ListLine[] = [];
  for (let index = 0; index < names.length;) {
    const end = Math.max(index + 1, endOfRun(names, index));
    const calls = names.slice(index, end).filter((name) => name !== undefined && name !== '');
    const isRun = calls.length >= fewest;
    const isOpen = open.has(index);
    if (isRun) {
      const shown = calls.slice(0, NAMES_SHOWN).join(', ');
      const more = calls.length > NAMES_SHOWN ? ', …' : '';
      lines.push({ type: 'fold', index, count: calls.length, names: shown + more, isOpen });
    }
    if (!isRun || isOpen) for (let i = index; i < end; i++) lines.push({ type: 'item', index: i });
    index = end;
  }
  return lines;
}

/** The item after the last call of a run: what came before the next call belongs to that. */
function endOfRun(names: readonly (string | undefined)[], from: number): number {
  let end = from;
  while (names[end] !== undefined) end++;
  while (end > from && names[end - 1] === '') end--;
  return end;
}

/** The line of an item: its own, or that of the run in which it is folded; −1 for none. */
export function lineOfItem(lines: readonly ListLine[], item: number): number {
  const own = lines.findIndex(({ type, index }) => type === 'item' && index === item);
  return own >= 0 ? own : lines.findLastIndex(({ index }) => index <= item);
}

/** The tool of each line that may be folded: its calls are equal, none failed or breaks a rule. */
export function foldedNames(lines: readonly CallLine[]): readonly (string | undefined)[] {
  return lines.map(({ slots }) => {
    const isPlain = slots.every(
      (slot) =>
        !slot || (slot.kind === 'equal' && !slot.breaks && slot.prediction?.error === undefined),
    );
    return isPlain ? slots.find((slot) => slot)?.reference?.tool : undefined;
  });
}

const FEW = 20;

/**
 * Tells which runs are unfolded at first: none, but where every call is equal a short run is all
 * there is to see.
 * @param names the tool of each call that may be folded
 * @param found a line that is to be seen, −1 for none
 */
export function openAtFirst(
  names: readonly (string | undefined)[],
  found = -1,
): ReadonlySet<number> {
  if (names.length <= FEW && !names.includes(undefined)) return new Set(names.keys());
  if (names[found] === undefined) return new Set();
  return new Set([names.lastIndexOf(undefined, found) + 1]);
}

/**
 * Finds the other place of a moved call.
 * @param lines the calls of a row
 * @param slot one that a run moved
 * @param run the place of the run
 * @returns the index of its line, −1 when absent
 */
export function otherPlace(lines: readonly CallLine[], slot: SlotView, run: number): number {
  return lines.findIndex(({ slots }) => {
    const other = slots[run];
    return (
      other?.kind === 'moved' &&
      other.at !== slot.at &&
      other.reference?.place === slot.reference?.place
    );
  });
}

/**
 * What is expected at a line, with the differences of each run; the number of equal arguments is
 * given where only one run differs.
 */
export function expectedAt({ slots }: CallLine): SlotView | undefined {
  const changed = slots.flatMap((slot) => (slot?.kind === 'changed' ? slot : []));
  const [first, ...others] = changed;
  if (!first || others.length === 0)
    return first ?? slots.find((slot) => slot?.reference) ?? undefined;
  const byPath = new Map(
    changed.flatMap(({ differences }) => differences.map((one) => [one.path, one] as const)),
  );
  return { ...first, equalArguments: 0, differences: [...byPath.values()] };
}

/** Says how many arguments of a changed call are equal; empty for none. */
export function describeEqualArguments({ equalArguments }: SlotView): string {
  return equalArguments === 0 ? '' : texts.equalArguments(equalArguments);
}

/**
 * Counts a row's calls in words.
 * @param detail the row
 * @returns e.g. `6 expected, 6 called: 3 equal, 1 changed, 1 missing, 1 extra, 1 moved`
 */
export function describeCounts(detail: RowDetail): string {
  const { preview, referenceCalls, predictionCalls, slots, slotsLeft } = detail;
  const { referenceState, predictionState } = preview;
  if (referenceState === 'empty' && predictionState === 'empty') return texts.bothEmpty;
  const sides = [
    sideInWords('reference', referenceState, referenceCalls),
    sideInWords('prediction', predictionState, predictionCalls),
  ].join(', ');
  // without both sides nothing is aligned, and a part of the slots gives no totals
  if (!isAligned(detail) || slotsLeft > 0) return sides;
  const kinds = ['equal', 'changed', 'missing', 'extra', 'moved'] as const;
  const counts = kinds.map((kind) => {
    const count = slots.filter(
      (slot) => slot.kind === kind && slot.at !== 'prediction' && slot.isSkipped !== true,
    ).length;
    return count > 0 ? texts.ofKind(count, kind) : '';
  });
  const skipped = slots.filter(({ isSkipped }) => isSkipped === true).length;
  if (skipped > 0) counts.push(texts.skippedCalls(skipped));
  return `${sides}: ${counts.filter((count) => count !== '').join(', ')}`;
}

function sideInWords(
  side: Side,
  state: RowDetail['preview']['referenceState'],
  calls: number,
): string {
  if (state === 'missing') return texts.notRecorded(side);
  return state === 'unreadable' ? texts.unreadable(side) : texts.calls(side, calls);
}

/** The sides of a row that have a list of calls, empty ones included. */
export function knownSides({ preview }: Pick<RowDetail, 'preview'>): readonly Side[] {
  return (['reference', 'prediction'] as const).filter((side) =>
    ['list', 'empty'].includes(preview[`${side}State`]),
  );
}

/** Whether both sides have one. */
export function isAligned(detail: RowDetail): boolean {
  return knownSides(detail).length === 2;
}

/** Whether there is something to accept into the reference: what was made is known, and differs. */
export function differsAnywhere({ preview, slots }: RowDetail): boolean {
  const { referenceState, predictionState } = preview;
  const isMade = predictionState === 'list' || predictionState === 'empty';
  return (
    isMade &&
    referenceState !== 'unreadable' &&
    slots.some(({ kind, isSkipped }) => kind !== 'equal' && isSkipped !== true)
  );
}

/** What stands at the right edge of the two sides of a differing argument. */
export interface DifferenceNotes {
  readonly reference: string;
  readonly prediction: string;
}

/**
 * Says what the two values of an argument do not show by themselves: their types where these
 * differ, the Unicode form of strings that look alike, and that what differs was cut off.
 * @param difference a differing argument
 */
export function noteDifference(difference: DifferenceView): DifferenceNotes {
  const { reference, prediction, referenceType, predictionType } = difference;
  if (reference === null || prediction === null) return { reference: '', prediction: '' };
  if (referenceType !== predictionType)
    return { reference: referenceType, prediction: predictionType };
  if (reference === prediction) {
    const note = reference.endsWith('…') ? texts.differsLater : '';
    return { reference: note, prediction: note };
  }
  if (reference.normalize() !== prediction.normalize()) return { reference: '', prediction: '' };
  return { reference: formOf(reference), prediction: formOf(prediction) };
}

/** Whether one side has a number, and the other one the same number as a string. */
export function isNumberInQuotes(difference: DifferenceView): boolean {
  const { reference, prediction, referenceType, predictionType } = difference;
  const number = referenceType === 'number' ? reference : prediction;
  const text = referenceType === 'number' ? prediction : reference;
  const isPair = [referenceType, predictionType].sort().join() === 'number,string';
  return isPair && number !== null && text === `"${number}"`;
}

function formOf(text: string): string {
  return text === text.normalize() ? texts.composed : texts.decomposed;
}
