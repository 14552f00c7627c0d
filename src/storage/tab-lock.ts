/**
 * Takes the lock of the one tab that may do a work that is paid for: two would ask the same
 * questions. The browser frees it when the page goes away, even by a crash.
 * @param work what is done
 * @returns a function that frees the lock; undefined while another tab has it. Where the browser
 *   has no locks, one that other tabs cannot see.
 */
export function takeTabLock(work: 'judge' | 'agent'): Promise<(() => void) | undefined> {
  const locks = (globalThis as { navigator?: { locks?: LockManager } }).navigator?.locks;
  if (!locks) return Promise.resolve(() => undefined);
  return new Promise((resolve) => {
    locks
      .request(`trajectory-playground:${work}`, { ifAvailable: true }, (lock) => {
        if (!lock) {
          resolve(undefined);
          return undefined;
        }
        return new Promise<void>((free) => resolve(free));
      })
      // refused, as in a sandboxed frame
      .catch(() => resolve(() => undefined));
  });
}
