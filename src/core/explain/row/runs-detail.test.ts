import { expect, it } from 'vitest';
import { call, calls, cellOf, recordOf, ROLES } from '../../../../tests/support/build.ts';
import { createMatcher, EXACT_MATCHER } from '#core/match/match-calls.ts';
import { EXACT_RULES } from '#core/match/rules.ts';
import type { Trajectory } from '#core/calls/trajectory.ts';
import { detailRuns, alignRuns } from './runs-detail.ts';
import fc from 'fast-check';
import { trajectory } from '../../../../tests/support/arbitraries.ts';
import { alignTrajectories, barcodeOf } from '#core/match/align.ts';

const expected = [call('find'), call('set', { on: true }), call('say')];
const run = (prediction: Trajectory, reference: Trajectory = expected) => {
  return { record: recordOf(prediction, reference), roles: ROLES };
};
const detail = (...rows: Parameters<typeof detailRuns>[0]) => detailRuns(rows, EXACT_MATCHER);

it('sets each run beside the reference, call by call, and says where they differ', () => {
  const { lines, differing, hasReference, hasOtherReferences } = detail(
    run(expected),
    run([call('find'), call('set', { on: 'yes' }), call('log'), call('say')]),
    null,
    run([call('find'), call('say')]),
  );
  const kinds = lines.map(({ slots }) => [
    slots.find((slot) => slot?.reference)?.reference?.tool ?? '',
    ...slots.map((slot) => slot?.kind ?? '-'),
  ]);
  expect(kinds).toEqual([
    ['find', 'equal', 'equal', '-', 'equal'],
    ['set', 'equal', 'changed', '-', 'missing'],
    ['', '-', 'extra', '-', '-'],
    ['say', 'equal', 'equal', '-', 'equal'],
  ]);
  expect(differing).toBe(2);
  expect(lines[1]?.slots[1]?.differences).toMatchObject([
    { path: '/on', reference: 'true', prediction: '"yes"', predictionType: 'string' },
  ]);
  expect([hasReference, hasOtherReferences]).toEqual([true, false]);
});

it('tells when a run expects other calls', () => {
  expect(detail(run(expected), run(expected, calls('ab'))).hasOtherReferences).toBe(true);
});

it('tells an optional call that a run skips from one that is missing', () => {
  const optional = [
    { tool_name: 'a', tool_input: {} },
    { tool_name: 'b', tool_input: {}, optional: true },
  ];
  const made = (letters: string) => {
    return { record: { ...recordOf(letters, ''), reference_trajectory: optional }, roles: ROLES };
  };
  const { lines } = detailRuns(
    [made('a'), made('ab')],
    createMatcher({ ...EXACT_RULES, optionalCalls: true }),
  );
  expect(lines[1]?.slots[0]).toMatchObject({ kind: 'missing', isSkipped: true });
  expect(lines[1]?.slots[1]?.isSkipped).toBeUndefined();
});

it('sets runs beside the first one where nothing is expected', () => {
  const made = (letters: string) => {
    return { record: { predicted_trajectory: cellOf(calls(letters)) }, roles: ROLES };
  };
  const { lines, hasReference } = detail(made('ab'), made('axb'));
  expect(hasReference).toBe(false);
  expect(lines.map(({ slots }) => slots.map((slot) => slot?.kind ?? '-').join(' '))).toEqual([
    'equal equal',
    '- extra',
    'equal equal',
  ]);
});

const align = (reference: Trajectory, predictions: readonly Trajectory[]) => {
  const runs = predictions.map((prediction) => ({
    prediction,
    slots: alignTrajectories(reference, prediction),
  }));
  return { runs, lines: alignRuns(runs) };
};

it('keeps each run’s own alignment and puts each call expected in one line', () => {
  const predictions = fc.array(trajectory, { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(trajectory, predictions, (reference, list) => {
      const { runs, lines } = align(reference, list);
      const places = lines.flatMap(({ reference: place }) => (place === null ? [] : [place]));
      expect(places).toEqual(reference.map((_, place) => place));
      for (const [run, { slots }] of runs.entries()) {
        const own = lines.flatMap((line) => line.slots[run] ?? []);
        expect(own).toEqual(slots);
        for (const { reference: place, slots: found } of lines) {
          const slot = found[run];
          if (place !== null) expect(slot).toMatchObject({ reference: place });
        }
      }
      expect(lines.every(({ slots }) => slots.some((slot) => slot !== undefined))).toBe(true);
    }),
  );
});

it('puts calls in excess of one tool side by side', () => {
  const { lines } = align(calls('ab'), [calls('axyb'), calls('ayzb'), calls('ab')]);
  const drawn = [0, 1, 2].map((run) =>
    lines.map(({ slots }) => (slots[run] ? barcodeOf([slots[run]]) : ' ')).join(''),
  );
  expect(drawn).toEqual(['=++ =', '= ++=', '=   =']);
});

it('has no line where nothing is expected and nothing was done', () => {
  expect(align([], [[], []]).lines).toEqual([]);
});
