import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readableRun, recordOf } from '../../../tests/support/build.ts';
import { lawRuns } from '../../../tests/support/law-runs.ts';
import type { RowDetail } from '#core/explain/row/row-detail.ts';
import { allRows } from '#core/explain/view/sort-rows.ts';
import { SourceLost } from '#engine/source-lost.ts';
import { loadWork } from '#kernel/load-work.ts';
import type { RunReader } from '#kernel/worker/run-reader.ts';
import type { ReadableRun } from '#kernel/worker/run-holder.ts';
import { RowsView } from './rows-view.svelte.ts';

/** A question whose answer comes when the test says. */
interface Asked {
  readonly answer: () => void;
  readonly lose: () => void;
}

class HeldReader {
  readonly waiting: Asked[] = [];

  readonly ask = (run: ReadableRun, name: string, input: unknown, { signal }: Reading = {}) =>
    new Promise((resolve, reject) => {
      const answer =
        name === 'view'
          ? allRows(run.columns.rowCount).toReversed()
          : ({ key: run.key, row: input } as unknown as RowDetail);
      signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      this.waiting.push({ answer: () => resolve(answer), lose: () => reject(new SourceLost()) });
    });
}

interface Reading {
  readonly signal?: AbortSignal;
}

const RECORDS = {
  pass: recordOf('a', 'a'),
  fail: recordOf('b', 'a'),
  unscored: { predicted_trajectory: '[', reference_trajectory: [] },
};
type RowKind = keyof typeof RECORDS;
/** Runs of one to four rows that pass, fail or cannot be scored. */
const rows = fc.array(fc.constantFrom<RowKind>('pass', 'fail', 'unscored'), {
  minLength: 1,
  maxLength: 4,
});
const happening = fc.oneof(
  fc.record({ kind: fc.constant('show' as const), rows, isSameData: fc.boolean() }),
  fc.record({ kind: fc.constant('click' as const), at: fc.nat(3) }),
  fc.record({ kind: fc.constantFrom('answer' as const, 'lose' as const), at: fc.nat(3) }),
  fc.record({ kind: fc.constant('filter' as const), isOn: fc.boolean() }),
  fc.constant({ kind: 'none' as const }),
  fc.constant({ kind: 'wait' as const }),
);

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('a run that is shown has a row selected and read, however clicks and answers come between', async () => {
  // fetched once, however long that takes
  await loadWork();
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { maxLength: 12 }), rows, async (happenings, last) => {
      const reader = new HeldReader();
      const view = new RowsView(reader as unknown as RunReader);
      const shown: Promise<void>[] = [];
      let run: ReadableRun | undefined;
      const show = (kinds: readonly RowKind[], isSameData: boolean): void => {
        const records = kinds.map((kind) => RECORDS[kind]);
        run = readableRun(records, {}, `run ${shown.length}`);
        shown.push(view.show(run, isSameData));
      };
      for (const one of happenings) {
        if (one.kind === 'show') show(one.rows, one.isSameData);
        else if (one.kind === 'none') shown.push(view.show(undefined, false));
        else if (one.kind === 'wait') await settle();
        else if (one.kind === 'click') {
          const row = view.rows[one.at];
          if (row !== undefined) view.select(row);
        } else if (one.kind === 'filter')
          void view.setFilters(one.isOn ? [{ kind: 'text', text: 'x' }] : []);
        else reader.waiting.splice(one.at, 1)[0]?.[one.kind]();
      }
      show(last, true);
      let areShown = false;
      void Promise.all(shown).then(() => (areShown = true));
      while (!areShown || reader.waiting.length > 0) {
        for (const asked of reader.waiting.splice(0)) asked.answer();
        await settle();
      }
      expect(view.selected).toBeGreaterThanOrEqual(0);
      expect(view.selected).toBeLessThan(last.length);
      expect(view.detail).toEqual({ key: run?.key, row: view.selected });
    }),
    {
      numRuns: lawRuns(400),
      examples: [
        [[{ kind: 'show', rows: ['unscored'], isSameData: false }, { kind: 'wait' }], ['pass']],
      ],
    },
  );
});
