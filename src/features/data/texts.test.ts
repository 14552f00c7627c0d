import { describe, expect, it } from 'vitest';
import { pairEachWay, type PairKeys } from '#core/read/dataset/pair-sides.ts';
import type { Proposal } from '#core/read/dataset/pair-sides.ts';
import { describePairing, pairingOptions } from './texts.ts';

function proposal(predictions: PairKeys, references: PairKeys, more: Partial<Proposal> = {}) {
  return {
    ...{ added: 'expected.csv', isTakenAsOther: false, skipped: 0 },
    predictionCount: predictions.ids.length,
    referenceCount: references.ids.length,
    ...{ pairings: pairEachWay(predictions, references), ...more },
  } satisfies Proposal;
}

const keys = (ids: readonly number[], prompts: readonly number[] = ids): PairKeys => ({
  ids: Float64Array.from(ids),
  paths: Float64Array.from(ids),
  files: Float64Array.from(ids),
  prompts: Float64Array.from(prompts),
});

it('pairingOptions names each way with its number of pairs', () => {
  const options = pairingOptions(proposal(keys([1, 2, 3], [7, 8, 9]), keys([2, 1, 4], [5, 6, 7])));
  expect(options).toEqual([
    { value: 'id', label: 'Id: 2' },
    { value: 'prompt', label: 'Prompt: 1' },
    { value: 'order', label: 'Order: 3' },
  ]);
});

describe('describePairing', () => {
  it('counts what is paired and what stays alone', () => {
    expect(describePairing(proposal(keys([1, 2, 3]), keys([2, 1, 4])), 'id')).toEqual([
      '2 of 3 called and 3 expected rows paired by id.',
      '1 row without expected calls.',
      '1 row without calls of the agent.',
      'Unpaired rows are kept, without a score.',
    ]);
  });

  it('warns of what stands in no other file, of order, and of files that differ in length', () => {
    expect(describePairing(proposal(keys([1]), keys([2])), 'id')).toContain(
      'No id is in both files.',
    );
    expect(describePairing(proposal(keys([1, 2]), keys([1])), 'order')).toEqual([
      '1 of 2 called and 1 expected row paired by order.',
      '1 row without expected calls.',
      'Unpaired rows are kept, without a score.',
      'Rows are paired by position, whatever they contain: check the pairs below.',
      'The files differ in length.',
    ]);
  });

  it('says what else was found in the added file', () => {
    const found = proposal(keys([1, 1]), keys([1, 1]), { isTakenAsOther: true, skipped: 2 });
    const [, ...others] = describePairing(found, 'id');
    expect(others[0]).toBe('2 rows with the id of an earlier one: such rows are paired in order.');
    expect(others.slice(1)).toEqual([
      'The calls in “expected.csv” were read as the other trajectory and are used for this one.',
      '2 records of “expected.csv” could not be read.',
    ]);
  });
});
