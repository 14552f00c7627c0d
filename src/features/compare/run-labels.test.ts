import { expect, it } from 'vitest';
import { describeMomentFully } from '#features/runs/describe-moment.ts';
import type { Run } from '#features/runs/group-runs.ts';
import { labelRuns } from './run-labels.ts';

const NOW = new Date(2026, 10, 24, 12, 0, 0).getTime();
const at = (hours: number, seconds = 0): number =>
  new Date(2026, 10, 24, hours, 30, seconds).getTime();

function run(name: string, createdAtMs: number, more: object = {}): Run {
  return { name, createdAtMs, rowCount: 18, settings: { metrics: [] }, ...more } as unknown as Run;
}

function label(...runs: Run[]): string[] {
  return labelRuns(runs, ({ name }) => name, NOW);
}

it('names a run, when it was scored, and its rows', () => {
  expect(label(run('a', at(9)), run('b', at(9)))).toEqual([
    'a · today 09:30 · 18 rows',
    'b · today 09:30 · 18 rows',
  ]);
});

it('tells runs of one name apart by how they were scored and which agent made them', () => {
  const labels = label(
    run('a', at(9)),
    run('a', at(10), { settings: { metrics: [], duplicates: 'multiset' } }),
    run('a', at(11), { agent: { title: 'OpenAI-compatible' } }),
  );
  expect(labels[1]?.split(' · ')[1]).toBe('repeats counted once');
  expect(labels[0]).toBe('a · standard rules · no agent run here · today 09:30 · 18 rows');
  expect(labels[2]).toContain(' · OpenAI-compatible · ');
});

it('tells runs of one name and minute apart by the second', () => {
  expect(label(run('a', at(9, 5)), run('a', at(9, 40)))).toEqual([
    `a · ${describeMomentFully(at(9, 5))} · 18 rows`,
    `a · ${describeMomentFully(at(9, 40))} · 18 rows`,
  ]);
});
