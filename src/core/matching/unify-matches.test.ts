import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { call, trajectory } from '../../../tests/support/arbitraries.ts';
import { recordOf, scoreRecords } from '../../../tests/support/rows.ts';
import { alignTrajectories, barcodeOf } from '#core/alignment/align.ts';
import { assignRoles } from '#core/dataset/columns.ts';
import { detailRow } from '#core/row/row-detail.ts';
import { labelsOf } from '#core/scoring/scored-columns.ts';
import { precisionOf } from './compare-pair.ts';
import { createMatcher } from './match-calls.ts';
import { EXACT_RULES, type MatchingRules } from './rules.ts';
import { unifyMatches } from './unify-matches.ts';

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
    const detail = detailRow(record, assignRoles([]), createMatcher(TOLERANT));
    expect(detail.preview.barcode).toBe('=~');
    const { signatures } = scoreRecords([record], { matching: TOLERANT });
    expect(labelsOf(signatures, 0)).toHaveLength(1);
    const pair = createMatcher(TOLERANT).pair(made, expected);
    expect(barcodeOf(alignTrajectories(expected, made, unifyMatches(pair)))).toBe('=~');
  });
});
