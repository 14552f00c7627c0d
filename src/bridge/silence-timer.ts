const TICK_MS = 250;

/**
 * A deadline counted in ticks of the page's own clock. While the machine sleeps, or is too busy to
 * run the page, ticks are late too: a worker that could not run either is not blamed.
 */
export class SilenceTimer {
  readonly #onSilence: () => void;
  #interval: ReturnType<typeof setInterval> | undefined;
  #ticksLeft = 0;

  /** @param onSilence told once, when the time is over */
  constructor(onSilence: () => void) {
    this.#onSilence = onSilence;
  }

  /**
   * Starts anew.
   * @param ms how long to wait
   */
  restart(ms: number): void {
    this.#ticksLeft = Math.ceil(ms / TICK_MS);
    this.#interval ??= setInterval(() => this.#tick(), TICK_MS);
  }

  /** Ends without a word. */
  stop(): void {
    clearInterval(this.#interval);
    this.#interval = undefined;
  }

  #tick(): void {
    if (--this.#ticksLeft > 0) return;
    this.stop();
    this.#onSilence();
  }
}
