import { DATABASE } from '#kernel/storage/connection.ts';
import { openRaw } from '../fixtures/storage/database-faults.ts';

/** Takes all records out of an object store, past the page's own code. */
export async function emptyStore(name: string): Promise<void> {
  const database = await openRaw(DATABASE.version);
  await new Promise<unknown>((resolve) => {
    const tx = database.transaction(name, 'readwrite');
    tx.objectStore(name).clear();
    tx.oncomplete = resolve;
  });
  database.close();
}
