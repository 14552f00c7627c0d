import { expect, it } from 'vitest';
import { calls } from '../../tests/support/arbitraries.ts';
import { recordOf, scoreRecords } from '../../tests/support/rows.ts';
import { HeldRun } from '../../workers/held-run.ts';
import { RunHolder, type HoldableRun, type HoldingWorker } from './run-holder.ts';

const SOURCE = { rows: new Blob(), roles: {} };

function runOf(rowCount: number): HoldableRun {
  const record = recordOf(calls('ab'), calls('ab'));
  const columns = scoreRecords(Array.from({ length: rowCount }, () => record));
  return { key: 'run', columns, ...SOURCE };
}

/** A worker that answers a moment later, as one does over a port. */
function startWorker(most = 9): HoldingWorker & { readonly held: Map<string, HeldRun> } {
  const held = new Map<string, HeldRun>();
  return {
    held,
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
  const dead: HoldingWorker = { hold: () => new Promise(() => undefined) };
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

it('rows that do not follow on those held are refused', () => {
  const run = new HeldRun();
  run.add(0, runOf(3).columns, SOURCE);
  expect(() => run.add(0, runOf(3).columns, SOURCE)).toThrow(RangeError);
});
