import { afterEach, expect, it, vi } from 'vitest';
import { DEFAULT_SETTINGS } from '#core/score/metrics/registry.ts';
import { MetricSets } from './metric-sets.svelte.ts';

const KEY = 'trajectory-playground:metric-sets';
const setOf = (name: string, metrics: readonly string[] = ['failure']) => {
  return { name, settings: { ...DEFAULT_SETTINGS, metrics } };
};
const names = ({ list }: MetricSets) => list.map(({ name }) => name);

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

it('sets of metrics are kept on this device, in the order of their names', () => {
  const sets = new MetricSets();
  expect(sets.list).toEqual([]);
  for (const name of ['b', 'ä', 'c']) sets.save(setOf(name));
  expect(names(sets)).toEqual(['ä', 'b', 'c']);
  expect(new MetricSets().list).toEqual(sets.list);
});

it('sets of metrics take the place of those with the same name', () => {
  const sets = new MetricSets();
  sets.save(setOf('a'));
  sets.save(setOf('a', ['trajectory_recall']));
  expect(sets.list).toEqual([setOf('a', ['trajectory_recall'])]);
});

it('a set from elsewhere does not take the place of another one with its name', () => {
  const sets = new MetricSets();
  sets.save(setOf('a'));
  sets.add(setOf('a'));
  for (const metric of ['trajectory_recall', 'bleu']) sets.add(setOf('a', [metric]));
  expect(sets.list).toEqual([
    setOf('a'),
    setOf('a (2)', ['trajectory_recall']),
    setOf('a (3)', ['bleu']),
  ]);
});

it('sets of metrics are deleted, and brought back', () => {
  const sets = new MetricSets();
  for (const name of ['a', 'b']) sets.save(setOf(name));
  const undo = sets.remove(sets.list[0]!);
  expect(names(new MetricSets())).toEqual(['b']);
  undo();
  expect(names(new MetricSets())).toEqual(['a', 'b']);
});

it('sets of metrics are fifty at most; one of these may still be replaced', () => {
  const sets = new MetricSets();
  for (let count = 0; count < 49; count++) sets.save(setOf(`set ${String(count)}`));
  expect(sets.hasRoomFor('another')).toBe(true);
  sets.save(setOf('another'));
  expect(sets.hasRoomFor('one more')).toBe(false);
  expect(sets.hasRoomFor('another')).toBe(true);
});

it.each(['{', '{}', 'null', '["no set",7]'])(
  'sets of metrics are none where %s is stored',
  (stored) => {
    localStorage.setItem(KEY, stored);
    expect(new MetricSets().list).toEqual([]);
  },
);

it('sets of metrics last until the page is closed where the browser keeps nothing', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError');
  });
  const sets = new MetricSets();
  sets.save(setOf('a'));
  expect(names(sets)).toEqual(['a']);
  expect(sets.isKept).toBe(false);
});
