import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tablesOf } from '../../../../tests/support/cases.ts';
import { call, calls, scoreOf } from '../../../../tests/support/build.ts';
import { filledTrajectory } from '../../../../tests/support/arbitraries.ts';
import { diffCalls } from '#core/match/diff-calls.ts';
import { alignTrajectories } from '#core/match/align.ts';
import type { DuplicateRule } from '#core/match/compare-pair.ts';
import { internCalls, internNames } from '#core/calls/intern-calls.ts';
import type { ToolCall, Trajectory } from '#core/calls/trajectory.ts';
import { findMetric } from '#core/score/metrics/registry.ts';
import { describeEdits, smallestEdits, type Edit } from './why-not.ts';

const CASES = tablesOf<{ sayings: [string, string, string, string][] }>('reference-edits');

const METRICS = ['exact_match', 'in_order_match', 'any_order_match', 'precision', 'recall'].flatMap(
  (name) => [`trajectory_${name}`, `trajectory_${name}_names`],
);
const OTHERS = ['trajectory_f1', 'trajectory_lcs', 'trajectory_edit_distance'];

const editsOf = (metricId: string) => findMetric(metricId)!.edits!;

function edit(
  metricId: string,
  reference: Trajectory,
  prediction: Trajectory,
  duplicates: DuplicateRule = 'membership',
): readonly Edit[] {
  const pair = (editsOf(metricId).isByName ? internNames : internCalls)(prediction, reference);
  const slots = alignTrajectories(reference, prediction, pair);
  return smallestEdits(editsOf(metricId), { slots, pair }, duplicates);
}

/** Carries out edits, slot by slot. */
function carryOut(
  metricId: string,
  edits: readonly Edit[],
  reference: Trajectory,
  prediction: Trajectory,
): Trajectory {
  const pair = (editsOf(metricId).isByName ? internNames : internCalls)(prediction, reference);
  const of = (kind: Edit['kind'], side: 'reference' | 'prediction', place: number) =>
    edits.find((one) => one.kind === kind && side in one && (one as never)[side] === place);
  return alignTrajectories(reference, prediction, pair).flatMap((slot): ToolCall[] => {
    if (slot.kind === 'missing')
      return of('add', 'reference', slot.reference) ? [reference[slot.reference]!] : [];
    const kept = prediction[slot.prediction]!;
    const change = of('change', 'prediction', slot.prediction);
    if (change?.kind === 'change') return [reference[change.reference]!];
    if (slot.kind === 'moved') {
      const isMoved = of('move', 'reference', slot.reference) !== undefined;
      return isMoved === (slot.at === 'reference') ? [kept] : [];
    }
    return of('remove', 'prediction', slot.prediction) ? [] : [kept];
  });
}

/** The best score: a distance has none left. */
const bestOf = (id: string): number => (id === 'trajectory_edit_distance' ? 0 : 1);

const duplicates = fc.constantFrom<DuplicateRule>('membership', 'multiset');

describe('smallestEdits', () => {
  it.each([...METRICS, ...OTHERS])(
    'make %s its best when carried out, and are none when it is',
    (id) => {
      fc.assert(
        fc.property(
          filledTrajectory,
          filledTrajectory,
          duplicates,
          (reference, prediction, rule) => {
            const edits = edit(id, reference, prediction, rule);
            const score = scoreOf(id, prediction, reference, { duplicates: rule });
            expect(edits.length === 0).toBe(score === bestOf(id));
            const edited = carryOut(id, edits, reference, prediction);
            expect(scoreOf(id, edited, reference, { duplicates: rule })).toBe(bestOf(id));
          },
        ),
      );
    },
  );

  it('are as few as the calls that are not in common order', () => {
    fc.assert(
      fc.property(filledTrajectory, filledTrajectory, (reference, prediction) => {
        const { length } = edit('trajectory_in_order_match', reference, prediction);
        const longest = Math.max(reference.length, prediction.length);
        const common = (scoreOf('trajectory_lcs', prediction, reference) as number) * longest;
        expect(length).toBeCloseTo(reference.length - common, 9);
      }),
    );
  });
});

describe('describeEdits', () => {
  const say = (id: string, reference: Trajectory, prediction: Trajectory): string =>
    describeEdits(edit(`trajectory_${id}`, reference, prediction), reference, prediction, diffCalls)
      .map(({ text, isCode }) => (isCode ? `\`${text}\`` : text))
      .join('');
  const set = (n: unknown) => [call('set', { n: n as never })];

  it.each(CASES.sayings)('%s: %s as %s', (id, reference, prediction, words) => {
    expect(say(id, calls(reference), calls(prediction))).toBe(words);
  });

  it('names the argument', () => {
    expect(say('recall', set(23), set('23'))).toBe('set `n` to 23 in `set` (call 1)');
    expect(say('exact_match', set({ a: [1, 2] }), set({ a: [1, 3, 4] }))).toBe(
      'set `n/a/1` to 2 and 1 more in `set` (call 1)',
    );
    expect(say('precision', [call('set')], set(1))).toBe('remove `n` from `set` (call 1)');
    expect(say('exact_match', [call('set', 1)], [call('set', 2)])).toBe(
      'set to 1 in `set` (call 1)',
    );
    expect(say('recall_names', set(23), set('23'))).toBe('');
  });

  it('cuts long names where one can see it', () => {
    const long = 'x'.repeat(90);
    expect(say('exact_match', [call(long)], [])).toBe(`add \`${'x'.repeat(60)}…\` as call 1`);
    expect(say('exact_match', [call('set', { [long]: 1 })], [call('set', { [long]: 2 })])).toBe(
      `set \`…${'x'.repeat(59)}\` to 1 in \`set\` (call 1)`,
    );
  });
});
