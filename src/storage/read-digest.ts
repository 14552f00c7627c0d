import type { LabelCount } from '#core/scoring/scored-columns.ts';
import type { KeptDigest } from '#core/summary/digest.ts';
import type { Headline, HeadlinePart } from '#core/summary/headline.ts';
import type { FilterCounts } from '#core/view/count-filters.ts';
import { isCount, isListOf, isOneOf, isShape, isText, type Guard } from './shape.ts';

const isLabelCount = isShape<LabelCount>({ name: isText, count: isCount });

const isHeadline = isShape<Headline>({
  parts: isListOf(
    isShape<HeadlinePart>({ text: isText, style: isOneOf(['plain', 'strong', 'code']) }),
  ),
  note: isText,
});

const isFailing: Guard<FilterCounts['failing']> = (value): value is FilterCounts['failing'] =>
  typeof value === 'object' && value !== null && Object.values(value).every(isCount);

/** Tells whether a stored value is what is kept of a run's digest. */
export const isDigest: Guard<KeptDigest> = isShape<KeptDigest>({
  headline: isHeadline,
  counts: isShape<FilterCounts>({
    failing: isFailing,
    notEvaluated: isCount,
    unreadable: isCount,
    agentFailed: isCount,
  }),
  tools: isListOf(isLabelCount),
  causes: isListOf(isLabelCount),
  causeCount: isCount,
});
