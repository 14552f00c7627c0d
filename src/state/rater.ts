import { ratingOf, ratingColumn, setRating, withScores } from '#core/ratings/ratings.ts';
import type { RowRating } from '#core/ratings/ratings.ts';
import { keepDigest } from '#core/summary/digest.ts';
import { RunStore } from '#storage/runs.ts';
import type { AppState } from './app.svelte.ts';
import { perApp } from './per-app.svelte.ts';

/** Sets what a person thinks of rows of the open run: at once in what is shown, then in the store. */
export class Rater {
  readonly #app: AppState;
  readonly #runs: RunStore;
  /** Two ratings in a row build on each other. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(app: AppState) {
    this.#app = app;
    this.#runs = new RunStore(app.store);
  }

  /** Sets the rating of a row; null, or the one it has, takes it away. The note stays. */
  rate(row: number, rating: number | null): Promise<void> {
    return this.#change(row, (known) => ({
      ...known,
      rating: known.rating === rating ? null : rating,
    }));
  }

  /** Sets the note of a row; an empty text takes it away. */
  note(row: number, note: string): Promise<void> {
    return this.#change(row, (known) => ({ ...known, note: note.trim() }));
  }

  #change(row: number, change: (known: RowRating) => RowRating): Promise<void> {
    const runId = this.#app.workspace.run?.record.id;
    const changed = this.#last.then(() => this.#set(runId, row, change));
    this.#last = changed.catch(() => undefined);
    return changed;
  }

  async #set(
    runId: string | undefined,
    row: number,
    change: (known: RowRating) => RowRating,
  ): Promise<void> {
    const { workspace, reader } = this.#app;
    const { run } = workspace;
    if (run?.record.id !== runId || !run || row < 0) return;
    const known = run.record.ratings ?? [];
    const ratings = setRating(known, change(ratingOf(known, row)));
    const column = ratingColumn(ratings, run.columns.rowCount);
    const digest = await reader.putScores(run, column);
    const kept = keepDigest(digest, run.columns.rowCount);
    const record = { ...run.record, ratings, ...kept };
    const columns = withScores(run.columns, column);
    await workspace.showJudged({ ...run, ...digest, columns, record });
    if (record.state !== 'complete') return;
    try {
      await this.#runs.rate(record.id, ratings, kept);
    } catch {
      // the store has told why
    }
  }
}

/** What rates rows of an app. */
export const raterOf = perApp((app) => new Rater(app));
