/**
 * Waits until whoever holds a lock lets go of it, or ends.
 * @param name the lock's name
 * @param signal ends the waiting
 * @returns whether the lock became free; false when the waiting was ended or locks are refused
 */
export async function whenLockEnds(name: string, signal: AbortSignal): Promise<boolean> {
  try {
    await navigator.locks.request(name, { signal }, () => undefined);
    return true;
  } catch {
    return false;
  }
}
