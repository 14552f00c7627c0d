import { expect, it } from 'vitest';
import { call } from '../../../../tests/support/build.ts';
import { stepsOf } from '#core/calls/transcript.ts';
import { likelyWrongStep, nextCallStep, stepNames } from './call-view.ts';

const TRANSCRIPT = [
  { role: 'user', text: 'Move my flight', before: 0 },
  { role: 'agent', text: 'Which one?', before: 1 },
];
const STEPS = stepNames(stepsOf([call('find'), call('move')], TRANSCRIPT));
const slot = (kind: string, place: number | null, more = {}) => ({
  kind,
  at: 'both' as const,
  prediction: place === null ? null : { place },
  ...more,
});

it('steps are named by the tools they call, messages by nothing', () => {
  expect(STEPS.map(({ tool }) => tool)).toEqual(['', 'find', '', 'move']);
  expect(STEPS.map((step) => step.call)).toEqual([0, 1, 0, 2]);
  expect(stepNames([])).toEqual([]);
});

it('the first call that differs is likely wrong, or what was done in its place', () => {
  expect(likelyWrongStep(STEPS, [slot('equal', 1), slot('changed', 2)])).toBe(3);
  expect(likelyWrongStep(STEPS, [slot('missing', null), slot('equal', 1)])).toBe(1);
  const skipped = slot('missing', null, { isSkipped: true });
  expect(likelyWrongStep(STEPS, [skipped, slot('equal', 1), slot('extra', 2)])).toBe(3);
  const moved = slot('moved', 2, { at: 'reference' });
  expect(likelyWrongStep(STEPS, [moved, slot('equal', 1)])).toBe(1);
  expect(likelyWrongStep(STEPS, [slot('equal', 1)])).toBe(3);
  expect(likelyWrongStep([], [])).toBe(-1);
});

it('the next call comes after messages, and after the last one the first', () => {
  expect([0, 1, 2, 3].map((from) => nextCallStep(STEPS, from))).toEqual([1, 3, 3, 1]);
  expect(nextCallStep(stepNames(stepsOf([], TRANSCRIPT)), 1)).toBe(1);
});
