import { SourceLost } from '#bridge/source-lost.ts';
import type { GroupBy, Grouping } from '#core/view/group-rows.ts';
import type { RowsView } from './rows-view.svelte.ts';

/** The rows shown, in groups. */
export class RowGroups {
  readonly #view: RowsView;
  #grouping = $state.raw<Grouping | undefined>();
  #share = $state<number | undefined>();
  #isStopped = $state(false);
  #abort = new AbortController();

  constructor(view: RowsView) {
    this.#view = view;
  }

  /** The groups last read, undefined before. */
  get grouping(): Grouping | undefined {
    return this.#grouping;
  }

  /** The share of rows read so far, in [0,1]; undefined when nothing is being read. */
  get share(): number | undefined {
    return this.#share;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Groups the rows that meet the filters of the view; what was being read before is stopped. */
  read(by: GroupBy): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    void this.#read(by, this.#abort.signal);
  }

  /** Stops reading without a word: nobody looks at the groups any more. */
  leave(): void {
    this.#abort.abort();
  }

  /** Stops reading; there are no groups then. */
  stop(): void {
    this.#abort.abort();
    this.#share = undefined;
    this.#grouping = undefined;
    this.#isStopped = true;
  }

  async #read(by: GroupBy, signal: AbortSignal): Promise<void> {
    this.#isStopped = false;
    this.#share = undefined;
    try {
      const onProgress = (share: number): void => {
        if (!signal.aborted) this.#share = share;
      };
      const grouping = await this.#view.group(by, { signal, onProgress });
      if (!signal.aborted) this.#grouping = grouping;
    } catch (error) {
      if (!signal.aborted && !(error instanceof SourceLost)) throw error;
    } finally {
      if (!signal.aborted) this.#share = undefined;
    }
  }
}
