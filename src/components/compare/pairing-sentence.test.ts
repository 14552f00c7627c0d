import { expect, it } from 'vitest';
import { groupByChange } from '#core/compare/changes.ts';
import type { Comparison } from '#core/compare/compare-runs.ts';
import { DEFAULT_SETTINGS } from '#core/metrics/registry.ts';
import { sayPairing } from './pairing-sentence.ts';

function comparison(pairs: number, about: Partial<Comparison> = {}): Comparison {
  return {
    pairedBy: 'id',
    baselineRows: new Uint32Array(pairs),
    candidateRows: new Uint32Array(pairs),
    onlyBaseline: new Uint32Array(),
    onlyCandidate: new Uint32Array(),
    duplicates: 0,
    partners: new Int32Array(pairs),
    ...groupByChange(new Uint8Array(pairs)),
    metrics: [],
    onlyInBaseline: [],
    onlyInCandidate: [],
    ...about,
  };
}

const USUAL = { settings: DEFAULT_SETTINGS };
const say = (run: Comparison) => sayPairing(run, USUAL, USUAL);

it('has no warning when every row has its pair', () => {
  expect(say(comparison(18))).toEqual({ text: 'paired on id: 18 of 18 rows', warnings: [] });
  expect(say(comparison(1, { pairedBy: 'prompt and reference' })).text).toBe(
    'paired on prompt and reference: 1 of 1 row',
  );
});

it('counts the rows without a pair', () => {
  const unpaired = { onlyBaseline: new Uint32Array(2), onlyCandidate: new Uint32Array(1200) };
  expect(say(comparison(118, unpaired))).toEqual({
    text: 'paired on id: 118 of 1,320 rows',
    warnings: ['2 only in A', '1,200 only in B'],
  });
});

it('tells of keys that occur more than once', () => {
  expect(say(comparison(9, { duplicates: 3 })).warnings).toEqual([
    '3 rows share an id and are paired in order',
  ]);
  expect(say(comparison(9, { duplicates: 1, pairedBy: 'prompt and reference' })).warnings).toEqual([
    '1 row shares prompt and reference and is paired in order',
  ]);
});

it('names metrics that only one run has', () => {
  const about = {
    onlyInBaseline: ['latency_in_seconds', 'trajectory_single_tool_use(say(x))'],
    onlyInCandidate: ['failure'],
  };
  expect(say(comparison(9, about)).warnings).toEqual([
    'only A has latency, single tool use of say(x)',
    'only B has failure',
  ]);
});

it('tells of scores that follow different rules', () => {
  const { warnings } = sayPairing(comparison(9), USUAL, {
    settings: { ...DEFAULT_SETTINGS, duplicates: 'multiset' },
  });
  expect(warnings).toEqual(['scored differently: A as Vertex, B multiset duplicates']);
});
