import { boundText } from '#core/base/text/sentence.ts';
import type { Step } from '#core/calls/step.ts';
import { searchSteps as searchIn, textOfStep, type StepPart } from './step-text.ts';
import { viewSteps, type StepsView } from './step-view.ts';
import { stepsOfRow as stepsIn } from '#core/explain/row/align-row.ts';
import type { AlignedRecord, HeldRuns } from '#workers/held-run.ts';

/** Letters of a text that are shown at most, where all of it is asked for. */
const WHOLE_TEXT = 200_000;

/** Steps as they travel: as texts of JSON, which a page takes one by one without being held up. */
export interface WrittenSteps extends Omit<StepsView, 'items'> {
  readonly parts: readonly string[];
}

const PART_STEPS = 400;

/** Reads a row's steps with the calls that they are aligned with. */
export async function stepsOfRow(runs: HeldRuns, row: number): Promise<WrittenSteps | undefined> {
  const found = await readRow(runs, row);
  if (!found) return undefined;
  const { items, ...about } = viewSteps(found.steps, found.aligned);
  const parts = Array.from({ length: Math.ceil(items.length / PART_STEPS) }, (_, part) =>
    JSON.stringify(items.slice(part * PART_STEPS, (part + 1) * PART_STEPS)),
  );
  return { ...about, parts };
}

/** Reads one part of a step in full. */
export async function stepText(
  runs: HeldRuns,
  { row, number, part }: { readonly row: number; readonly number: number; readonly part: StepPart },
): Promise<string | undefined> {
  const step = (await readRow(runs, row))?.steps[number - 1];
  const text = step && textOfStep(step, part);
  return text === undefined ? undefined : boundText(text, WHOLE_TEXT);
}

/** Finds the steps of a row that hold a text, by their numbers. */
export async function searchSteps(
  runs: HeldRuns,
  { row, text }: { readonly row: number; readonly text: string },
): Promise<readonly number[]> {
  return searchIn((await readRow(runs, row))?.steps ?? [], text);
}

async function readRow(
  [run]: HeldRuns,
  row: number,
): Promise<(AlignedRecord & { readonly steps: readonly Step[] }) | undefined> {
  const [found] = await run.alignRows([row]);
  return found && { ...found, steps: stepsIn(found.record, run.source.roles) };
}
