import { takeTabLock } from '#kernel/storage/locks.ts';
import { messageOf } from '#core/base/text/sentence.ts';

/** Calls under way. */
interface Calls {
  readonly restsUntilMs: number;
  pause(): void;
  resume(): void;
  cancel(): void;
}

/**
 * Calls that are paid for, of a judge or an agent: made once over all tabs of the page, paused and
 * ended by a person.
 */
export class CallSession<Progress> {
  /** The calls under way. */
  protected calls: Calls | undefined;
  #progress = $state.raw<Progress | undefined>();
  #isPaused = $state(false);
  #outcome = $state('');

  /** How far the calls under way are; undefined without any. */
  get progress(): Progress | undefined {
    return this.#progress;
  }

  protected set progress(progress: Progress | undefined) {
    this.#progress = progress;
  }

  /** Until when no call begins because fewer were asked for, by the page's clock; 0 where calls go on. */
  get restsUntilMs(): number {
    return this.calls?.restsUntilMs ?? 0;
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
    this.calls?.pause();
  }

  resume(): void {
    this.#isPaused = false;
    this.calls?.resume();
  }

  /** Ends the calls; what was answered stays and is not asked for again. */
  cancel(): void {
    this.calls?.cancel();
  }

  /**
   * Makes calls, unless another tab makes any of this kind.
   * @param work makes the calls; what it throws is the outcome
   */
  protected async make(
    kind: 'judge' | 'agent',
    taken: string,
    work: () => Promise<void>,
    describe: (message: string) => string,
  ): Promise<void> {
    this.#outcome = '';
    const release = await takeTabLock(kind);
    if (!release) {
      this.#outcome = taken;
      return;
    }
    this.#isPaused = false;
    try {
      await work();
    } catch (error) {
      this.#outcome = describe(messageOf(error));
    } finally {
      release();
      this.calls = undefined;
      this.#progress = undefined;
    }
  }
}
