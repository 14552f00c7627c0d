import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinRows, pairRows, proposePairing, type PairBy } from './pair-rows.ts';

describe('pairRows', () => {
  it('pairs by id whatever the order, as text or number', () => {
    const pairing = pairRows([{ id: 1 }, { id: 'x' }, {}], [{ id: 'y' }, { id: '1 ' }], 'id');
    expect(pairing).toEqual({
      by: 'id',
      pairs: [{ prediction: 0, reference: 1 }],
      alonePredictions: [1, 2],
      aloneReferences: [0],
      repeated: 0,
    });
  });

  it('pairs the same prompt in order, and counts it', () => {
    const rows = [{ prompt: 'a' }, { prompt: 'a' }];
    expect(pairRows(rows, rows, 'prompt')).toMatchObject({
      pairs: [
        { prediction: 0, reference: 0 },
        { prediction: 1, reference: 1 },
      ],
      repeated: 2,
    });
  });

  it('uses every row once', () => {
    const row = fc.record({
      id: fc.constantFrom(null, 1, 2, '2', '__proto__'),
      prompt: fc.string({ maxLength: 1 }),
    });
    const rows = fc.array(row, { maxLength: 12 });
    fc.assert(
      fc.property(rows, rows, fc.constantFrom<PairBy>('id', 'prompt', 'order'), (a, b, by) => {
        const { pairs, alonePredictions, aloneReferences } = pairRows(a, b, by);
        const predictions = [...pairs.map(({ prediction }) => prediction), ...alonePredictions];
        const references = [...pairs.map(({ reference }) => reference), ...aloneReferences];
        expect(predictions.sort((x, y) => x - y)).toEqual([...a.keys()]);
        expect(references.sort((x, y) => x - y)).toEqual([...b.keys()]);
        expect(joinRows(a, b, pairRows(a, b, by))).toHaveLength(a.length);
      }),
    );
  });
});

describe('proposePairing', () => {
  it.each([
    [[{ id: 1 }, { id: 2 }], [{ id: 2 }, { id: 1 }], 'id'],
    [[{ id: 1, prompt: 'a' }], [{ id: 9, prompt: 'a' }], 'prompt'],
    [[{ prompt: 'a' }], [{ prompt: 'b' }], 'order'],
    [[{ prompt: 'a' }], [{ prompt: 'b' }, { prompt: 'c' }], undefined],
    [[], [{ id: 1 }], undefined],
  ])('%j with %j is by %s', (predictions, references, by) => {
    expect(proposePairing(predictions, references)?.by).toBe(by);
  });
});

describe('joinRows', () => {
  it('keeps the prediction’s cells, fills its gaps, and trusts the reference file on references', () => {
    const predictions = [{ id: 1, prompt: 'mine', note: null, reference: 'old' }, { id: 2 }];
    const references = [
      { id: '1', prompt: 'theirs', note: 'n', reference: 'new', reference_trajectory: [] },
    ];
    const pairing = pairRows(predictions, references, 'id');
    expect(joinRows(predictions, references, pairing)).toEqual([
      { id: 1, prompt: 'mine', note: 'n', reference: 'new', reference_trajectory: [] },
      { id: 2 },
    ]);
  });
});
