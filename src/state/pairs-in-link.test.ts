import { describe, expect, it } from 'vitest';
import type { RunComparison } from './comparison.svelte.ts';
import { showPairs, writePairs, type PairParams } from './pairs-in-link.ts';

const NONE: PairParams = { of: '', rows: '', pass: '', scores: '' };

/** A comparison of three runs in one metric, as far as links know it. */
function comparison() {
  const result = { metrics: [{ columnId: 'a,b' }] } as unknown as RunComparison['results'][number];
  return {
    focus: 0,
    filter: 'all' as RunComparison['filter'],
    passCell: undefined as RunComparison['passCell'],
    scoreBox: undefined as RunComparison['scoreBox'],
    results: [result, result],
    result,
    show(filter: RunComparison['filter']) {
      this.filter = filter;
    },
  };
}

describe('what is shown of a comparison, in its link', () => {
  it.each([
    [NONE],
    [{ ...NONE, of: '2', rows: 'regressed' }],
    [{ ...NONE, rows: 'only candidate' }],
    [{ ...NONE, pass: 'onlyBaseline,a,b', rows: 'same' }],
    [{ ...NONE, scores: '0,0.5,0.25,1,a,b' }],
  ])('%o is read as it was written', (params) => {
    const shown = comparison();
    showPairs(params, shown);
    expect(writePairs(shown)).toEqual(params);
  });

  it.each([
    [{ ...NONE, of: '9' }],
    [{ ...NONE, of: 'x' }],
    [{ ...NONE, rows: 'toString' }],
    [{ ...NONE, pass: 'both,other' }],
    [{ ...NONE, pass: 'toString,a,b' }],
    [{ ...NONE, scores: '0,1,0,1' }],
    [{ ...NONE, scores: '0,1,0,1,other' }],
  ])('%o fits nothing and is left out', (params) => {
    const shown = comparison();
    showPairs(params, shown);
    expect(writePairs(shown)).toEqual(NONE);
  });
});
