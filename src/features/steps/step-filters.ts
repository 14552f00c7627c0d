import type { StepsView, StepView } from './step-view.ts';

/** Which steps of a row are looked at. */
export type StepFilter = 'all' | 'calls' | 'differs' | 'errors';

/** Whether a step is one of those. */
export const STEP_FILTERS: Readonly<Record<StepFilter, (item: StepView) => boolean>> = {
  all: () => true,
  calls: ({ kind }) => kind !== 'message',
  differs: (item) =>
    item.kind !== 'message' &&
    item.slot !== undefined &&
    item.slot.kind !== 'equal' &&
    item.slot.isSkipped !== true,
  errors: (item) => item.kind === 'call' && item.error !== undefined,
};

/** How many steps each filter leaves: of all and of the calls, those that were made. */
export function countSteps({ items, stepCount }: StepsView): Readonly<Record<StepFilter, number>> {
  const { differs, errors } = STEP_FILTERS;
  return {
    all: stepCount,
    calls: items.filter(({ kind }) => kind === 'call').length,
    differs: items.filter(differs).length,
    errors: items.filter(errors).length,
  };
}

/**
 * The tool of a step that may be folded, an empty text for a message that says nothing; undefined
 * for what is to be seen: what differs, failed or makes up for that, or is marked.
 */
export function foldedName(
  item: StepView,
  isMarked: (number: number) => boolean,
): string | undefined {
  if (item.kind === 'message') return item.text.text === '' ? '' : undefined;
  if (item.kind === 'missing' || isMarked(item.number)) return undefined;
  const isPlain = item.slot?.kind === 'equal' && !item.error && item.recovers === undefined;
  return isPlain ? item.tool : undefined;
}
