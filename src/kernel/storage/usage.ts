/**
 * Asks the browser not to clear the page's data by itself.
 * @returns whether it agreed; browsers often decline without asking anybody. Never rejects.
 */
export async function askToPersist(): Promise<boolean> {
  // Browsers have it only on secure pages, whatever the types say.
  const { navigator } = globalThis as { navigator?: { storage?: StorageManager } };
  try {
    return (await navigator?.storage?.persist()) ?? false;
  } catch {
    return false; // as if the browser had declined
  }
}
