import type { StepView } from './step-view.ts';

/** What a step looks like from far away, the worst first. */
export const MINI_MARKS = [
  'error',
  'missing',
  'changed',
  'extra',
  'moved',
  'equal',
  'called',
  'user',
  'message',
] as const;

/** One of {@link MINI_MARKS}. */
export type MiniMark = (typeof MINI_MARKS)[number];

/** A cell of the minimap: the lines it stands for, and the worst of their marks. */
export interface MiniCell {
  readonly first: number;
  /** The line after the last. */
  readonly end: number;
  readonly mark: MiniMark;
}

/** The mark of a line: an error before how the call stands to the reference. */
export function markOf(item: StepView): MiniMark {
  if (item.kind === 'message') return item.role === 'user' ? 'user' : 'message';
  if (item.kind === 'missing') return item.slot.isSkipped === true ? 'called' : 'missing';
  if (item.error) return 'error';
  return item.slot?.kind ?? 'called';
}

/**
 * Sums up lines in a number of cells.
 * @param marks one a line
 * @param most cells at most, 1 or more
 * @returns cells in order that cover every line once, each with the worst mark in it; none for no lines
 */
export function binMarks(marks: readonly MiniMark[], most: number): readonly MiniCell[] {
  const count = Math.min(marks.length, Math.max(1, Math.floor(most)));
  return Array.from({ length: count }, (_, cell) => {
    const first = Math.floor((cell * marks.length) / count);
    const end = Math.floor(((cell + 1) * marks.length) / count);
    const ranks = marks.slice(first, end).map((mark) => MINI_MARKS.indexOf(mark));
    return { first, end, mark: MINI_MARKS[Math.min(...ranks)] as MiniMark };
  });
}
