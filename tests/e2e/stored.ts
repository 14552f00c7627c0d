import type { Page } from '@playwright/test';

/** Counts what an object store holds, past the page's own code. */
export function storedCount(
  page: Page,
  store: 'runs' | 'sources' | 'chunks' | 'exchanges' | 'verdicts',
): Promise<number> {
  return ask(page, store, 'count') as Promise<number>;
}

/** Reads the states of the stored runs, past the page's own code. */
export async function storedStates(page: Page): Promise<string[]> {
  const runs = (await ask(page, 'runs', 'getAll')) as readonly { state: string }[];
  return runs.map(({ state }) => state);
}

/** Empties object stores, past the page's own code. */
export function emptyStores(page: Page, stores: readonly string[]): Promise<void> {
  return page.evaluate(
    (names) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('trajectory-playground');
        opening.onerror = () => reject(opening.error ?? new Error('no reason'));
        opening.onsuccess = () => {
          const tx = opening.result.transaction(names, 'readwrite');
          for (const name of names) tx.objectStore(name).clear();
          tx.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    [...stores],
  );
}

function ask(page: Page, store: string, question: 'count' | 'getAll'): Promise<unknown> {
  return page.evaluate(
    ([name, method]) =>
      new Promise<unknown>((resolve, reject) => {
        const opening = indexedDB.open('trajectory-playground');
        opening.onerror = () => reject(opening.error ?? new Error('no reason'));
        opening.onsuccess = () => {
          const request = opening.result.transaction(name).objectStore(name)[method]();
          request.onerror = () => reject(request.error ?? new Error('no reason'));
          request.onsuccess = () => {
            opening.result.close();
            resolve(request.result);
          };
        };
      }),
    [store, question] as const,
  );
}

/** Everything that the page keeps on this device, as one text. */
export function dumpStorage(page: Page): Promise<string> {
  return page.evaluate(dump);
}

/** Everything that is kept on this device, read in the page itself. */
export async function dump(): Promise<string> {
  const kept = [localStorage, sessionStorage].map((storage) =>
    JSON.stringify(Object.entries(storage)),
  );
  for (const { name } of await indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name ?? '');
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(new Error('cannot open'));
    });
    for (const store of database.objectStoreNames) {
      const all = await new Promise<unknown[]>((resolve) => {
        const reading = database.transaction(store).objectStore(store).getAll();
        reading.onsuccess = () => resolve(reading.result as unknown[]);
      });
      for (const record of all) {
        kept.push(JSON.stringify(record));
        const blobs = Object.values(record as object).filter((value) => value instanceof Blob);
        for (const blob of blobs) kept.push(await blob.text());
      }
    }
    database.close();
  }
  return kept.join('\n');
}
