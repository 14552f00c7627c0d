import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lawRuns } from '../../../tests/support/law-runs.ts';
import { call, calls, recordOf, scoreRecords } from '../../../tests/support/build.ts';
import { trajectory } from '../../../tests/support/arbitraries.ts';
import { isCallEqual } from '#core/calls/intern-calls.ts';
import type { Trajectory } from '#core/calls/trajectory.ts';
import { alignTrajectories, barcodeOf, type Slot, unifyMatches } from './align.ts';
import { assignRoles } from '#core/read/dataset/columns.ts';
import { detailRow } from '#core/explain/row/row-detail.ts';
import { labelsOf } from '#core/score/columns/scored-columns.ts';
import { DEFAULT_SETTINGS } from '#core/score/metrics/registry.ts';
import { precisionOf } from './compare-pair.ts';
import { createMatcher } from './match-calls.ts';
import { EXACT_RULES, type MatchingRules } from './rules.ts';

const barcode = (reference: Trajectory, prediction: Trajectory): string =>
  barcodeOf(alignTrajectories(reference, prediction));

const rises = (places: readonly number[]): boolean =>
  places.every((place, index) => index === 0 || place > (places[index - 1] as number));

/** Places of a side in slot order; a moved call stands where its own side has it. */
function placesOf(slots: readonly Slot[], side: 'reference' | 'prediction'): number[] {
  return slots.flatMap((slot) => {
    if (slot.kind === 'moved') return slot.at === side ? [slot[side]] : [];
    return side in slot ? [(slot as Record<typeof side, number>)[side]] : [];
  });
}

/** Length of a longest common subsequence, by the textbook recursion. */
function bruteLength(a: Trajectory, b: Trajectory): number {
  const [first, ...rest] = a;
  if (!first || b.length === 0) return 0;
  const without = bruteLength(rest, b);
  const at = b.findIndex((other) => isCallEqual(first, other));
  return at < 0 ? without : Math.max(without, 1 + bruteLength(rest, b.slice(at + 1)));
}

const count = (slots: readonly Slot[], kind: Slot['kind']): number =>
  slots.filter((slot) => slot.kind === kind).length;

describe('alignTrajectories', () => {
  it.each([
    ['the same', 'abc', 'abc', '==='],
    ['nothing on either side', '', '', ''],
    ['nothing made', 'ab', '', '--'],
    ['nothing expected', '', 'ab', '++'],
    ['one missing', 'abc', 'ac', '=-='],
    ['one extra', 'ac', 'abc', '=+='],
    ['one repeated', 'ab', 'aab', '=+='],
    ['two swapped', 'ab', 'ba', '>=<'],
    ['one moved to the end', 'abc', 'bca', '<==>'],
    ['others altogether', 'ab', 'cd', '--++'],
  ])('%s', (_name, reference, prediction, expected) => {
    const found = barcode(calls(reference), calls(prediction));
    // of two equally long runs either may be kept
    const either = expected === '>=<' ? ['>=<', '<=>'] : [expected];
    expect(either).toContain(found);
  });

  it('shows a call of the same tool with other arguments as changed', () => {
    const reference = [call('a'), call('set', { x: 1 }), call('b')];
    const prediction = [call('a'), call('set', { x: '1' }), call('b')];
    expect(alignTrajectories(reference, prediction)[1]).toEqual({
      kind: 'changed',
      reference: 1,
      prediction: 1,
    });
    expect(barcode(reference, prediction)).toBe('=~=');
  });

  it('prefers a moved equal call to a changed neighbour', () => {
    const reference = [call('set', 1), call('x'), call('y')];
    const prediction = [call('set', 2), call('x'), call('y'), call('set', 1)];
    expect(barcode(reference, prediction)).toBe('<+==>');
  });

  it('mentions every call of both sides exactly once, in its own order', () => {
    fc.assert(
      fc.property(trajectory, trajectory, (reference, prediction) => {
        const slots = alignTrajectories(reference, prediction);
        expect(placesOf(slots, 'reference')).toEqual([...reference.keys()]);
        expect(placesOf(slots, 'prediction')).toEqual([...prediction.keys()]);
      }),
      { numRuns: lawRuns(500) },
    );
  });

  it('gives slots that are what they say', () => {
    fc.assert(
      fc.property(trajectory, trajectory, (reference, prediction) => {
        const slots = alignTrajectories(reference, prediction);
        for (const slot of slots) {
          if (slot.kind === 'missing' || slot.kind === 'extra') continue;
          const expected = reference[slot.reference]!;
          const made = prediction[slot.prediction]!;
          expect(isCallEqual(expected, made)).toBe(slot.kind !== 'changed');
          expect(expected.tool_name).toBe(made.tool_name);
        }
        for (const kind of ['equal', 'changed'] as const) {
          const paired = slots.filter((slot) => slot.kind === kind);
          expect(rises(placesOf(paired, 'reference'))).toBe(true);
          expect(rises(placesOf(paired, 'prediction'))).toBe(true);
        }
      }),
      { numRuns: lawRuns(500) },
    );
  });

  it('keeps the longest run of equal calls', () => {
    fc.assert(
      fc.property(trajectory, trajectory, (reference, prediction) => {
        const slots = alignTrajectories(reference, prediction);
        expect(count(slots, 'equal')).toBe(bruteLength(reference, prediction));
      }),
      { numRuns: lawRuns(300) },
    );
  });

  it('leaves no equal calls as missing and extra, and names each moved call twice', () => {
    fc.assert(
      fc.property(trajectory, trajectory, (reference, prediction) => {
        const slots = alignTrajectories(reference, prediction);
        const missing = slots.flatMap((slot) =>
          slot.kind === 'missing' ? [reference[slot.reference]!] : [],
        );
        const extra = slots.flatMap((slot) =>
          slot.kind === 'extra' ? [prediction[slot.prediction]!] : [],
        );
        expect(missing.some((expected) => extra.some((made) => isCallEqual(expected, made)))).toBe(
          false,
        );
        const moved = slots.filter((slot) => slot.kind === 'moved');
        const pairsAt = (at: 'reference' | 'prediction'): string[] =>
          moved
            .filter((slot) => slot.at === at)
            .map((slot) => `${slot.reference}-${slot.prediction}`)
            .sort();
        expect(pairsAt('reference')).toEqual(pairsAt('prediction'));
      }),
    );
  });

  it('has a missing call where the other way round there is an extra one', () => {
    fc.assert(
      fc.property(trajectory, trajectory, (a, b) => {
        const there = alignTrajectories(a, b);
        const back = alignTrajectories(b, a);
        expect(count(back, 'equal')).toBe(count(there, 'equal'));
        expect(count(back, 'missing') + count(back, 'changed')).toBe(
          count(there, 'extra') + count(there, 'changed'),
        );
      }),
    );
  });

  it.each([
    [1000, 30],
    [10_000, 100_000],
    [10_000, 50],
  ])('takes two lists of %i random calls of %i tools', (length, tools) => {
    let state = 7;
    const next = (): number => (state = (state * 48_271) % 2_147_483_647);
    const list = (): Trajectory => Array.from({ length }, () => call(`t${next() % tools}`));
    const reference = list();
    const prediction = list();
    const slots = alignTrajectories(reference, prediction);
    expect(placesOf(slots, 'reference')).toHaveLength(length);
    expect(placesOf(slots, 'prediction')).toHaveLength(length);
  });
});

const TOLERANT: MatchingRules = { ...EXACT_RULES, rule: { mode: 'exact', absoluteTolerance: 1 } };

describe('unifyMatches', () => {
  it('leaves a pair without links as it is', () => {
    const pair = createMatcher(EXACT_RULES).pair([call('a')], [call('b')]);
    expect(unifyMatches(pair)).toBe(pair);
  });

  it('makes as many calls equal as can be paired', () => {
    const { pair } = createMatcher({ ...EXACT_RULES, rule: { mode: 'superset' } });
    fc.assert(
      fc.property(trajectory, trajectory, (made, expected) => {
        fc.pre(made.length > 0);
        const linked = pair(made, expected);
        const unified = unifyMatches(linked);
        expect(unified).not.toHaveProperty('links');
        // pairing in common order first may cost a pair, never gain one
        expect(precisionOf(unified, 'multiset')).toBeLessThanOrEqual(
          precisionOf(linked, 'multiset'),
        );
        expect(alignTrajectories(expected, made, unified).length).toBeGreaterThan(0);
      }),
    );
  });

  it('shows calls that rules allow as equal, in the row and in its causes', () => {
    const made = [call('t', { n: 2 }), call('u', { n: 5 })];
    const expected = [call('t', { n: 1 }), call('u', { n: 9 })];
    const record = recordOf(made, expected);
    const detail = detailRow(record, assignRoles([]), { ...DEFAULT_SETTINGS, matching: TOLERANT });
    expect(detail.preview.barcode).toBe('=~');
    const { signatures } = scoreRecords([record], { matching: TOLERANT });
    expect(labelsOf(signatures, 0)).toHaveLength(1);
    const pair = createMatcher(TOLERANT).pair(made, expected);
    expect(barcodeOf(alignTrajectories(expected, made, unifyMatches(pair)))).toBe('=~');
  });
});
