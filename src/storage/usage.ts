/** How much room the page's data takes. */
export interface StorageUsage {
  readonly usedBytes: number;
  /** What the browser says it may take; it can refuse earlier. */
  readonly quotaBytes: number;
}

/**
 * Estimates how much room the page's data takes.
 * @returns the browser's estimate; undefined where it gives none. Never rejects.
 */
export async function estimateUsage(): Promise<StorageUsage | undefined> {
  try {
    const estimate = await storageManager()?.estimate();
    if (estimate?.usage === undefined || estimate.quota === undefined) return undefined;
    return { usedBytes: estimate.usage, quotaBytes: estimate.quota };
  } catch {
    return undefined;
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
    return false;
  }
}

/** Browsers have it only on secure pages, whatever the types say. */
function storageManager(): StorageManager | undefined {
  return (globalThis as { navigator?: { storage?: StorageManager } }).navigator?.storage;
}
