import type { CallView } from '#core/row/call-view.ts';
import type { RowDetail, SlotView } from '#core/row/row-detail.ts';
import { equalArgumentsInWords, isAligned, noteDifference } from './diff-lines.ts';

/** A line of both trajectories as one list: on both sides, only expected, or only made. */
export interface UnifiedLine {
  readonly mark: ' ' | '−' | '+';
  /** What the mark says. */
  readonly word: string;
  /** The tool's name; empty in the line of an argument. */
  readonly tool: string;
  /** Arguments, or the path of one argument and its value. */
  readonly text: string;
  /** Set in the text's own words behind it; may be empty. */
  readonly note: string;
}

/**
 * Lists a row's calls as one text, as a diff does: the reference's lines, and those of the
 * prediction where they differ.
 * @param detail the row
 * @returns the lines in order; a changed call has one line, and one for each value of its arguments
 */
export function unifiedLines(detail: RowDetail): UnifiedLine[] {
  const aligned = isAligned(detail);
  return detail.slots.flatMap((slot) => linesOf(slot, aligned));
}

function linesOf(slot: SlotView, aligned: boolean): UnifiedLine[] {
  const { kind, reference, prediction, at } = slot;
  if (kind === 'changed' && reference) {
    const note = equalArgumentsInWords(slot);
    return [
      { mark: ' ', word: 'changed', tool: reference.tool, text: '', note },
      ...slot.differences.flatMap((difference) => {
        const path = difference.path === '' ? 'input' : difference.path;
        const notes = noteDifference(difference);
        const side = (mark: '−' | '+', value: string | null, note: string): UnifiedLine => {
          const word = mark === '−' ? 'expected' : 'made';
          return { mark, word, tool: '', text: `${path} ${value ?? 'absent'}`, note };
        };
        return [
          side('−', difference.reference, notes.reference),
          side('+', difference.prediction, notes.prediction),
        ];
      }),
    ];
  }
  if (slot.isSkipped === true && reference) return [lineOf(' ', 'optional, skipped', reference)];
  if (kind === 'equal' && reference) return [lineOf(' ', 'equal', reference)];
  if (kind === 'moved') {
    if (at !== 'prediction' && reference)
      return [lineOf('−', 'moved', reference, `made as call ${placeOf(prediction)}`)];
    if (prediction)
      return [lineOf('+', 'moved', prediction, `expected as call ${placeOf(reference)}`)];
  }
  return [
    ...(reference ? [lineOf('−', aligned ? 'missing' : 'expected', reference)] : []),
    ...(prediction ? [lineOf('+', aligned ? 'extra' : 'made', prediction)] : []),
  ];
}

function lineOf(mark: UnifiedLine['mark'], word: string, call: CallView, note = ''): UnifiedLine {
  return { mark, word, tool: call.tool, text: call.input, note };
}

function placeOf(call: CallView | null): string {
  return call ? String(call.place) : '?';
}
