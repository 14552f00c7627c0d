import { transfer } from 'comlink';
import type { ScoredColumns, ScoreValues } from '#core/score/columns/scored-columns.ts';
import {
  buffersOf,
  sliceColumns,
  packInfos,
  packTexts,
  type PackedColumns,
  type PassedScores,
} from '#core/score/columns/pack-columns.ts';
import type { RowSource } from '#workers/read-rows.ts';
import type { FileToOpen, OpenedRun } from '#workers/open-file.ts';

/** Copying more at once would hold up the page. */
const ROWS_PER_PIECE = 50_000;

/** A run whose rows can be read: its columns and the source they point into. A worker keeps it. */
export interface ReadableRun extends RowSource {
  /** Unique among open runs, new whenever anything but rows and scores of the columns changes. */
  readonly key: string;
  /** Counts the changes of its scores under this key; none where it is absent. */
  readonly revision?: number | undefined;
  readonly columns: ScoredColumns;
}

/** The side of the worker: `hold` returns the keys of the runs it keeps. */
export interface HoldingWorker {
  hold(
    key: string,
    from: number,
    piece: PackedColumns,
    source: RowSource,
    share?: number,
  ): Promise<string[]>;
  putScores(key: string, changed: readonly PassedScores[], order: readonly string[]): Promise<void>;
  open(key: string, file: FileToOpen): Promise<OpenedRun & { readonly kept: string[] }>;
}

/**
 * Passes on what a worker does not have yet of a run: each row once, piece by piece, the source, and
 * the score columns that have changed.
 */
export class RunHolder {
  /** What the worker of this generation keeps, by run. */
  #held = new Map<string, Held>();
  #generation = -1;
  /** Two who pass on the same run at the same time would pass its rows twice. */
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Passes on what is missing of a run, after what was begun before.
   * @param generation which worker it is: another one keeps nothing yet, and waits for nobody
   */
  hold(worker: HoldingWorker, generation: number, run: ReadableRun): Promise<void> {
    return this.#next(generation, (held) => pass(worker, held, run));
  }

  /** Has a file opened; the rows that are scored at once are kept, and not passed on again. */
  open(
    worker: HoldingWorker,
    generation: number,
    key: string,
    file: FileToOpen,
  ): Promise<OpenedRun> {
    return this.#next(generation, async (held) => {
      // what was kept under this key was read otherwise
      held.delete(key);
      const { kept, ...opened } = await worker.open(key, file);
      if (opened.answers && 'parts' in opened.file && opened.file.parts) {
        const columns = opened.file.parts.map((part) => part.columns);
        const ids = columns[0]?.scores.map(({ id }) => id) ?? [];
        const rowCount = columns.reduce((sum, part) => sum + part.rowCount, 0);
        held.set(key, { ids, rowCount, rows: undefined, scores: undefined, revision: -1 });
      }
      forget(held, kept);
      return opened;
    });
  }

  /**
   * Hands over rows of a run that is being read: their memory is the worker's then.
   * What does not get there `hold` passes on, once the run has all its rows.
   * @param from the first of these rows
   * @param share about which share of all rows is there with them, in (0,1]
   */
  handOver(
    worker: HoldingWorker,
    generation: number,
    key: string,
    from: number,
    piece: PackedColumns,
    source: RowSource,
    share: number,
  ): Promise<void> {
    return this.#next(generation, async (held) => {
      // another worker lacks those before: it gets them with the others
      if (from !== (held.get(key)?.rowCount ?? 0)) return;
      const ids = piece.scores.map(({ id }) => id);
      const rowCount = from + piece.rowCount;
      const keys = await worker.hold(key, from, transfer(piece, buffersOf(piece)), source, share);
      held.set(key, { ids, rowCount, rows: source.rows, scores: undefined, revision: -1 });
      forget(held, keys);
    });
  }

  /** Does something after what was begun before, unless that waits for a worker that is gone. */
  #next<T>(generation: number, act: (held: Map<string, Held>) => Promise<T>): Promise<T> {
    if (this.#generation !== generation) {
      this.#generation = generation;
      this.#held = new Map();
      this.#last = Promise.resolve();
    }
    const held = this.#held;
    const done = this.#last.then(() => act(held));
    this.#last = done.catch(() => undefined); // the caller gets the failure
    return done;
  }
}

/** What the worker has of a run. */
interface Held {
  readonly rowCount: number;
  /** What its rows are read from; undefined where the worker has written that itself. */
  readonly rows: Blob | undefined;
  /** Ids of the score columns that its rows came with. */
  readonly ids: readonly string[];
  /** The score columns it has; undefined where they are those that were read with the rows. */
  readonly scores: readonly ScoreValues[] | undefined;
  readonly revision: number;
}

/** Forgets the runs that the worker does not keep. */
function forget(held: Map<string, Held>, kept: readonly string[]): void {
  for (const key of [...held.keys()]) if (!kept.includes(key)) held.delete(key);
}

async function pass(
  worker: HoldingWorker,
  held: Map<string, Held>,
  { key, revision = 0, columns, rows, table, roles, settings }: ReadableRun,
): Promise<void> {
  const source = { rows, table, roles, settings };
  const ids = columns.scores.map(({ id }) => id);
  const isBehind = (known = held.get(key)): boolean =>
    !known ||
    known.rowCount < columns.rowCount ||
    (known.rows !== rows && known.rows !== undefined);
  while (isBehind()) {
    const before = held.get(key);
    const from = before?.rowCount ?? 0;
    const to = Math.max(from, Math.min(columns.rowCount, from + ROWS_PER_PIECE));
    // columns that were added since the first rows came follow below
    const scores = columns.scores.filter(({ id }) => !before || before.ids.includes(id));
    const piece = packInfos(sliceColumns({ ...columns, scores }, from, to));
    // room is made once for all rows there are
    const share = from === 0 && to > 0 ? to / columns.rowCount : undefined;
    const keys = await worker.hold(key, from, transfer(piece, buffersOf(piece)), source, share);
    const isSame = before && to === from;
    held.set(key, {
      ...(isSame ? before : { ids: before?.ids ?? ids, scores, revision: -1 }),
      rowCount: to,
      rows,
    });
    forget(held, keys);
  }
  const known = held.get(key);
  // who still has an older version of the run, or its first rows, gets the answers of the newest
  if (!known || revision <= known.revision || columns.rowCount < known.rowCount) return;
  const { scores } = columns;
  held.set(key, { ...known, revision, scores });
  const before = known.scores ?? scores.filter(({ id }) => known.ids.includes(id));
  const changed = scores.filter((column) => !before.includes(column));
  if (changed.length === 0 && scores.length === before.length) return;
  await worker.putScores(key, changed.map(packTexts), ids);
}
