import { isDeepStrictEqual } from 'node:util';
import { beforeEach, expect, it } from 'vitest';
import { unpackTexts, packColumns, sliceColumns } from '#core/score/columns/pack-columns.ts';
import { calls, recordOf, scoreRecords } from '../../../tests/support/build.ts';
import { DEFAULT_SETTINGS } from '#core/score/metrics/registry.ts';
import { HeldRun } from '#workers/held-run.ts';
import { RunHolder, type ReadableRun, type HoldingWorker } from './run-holder.ts';

const SOURCE = { rows: new Blob(), table: undefined, roles: {}, settings: DEFAULT_SETTINGS };

function runOf(rowCount: number): ReadableRun {
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
    open: () => Promise.reject(new RangeError('no file is opened here')),
    async putScores(key, changed, order) {
      await new Promise((resolve) => setTimeout(resolve));
      passedScores.push(changed.map(({ id }) => id));
      held.get(key)?.putScores(structuredClone(changed).map(unpackTexts), order);
    },
    async hold(key, from, piece, source) {
      await new Promise((resolve) => setTimeout(resolve));
      const run = from === 0 ? new HeldRun() : held.get(key);
      run?.add(from, structuredClone(piece), source);
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

/** All rows are there; `toEqual` takes ten seconds for so many. */
function expectWhole({ held }: ReturnType<typeof startWorker>): void {
  expect(isDeepStrictEqual(held.get('run')?.columns, RUN.columns)).toBe(true);
}

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
  const dead: HoldingWorker = { hold: never, putScores: never, open: never };
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

it('hands over rows as they are read, and passes on later what did not get there', async () => {
  const worker = startWorker();
  const holder = new RunHolder();
  const give = (from: number, to: number, who = worker, generation = 1): Promise<void> => {
    const piece = packColumns(sliceColumns(RUN.columns, from, to));
    return holder.handOver(who, generation, 'run', from, piece, SOURCE, 1);
  };
  await Promise.all([give(0, 100), give(100, 300), give(500, 600)]);
  expect(worker.held.get('run')?.columns).toEqual(sliceColumns(RUN.columns, 0, 300));
  // who has the first rows only gets the answers of all there are
  await holder.hold(worker, 1, { ...RUN, columns: sliceColumns(RUN.columns, 0, 100) });
  await holder.hold(worker, 1, RUN);
  expectWhole(worker);
  expect(passedScores).toEqual([]);
  // another worker has none of the rows before
  const another = startWorker();
  await give(100, 300, another, 2);
  expect(another.held.size).toBe(0);
  await holder.hold(another, 2, RUN);
  expectWhole(another);
});

it('passes on score columns beside those that were read with the rows, and later changes', async () => {
  const worker = startWorker();
  const holder = new RunHolder();
  const run = runOf(3);
  await holder.handOver(worker, 1, 'run', 0, packColumns(run.columns), SOURCE, 1);
  const [first, ...others] = run.columns.scores;
  if (!first) throw new Error('nothing is scored');
  const scores = [...run.columns.scores, { ...first, id: 'given' }];
  await holder.hold(worker, 1, { ...run, columns: { ...run.columns, scores } });
  const changed = [{ ...first, values: Float64Array.of(0, 0.5, 1) }, ...others];
  await holder.hold(worker, 1, {
    ...run,
    revision: 1,
    columns: { ...run.columns, scores: changed },
  });
  expect(passedScores).toEqual([['given'], [first.id]]);
  expect(worker.held.get('run')?.columns.scores).toEqual(changed);
});

it('rows that do not follow on those held are refused', () => {
  const run = new HeldRun();
  run.add(0, runOf(3).columns, SOURCE);
  expect(() => run.add(0, runOf(3).columns, SOURCE)).toThrow(RangeError);
});
