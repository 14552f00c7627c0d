import { describe, expect, it } from 'vitest';
import {
  PairKeyReader,
  type PairKeys,
  pairEachWay,
  type Proposal,
} from '#core/read/dataset/pair-sides.ts';
import { describePairing, pairingOptions } from './texts.ts';

function proposal(predictions: PairKeys, references: PairKeys, more: Partial<Proposal> = {}) {
  return {
    ...{ added: 'expected.csv', isTakenAsOther: false, skipped: 0, columns: [] },
    predictionCount: predictions.rowCount,
    referenceCount: references.rowCount,
    ...{ pairings: pairEachWay(predictions, references), ...more },
  } satisfies Proposal;
}

const keys = (ids: readonly number[], prompts: readonly number[] = ids): PairKeys => {
  const reader = new PairKeyReader(ids.length, { id: 'id', prompt: 'prompt' });
  for (const [at, id] of ids.entries()) reader.add({ id, prompt: prompts[at] ?? '' }, at);
  return reader.finish();
};

it('pairingOptions names each way with its number of pairs; order only for files that are as long', () => {
  const [one, other] = [keys([1, 2, 3], [7, 8, 9]), keys([2, 1, 4], [5, 8, 6])];
  const options = [
    { value: 'id', label: 'Id: 2' },
    { value: 'prompt', label: 'Prompt: 1' },
  ];
  expect(pairingOptions(proposal(one, other))).toEqual([
    ...options,
    { value: 'order', label: 'Order: 3' },
  ]);
  expect(pairingOptions(proposal(one, keys([2, 1], [5, 8])))).toEqual(options);
});

describe('describePairing', () => {
  it('warns of what stands in no other file, of order, and where nothing pairs', () => {
    const apart = proposal(keys([1]), keys([2]), { columns: ['id', 'prompt'] });
    expect(describePairing(apart, 'id')).toContain('No id is in both files.');
    expect(describePairing(apart, 'order')).toEqual([
      'By position, whatever the rows contain: check the pairs below.',
      '1 of 1 called and 1 expected row paired by order.',
    ]);
    expect(describePairing(apart, undefined)).toEqual([
      'No row is paired with “expected.csv”.',
      expect.stringContaining('None of its columns (id, prompt) has the id, file or prompt'),
    ]);
  });

  it('says what else was found in the added file', () => {
    const found = proposal(keys([1, 1]), keys([1]), { isTakenAsOther: true, skipped: 2 });
    const [, ...others] = describePairing(found, 'id');
    expect(others[0]).toBe('1 row with the id of an earlier one: the same calls are expected.');
    expect(others.slice(1)).toEqual([
      'The calls in “expected.csv” were read as the other trajectory and are used for this one.',
      '2 records of “expected.csv” could not be read.',
    ]);
  });
});
