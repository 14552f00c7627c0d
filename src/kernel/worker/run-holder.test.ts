import { beforeEach, expect, it } from 'vitest';
import { unpackInfos } from '#core/score/columns/pack-infos.ts';
import { unpackTexts } from '#core/score/columns/pack-texts.ts';
import { calls } from '../../../tests/support/arbitraries.ts';
import { recordOf, scoreRecords } from '../../../tests/support/rows.ts';
import { DEFAULT_SETTINGS } from '#core/score/metrics/registry.ts';
import { HeldRun } from '#workers/held-run.ts';
import { RunHolder, type HoldableRun, type HoldingWorker } from './run-holder.ts';

const SOURCE = { rows: new Blob(), table: undefined, roles: {}, settings: DEFAULT_SETTINGS };

function runOf(rowCount: number): HoldableRun {
  const record = recordOf(calls('ab'), calls('ab'));
  const columns = scoreRecords(Array.from({ length: rowCount }, () => record));
  return { key: 'run', columns, ...SOURCE };
}

/** Ids of the score columns that were passed on after their rows. */
let passedScores: string[][] = [];
beforeEach(() => (passedScores = []));

/** A worker that answers a moment later, as one does over a port. */
function startWorker(most = 9): HoldingWorker & { readonly held: Map<string, HeldRun> } {
  const held = new Map<string, HeldRun>();
  return {
    held,
    async putScores(key, changed, order) {
      await new Promise((resolve) => setTimeout(resolve));
      passedScores.push(changed.map(({ id }) => id));
      held.get(key)?.putScores(structuredClone(changed).map(unpackTexts), order);
    },
    async hold(key, from, piece, source) {
      await new Promise((resolve) => setTimeout(resolve));
      const run = from === 0 ? new HeldRun() : held.get(key);
      run?.add(from, unpackInfos(structuredClone(piece)), source);
      held.delete(key);
      if (run) held.set(key, run);
      for (const oldest of held.keys()) {
        if (held.size <= most) break;
        held.delete(oldest);
      }
      return [...held.keys()];
    },
  };
}

const RUN = runOf(60_000); // more than one piece

it('passes each row once when several want the run at the same time', async () => {
  const worker = startWorker();
  const holder = new RunHolder();
  await Promise.all([1, 2, 3].map(() => holder.hold(worker, 1, RUN)));
  expect(worker.held.get('run')?.columns.rowCount).toBe(60_000);
});

it('passes only what came since', async () => {
  const worker = startWorker();
  const holder = new RunHolder();
  const first = { ...RUN, columns: runOf(10).columns };
  await Promise.all([holder.hold(worker, 1, first), holder.hold(worker, 1, RUN)]);
  expect(worker.held.get('run')?.columns.rowCount).toBe(60_000);
});

it('passes everything to another worker, and waits for nobody who waits for the lost one', async () => {
  const holder = new RunHolder();
  const never = (): Promise<never> => new Promise(() => undefined);
  const dead: HoldingWorker = { hold: never, putScores: never };
  void holder.hold(dead, 1, RUN);
  const worker = startWorker();
  await holder.hold(worker, 2, RUN);
  expect(worker.held.get('run')?.columns.rowCount).toBe(60_000);
});

it('passes a run again that the worker has dropped', async () => {
  const worker = startWorker(1);
  const holder = new RunHolder();
  const other = { ...runOf(3), key: 'other' };
  for (const run of [RUN, other, RUN]) await holder.hold(worker, 1, run);
  expect(worker.held.get('run')?.columns.rowCount).toBe(60_000);
});

it('passes only the scores that changed, and none of an older version of the run', async () => {
  const worker = startWorker();
  const holder = new RunHolder();
  const run = runOf(3);
  await holder.hold(worker, 1, run);
  const [first, ...others] = run.columns.scores;
  if (!first) throw new Error('nothing is scored');
  const changed = { ...first, values: Float64Array.of(0, 0.5, 1) };
  const added = { ...first, id: 'added' };
  const scores = [added, changed, ...others.slice(1)];
  const next = { ...run, revision: 1, columns: { ...run.columns, scores } };
  await Promise.all([holder.hold(worker, 1, next), holder.hold(worker, 1, run)]);
  await holder.hold(worker, 1, next);
  expect(passedScores).toEqual([['added', first.id]]);
  expect(worker.held.get('run')?.columns.scores).toEqual(scores);
  // another worker gets the whole as it is now
  const another = startWorker();
  await holder.hold(another, 2, next);
  expect(passedScores).toHaveLength(1);
  expect(another.held.get('run')?.columns.scores).toEqual(scores);
});

it('rows that do not follow on those held are refused', () => {
  const run = new HeldRun();
  run.add(0, runOf(3).columns, SOURCE);
  expect(() => run.add(0, runOf(3).columns, SOURCE)).toThrow(RangeError);
});
