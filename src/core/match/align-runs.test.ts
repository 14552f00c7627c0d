import fc from 'fast-check';
import { expect, it } from 'vitest';
import { calls } from '../../../tests/support/build.ts';
import { trajectory } from '../../../tests/support/arbitraries.ts';
import type { Trajectory } from '#core/calls/trajectory.ts';
import { alignTrajectories, barcodeOf } from './align.ts';
import { alignRuns } from './align-runs.ts';

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
