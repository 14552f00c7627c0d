import { loadWork } from './load-work.ts';
import { RunReader } from './worker/run-reader.ts';
import type { WorkerLost } from './worker/worker-client.ts';
import { WorkerPool } from './worker/worker-pool.ts';
import { Store, type StorageTrouble } from './storage/connection.ts';
import { DraftStore, DraftKeeper } from '#kernel/run/draft-keeper.ts';
import { RunStore } from './storage/runs.ts';
import { Library } from '#kernel/run/library.svelte.ts';
import { Network } from './network.svelte.ts';
import { Notices } from './notices.svelte.ts';
import { Router } from './router.svelte.ts';
import { RowsView } from '#kernel/run/rows-view.svelte.ts';
import { Theme } from './theme.svelte.ts';
import { TrustedCode } from '#kernel/sandbox/trusted-code.svelte.ts';
import { Workspace } from './run/workspace.svelte.ts';

/**
 * What all features share, created once. A feature’s own state is its own: see per-app.svelte.ts.
 */
export class AppState {
  readonly router = new Router();
  readonly notices = new Notices();
  readonly theme = new Theme();
  readonly network = new Network();
  readonly trusted = new TrustedCode();
  readonly view: RowsView;
  readonly library: Library;
  readonly reader: RunReader;
  readonly drafts: DraftKeeper;
  readonly workspace: Workspace;
  /** The database, for what only some screens keep in it. */
  readonly store: Store;
  /** The workers that score, for what only some screens ask of them. */
  readonly pool: WorkerPool;
  /** Nothing is shown yet, but soon will be. */
  isStarting = $state(true);

  constructor() {
    const onReplaced = (lost: WorkerLost): void => this.#reportReplaced(lost);
    const pool = new WorkerPool(onReplaced);
    this.pool = pool;
    const reader = new RunReader(pool.first, ({ key }) => void this.workspace.recoverRows(key));
    this.reader = reader;
    const store = new Store((trouble) => void this.#reportTrouble(trouble));
    this.store = store;
    this.view = new RowsView(reader);
    this.library = new Library(store, new RunStore(store), reader, this.notices);
    this.drafts = new DraftKeeper(new DraftStore(store));
    const { library, drafts, notices, view, trusted } = this;
    this.workspace = new Workspace({
      pool,
      reader,
      library,
      drafts,
      notices,
      view,
      trusted,
    });
  }

  /** Begins with what a first visit waits for, while the code of the screens comes. */
  prepare(): void {
    void this.store.isNew();
    this.workspace.prepareFirstSample();
  }

  #reportReplaced(lost: WorkerLost): void {
    const what = lost.how === 'crashed' ? 'crashed' : 'stopped responding';
    this.notices.toast(`A worker ${what} and was replaced; its work is being repeated.`);
  }

  async #reportTrouble(trouble: StorageTrouble): Promise<void> {
    const { reportTrouble } = await loadWork();
    reportTrouble(this.notices, trouble);
  }
}
