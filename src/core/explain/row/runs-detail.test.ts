import { expect, it } from 'vitest';
import { call, calls, cellOf, recordOf, ROLES } from '../../../../tests/support/build.ts';
import { EXACT_MATCHER } from '#core/match/match-calls.ts';
import type { Trajectory } from '#core/calls/trajectory.ts';
import { detailRuns } from './runs-detail.ts';

const expected = [call('find'), call('set', { on: true }), call('say')];
const run = (prediction: Trajectory, reference: Trajectory = expected) => {
  return { record: recordOf(prediction, reference), roles: ROLES };
};
const detail = (...rows: Parameters<typeof detailRuns>[0]) => detailRuns(rows, EXACT_MATCHER);

it('sets each run beside the reference, call by call, and says where they differ', () => {
  const { lines, beside, hasOtherReferences } = detail(
    run(expected),
    run([call('find'), call('set', { on: 'yes' }), call('log'), call('say')]),
    null,
    run([call('find'), call('say')]),
  );
  const kinds = lines.map(({ reference, cells }) => [
    reference?.tool ?? '',
    ...cells.map((cell) => cell?.kind ?? '-'),
  ]);
  expect(kinds).toEqual([
    ['find', 'equal', 'equal', '-', 'equal'],
    ['set', 'equal', 'changed', '-', 'missing'],
    ['', '-', 'extra', '-', '-'],
    ['say', 'equal', 'equal', '-', 'equal'],
  ]);
  expect(lines.map(({ differs }) => differs)).toEqual([false, true, true, false]);
  expect(lines[1]?.cells[1]?.differences).toMatchObject([
    { path: '/on', reference: 'true', prediction: '"yes"', predictionType: 'string' },
  ]);
  expect([beside, hasOtherReferences]).toEqual(['reference', false]);
});

it('tells when a run expects other calls', () => {
  expect(detail(run(expected), run(expected, calls('ab'))).hasOtherReferences).toBe(true);
});

it('sets runs beside the first one where nothing is expected', () => {
  const made = (letters: string) => {
    return { record: { predicted_trajectory: cellOf(calls(letters)) }, roles: ROLES };
  };
  const { lines, beside } = detail(made('ab'), made('axb'));
  expect(beside).toBe('baseline');
  expect(lines.map(({ cells }) => cells.map((cell) => cell?.kind ?? '-').join(' '))).toEqual([
    'equal equal',
    '- extra',
    'equal equal',
  ]);
});
