import type { Side } from './barcode.ts';
import { barcode as words, callMarks } from './texts.ts';

/** The barcode in words: "3 equal, 1 changed, 1 moved". A move counts once, not per half. */
export function describeBarcode(slots: string, reference: Side, prediction: Side): string {
  const count = (slot: string): number => slots.split(slot).length - 1;
  if (reference === 'missing' && prediction === 'missing') return words.nothingRecorded;
  if (reference === 'empty' && prediction === 'empty') return words.noCalls;
  if (prediction === 'missing' && reference === 'list') {
    return `${words.referenceCalls(slots.length)}, ${words.predictionMissing}`;
  }
  if (reference === 'missing' && prediction === 'list') {
    return `${words.predictedCalls(slots.length)}, ${words.referenceMissing}`;
  }
  const counts: readonly (readonly [number, string])[] = [
    [count('='), callMarks.equal],
    [count('~'), callMarks.changed],
    [count('-'), callMarks.missing],
    [count('+'), callMarks.extra],
    [Math.max(count('<'), count('>')), callMarks.moved],
  ];
  const sides: readonly (string | false)[] = [
    reference === 'empty' && words.referenceEmpty,
    reference === 'missing' && words.referenceMissing,
    prediction === 'empty' && words.predictionEmpty,
    prediction === 'missing' && words.predictionMissing,
  ];
  return [
    ...counts.filter(([n]) => n > 0).map(([n, word]) => `${n} ${word}`),
    ...sides.filter((side) => side !== false),
  ].join(', ');
}
