import { countOf } from '#components/ui/format-number.ts';
import type { CandidateChoice, Segment } from '#core/adapters/adapter.ts';
import type { Candidate } from '#core/adapters/candidates.ts';
import type { Side } from '#core/adapters/reading.ts';

/** What a list is taken for. */
export type ListSide = Side | 'none';

/** A list as it is shown: where it stands, and what is in it. */
export function listFacts({ path, lists, calls, isNamesOnly, side }: Candidate): {
  path: string;
  facts: string;
} {
  const facts = [
    countOf(lists, 'list'),
    isNamesOnly ? `${countOf(calls, 'name')} without arguments` : countOf(calls, 'call'),
    side !== 'unknown' && `its name speaks for a ${side === 'predicted' ? 'prediction' : side}`,
  ].filter((fact) => fact !== false);
  // the first step leads into the file and says nothing
  return { path: path.replace(/^\[\]\.?/, '') || 'the whole file', facts: facts.join(' · ') };
}

/** What a list is taken for now. */
export function sideOfList(
  { predicted, reference }: CandidateChoice,
  { segments }: Candidate,
): ListSide {
  if (predicted && isSameWay(predicted, segments)) return 'predicted';
  return reference && isSameWay(reference, segments) ? 'reference' : 'none';
}

/** The choice once a list is taken for a side: a side has one list, and a list one side. */
export function takeList(
  { predicted, reference }: CandidateChoice,
  { segments }: Candidate,
  side: ListSide,
): CandidateChoice {
  const isOther = (way: readonly Segment[] | undefined): boolean =>
    way !== undefined && !isSameWay(way, segments);
  return {
    ...(predicted && isOther(predicted) && { predicted }),
    ...(reference && isOther(reference) && { reference }),
    ...(side !== 'none' && { [side]: segments }),
  };
}

function isSameWay(a: readonly Segment[], b: readonly Segment[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
