import type { Page } from '@playwright/test';

/** Counts what an object store holds, past the page's own code. */
export function storedCount(page: Page, store: 'runs' | 'chunks'): Promise<number> {
  return ask(page, store, 'count') as Promise<number>;
}

/** Reads the states of the stored runs, past the page's own code. */
export async function storedStates(page: Page): Promise<string[]> {
  const runs = (await ask(page, 'runs', 'getAll')) as readonly { state: string }[];
  return runs.map(({ state }) => state);
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
