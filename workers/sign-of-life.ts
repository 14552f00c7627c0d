/** What a worker posts to the page amid its work. */
export interface SignOfLife {
  /** Milliseconds it may stay silent from now on. */
  readonly silenceMs: number;
}

/** Rows are scored in microseconds: a worker silent for longer hangs. */
const SILENCE_MS = 2000;
/** What may take long: a read from a slow disk, one very long row. */
export const LONG_SILENCE_MS = 20_000;
const EVERY_MS = 250;

let sentAtMs = -Infinity;
let sentMs = 0;
let post: ((sign: SignOfLife) => void) | undefined;

/** Gives signs from now on: to the page, from its own workers. A worker of somebody else's gives none. */
export function giveSigns(to: typeof post): void {
  post = to;
}

/** Posts to the page that this worker lives, at most a few times a second. */
export function signalAlive(silenceMs = SILENCE_MS): void {
  const nowMs = performance.now();
  if (silenceMs === sentMs && nowMs - sentAtMs < EVERY_MS) return;
  sentAtMs = nowMs;
  sentMs = silenceMs;
  post?.({ silenceMs });
}

/**
 * Holds a lock of this worker's name for as long as it lives: the browser frees it when the worker
 * ends, however it does. False where the browser has no locks.
 */
export function holdLifeLock(): Promise<boolean> {
  return new Promise((resolve) => {
    const hold = (): Promise<never> => {
      resolve(true);
      return new Promise(() => undefined);
    };
    // secure pages only, whatever the types say
    const { locks } = navigator as { locks?: LockManager };
    if (!locks) resolve(false);
    else locks.request(self.name, hold).catch(() => resolve(false));
  });
}
