import type { ComputedMetric } from '#core/score/metric/metric.ts';
import { scoreTexts } from '#core/score/metric/scorer.ts';

/** 1 when the response is the expected answer, character by character. */
export const exactMatch: ComputedMetric = {
  id: 'exact_match',
  title: 'Answer exact match',
  short: 'same',
  definition: 'The response is the expected answer, character by character.',
  formula: '1 if response = reference, else 0',
  source: 'Gen AI evaluation service',
  origin: 'vertex',
  group: 'response',
  scale: 'binary',
  better: 'higher',
  needs: ['response', 'reference'],
  score: scoreTexts(({ pair }) => (pair.response === pair.reference ? 1 : 0)),
  example: {
    row: { response: 'Booked.', reference: 'Booked' },
    working: 'The full stop makes them different texts.',
    score: 0,
  },
  exports: { promptfoo: { type: 'equals' } },
};
