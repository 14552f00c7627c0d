import type { Side } from '#core/read/framework/adapter.ts';
import type { PairBy } from '#core/read/choices/reading-choices.ts';
import type { Proposal } from './other-side.svelte.ts';
import { countOf, formatCount } from '#ui/format-number.ts';

/** What the calls of a side are called. */
export const SIDE_NAMES: Readonly<Record<Side, string>> = {
  predicted: 'predictions',
  reference: 'references',
};

const WAY_NAMES: Readonly<Record<PairBy, string>> = { id: 'Id', prompt: 'Prompt', order: 'Order' };

/** The ways to pair two files, each with the number of pairs. */
export function pairingOptions({ pairings }: Proposal): { value: PairBy; label: string }[] {
  return (['id', 'prompt', 'order'] as const).map((value) => ({
    value,
    label: `${WAY_NAMES[value]}: ${formatCount(pairings[value].baselineRows.length)}`,
  }));
}

/** Says what a way pairs, what it leaves alone and what else a person should know before taking it. */
export function describePairing(proposal: Proposal, by: PairBy): string[] {
  const { added, isTakenAsOther, skipped, predictionCount, referenceCount, pairings } = proposal;
  const { baselineRows, onlyBaseline, onlyCandidate, duplicates } = pairings[by];
  const paired = baselineRows.length;
  const alone = onlyBaseline.length + onlyCandidate.length;
  const sentences = [
    `${formatCount(paired)} of ${countOf(predictionCount, 'prediction')} and ${countOf(referenceCount, 'reference')} paired by ${by}.`,
    paired === 0 && by !== 'order' && `No ${by} is in both files.`,
    onlyBaseline.length > 0 && `${countOf(onlyBaseline.length, 'prediction')} without a reference.`,
    onlyCandidate.length > 0 &&
      `${countOf(onlyCandidate.length, 'reference')} without a prediction.`,
    alone > 0 && 'Unpaired rows are kept and not scored.',
    by === 'order' && 'Rows are paired by position, whatever they contain: check the pairs below.',
    by === 'order' && alone > 0 && 'The files differ in length.',
    duplicates > 0 &&
      `${countOf(duplicates, 'row')} with the ${by} of an earlier one: such rows are paired in order.`,
    isTakenAsOther &&
      `The calls in “${added}” were read as the other trajectory and are used for this one.`,
    skipped > 0 && `${countOf(skipped, 'record')} of “${added}” could not be read.`,
  ];
  return sentences.filter((sentence) => sentence !== false);
}
