import { expect, it } from 'vitest';
import { USUAL_READING } from '#core/read/choices/reading-choices.ts';
import { isRescored, type ScoredData } from './is-rescored.ts';

const data: ScoredData = { fingerprint: 'abc', roles: { prompt: 'question' } };

it('takes the same data for the same calls only where it is read in the same way', () => {
  expect(isRescored(data, { ...data })).toBe(true);
  expect(isRescored(data, { ...data, fingerprint: 'def' })).toBe(false);
  // two columns of one file may hold the calls of two agents
  expect(isRescored(data, { ...data, roles: { predicted_trajectory: 'second' } })).toBe(false);
  expect(isRescored(data, { ...data, reading: { droppedTools: ['search'] } })).toBe(false);
  // a run stored before readings were chosen
  expect(isRescored(data, { ...data, reading: USUAL_READING })).toBe(true);
});

it('does not know of runs without a fingerprint', () => {
  expect(isRescored({ ...data, fingerprint: '' }, { ...data, fingerprint: '' })).toBe(false);
});
