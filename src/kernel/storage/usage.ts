/**
 * Estimates how many bytes the page's data takes.
 * @returns the browser's estimate; undefined where it has none. Never rejects.
 */
export async function estimateUsage(): Promise<number | undefined> {
  try {
    return (await storageManager()?.estimate())?.usage;
  } catch {
    return undefined; // no figure is shown
  }
}

/**
 * Asks the browser not to clear the page's data by itself.
 * @returns whether it agreed; browsers often decline without asking anybody. Never rejects.
 */
export async function askToPersist(): Promise<boolean> {
  try {
    return (await storageManager()?.persist()) ?? false;
  } catch {
    return false; // as if the browser had declined
  }
}

/** Browsers have it only on secure pages, whatever the types say. */
function storageManager(): StorageManager | undefined {
  return (globalThis as { navigator?: { storage?: StorageManager } }).navigator?.storage;
}
