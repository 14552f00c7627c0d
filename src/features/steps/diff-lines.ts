import type { DifferenceView } from '#core/explain/row/call-view.ts';
import type { RowDetail, SlotView } from '#core/explain/row/row-detail.ts';
import { diffLines as texts } from './texts.ts';

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

/** The tool of each call of an alignment that may be folded; one that breaks a rule is to be seen. */
export function foldedNames(slots: readonly SlotView[]): readonly (string | undefined)[] {
  return slots.map(({ kind, breaks, reference }) =>
    kind === 'equal' && !breaks ? (reference?.tool ?? '') : undefined,
  );
}

const FEW = 20;

/**
 * Tells which runs are unfolded at first: none, but where every call is equal a short run is all
 * there is to see.
 * @param slots the alignment
 * @param found a slot that is to be seen, −1 for none
 */
export function openAtFirst(slots: readonly SlotView[], found = -1): ReadonlySet<number> {
  if (slots.length <= FEW && slots.every(({ kind }) => kind === 'equal'))
    return new Set(slots.keys());
  const names = foldedNames(slots);
  if (names[found] === undefined) return new Set();
  let start = found;
  while (names[start - 1] !== undefined) start--;
  return new Set([start]);
}

/**
 * Finds the other place of a moved call.
 * @param slots the alignment
 * @param index a slot
 * @returns its index, −1 where there is none
 */
export function otherPlace(slots: readonly SlotView[], index: number): number {
  const slot = slots[index];
  if (slot?.kind !== 'moved') return -1;
  return slots.findIndex(
    (other) =>
      other.kind === 'moved' &&
      other.at !== slot.at &&
      other.reference?.place === slot.reference?.place,
  );
}

/** How many differing arguments a changed call lists at most, see row-detail.ts. */
const DIFFERENCES_LISTED = 50;

/**
 * Says how many arguments of a changed call are equal.
 * @param slot a changed slot
 * @returns e.g. `1 equal argument`; empty for none, or where not all differences are known
 */
export function describeEqualArguments({ equalArguments, differences }: SlotView): string {
  if (equalArguments === 0 || differences.length >= DIFFERENCES_LISTED) return '';
  return texts.equalArguments(equalArguments);
}

/** Whether a changed call may differ in more places than are listed. */
export function hasMoreDifferences({ differences }: SlotView): boolean {
  return differences.length >= DIFFERENCES_LISTED;
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
  side: 'reference' | 'prediction',
  state: RowDetail['preview']['referenceState'],
  calls: number,
): string {
  if (state === 'missing') return texts.notRecorded(side);
  return state === 'unreadable' ? texts.unreadable(side) : texts.calls(side, calls);
}

/** Whether both sides have a list of calls, empty ones included. */
export function isAligned({ preview }: RowDetail): boolean {
  return [preview.referenceState, preview.predictionState].every(
    (state) => state === 'list' || state === 'empty',
  );
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
