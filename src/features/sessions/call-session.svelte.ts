import { messageOf } from '#core/base/text/sentence.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { takeTabLock } from '#kernel/storage/other-tabs.ts';
import type { Scheduler } from '#providers/scheduler.ts';
import { session as shared } from './texts.ts';

/** How far the calls of a session are. */
export interface CallProgress {
  readonly done: number;
  readonly total: number;
  /** Answered before, so not asked again. */
  readonly known: number;
  readonly failed: number;
  /** Calls made now. */
  readonly called: number;
}

/** The state of a session's calls. */
export interface SessionTexts<Progress> {
  readonly label: string;
  /** The word on the button that ends it. */
  readonly end: string;
  readonly isTaken: string;
  readonly noRows: string;
  readonly isNotStored: string;
  underWay(progress: Progress): string;
  ended(done: string, called: number): string;
  known(count: number): string;
  failed(count: number): string;
}

const PROGRESS_EVERY_MS = 100;

/**
 * Calls that are paid for, of a judge or an agent: made once over all tabs of the page, paused and
 * ended by a person.
 */
export abstract class CallSession<Progress extends CallProgress> {
  abstract readonly texts: SessionTexts<Progress>;
  protected readonly app: AppState;
  readonly #kind: 'judge' | 'agent';
  /** Makes the calls in progress. */
  protected scheduler: Scheduler | undefined;
  #progress = $state.raw<Progress | undefined>();
  #reportedAtMs = 0;
  #isPaused = $state(false);
  #outcome = $state('');

  constructor(app: AppState, kind: 'judge' | 'agent') {
    this.app = app;
    this.#kind = kind;
  }

  /** The progress of the current calls; undefined without any. */
  get progress(): Progress | undefined {
    return this.#progress;
  }

  /** Until when no call begins because fewer were asked for, by the page's clock; 0 where calls continue. */
  get restsUntilMs(): number {
    return this.scheduler?.restsUntilMs ?? 0;
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** How the last calls ended, in words. */
  get outcome(): string {
    return this.#outcome;
  }

  protected set outcome(outcome: string) {
    this.#outcome = outcome;
  }

  pause(): void {
    this.#isPaused = true;
    this.scheduler?.pause();
  }

  resume(): void {
    this.#isPaused = false;
    this.scheduler?.resume();
  }

  /** Ends the calls; what was answered stays and is not asked for again. */
  cancel(): void {
    this.scheduler?.cancel();
  }

  /** Why no call can be made about the rows of the open run, in words; an empty text when some can. */
  protected get rowsObstacle(): string {
    const { run, progress } = this.app.workspace;
    if (progress) return shared.isScoring;
    if (!run || run.columns.rowCount === 0) return this.texts.noRows;
    return run.record.state === 'complete' ? '' : this.texts.isNotStored;
  }

  /** Shows how far the calls are; returns whether that was due. */
  protected report(progress: Progress): boolean {
    const now = performance.now();
    if (this.#progress && now - this.#reportedAtMs < PROGRESS_EVERY_MS) return false;
    this.#reportedAtMs = now;
    this.#progress = progress;
    return true;
  }

  protected describeEnd({ done, total, called, known, failed }: CallProgress): string {
    const parts = [
      this.texts.ended(shared.doneOf(done, total), called),
      ...(known > 0 ? [this.texts.known(known)] : []),
      ...(failed > 0 ? [this.texts.failed(failed)] : []),
    ];
    return `${parts.join(', ')}.`;
  }

  /**
   * Makes calls, unless another tab makes any of this kind.
   * @param work makes the calls; what it throws is the outcome
   */
  protected async make(
    work: () => Promise<void>,
    describe: (message: string) => string,
  ): Promise<void> {
    this.#outcome = '';
    const release = await takeTabLock(this.#kind);
    if (!release) {
      this.#outcome = this.texts.isTaken;
      return;
    }
    this.#isPaused = false;
    try {
      await work();
    } catch (error) {
      this.#outcome = describe(messageOf(error));
    } finally {
      release();
      this.scheduler = undefined;
      this.#progress = undefined;
    }
  }
}

/**
 * Prepares rows in batches and gives what is made of them, in order: a batch is got ready while the
 * one before is asked about, so that nobody waits for it.
 */
export async function* inBatches<T>(
  rows: readonly number[],
  size: number,
  prepare: (batch: readonly number[]) => Promise<readonly T[]>,
): AsyncGenerator<T> {
  const prepareFrom = (from: number): Promise<readonly T[]> =>
    from < rows.length ? prepare(rows.slice(from, from + size)) : Promise.resolve([]);
  let next = prepareFrom(0);
  for (let from = 0; from < rows.length; from += size) {
    const batch = await next;
    next = prepareFrom(from + size);
    next.catch(() => undefined); // awaited when it is its turn
    yield* batch;
  }
}
