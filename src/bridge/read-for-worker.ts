import type { ReadAnswer, ReadRequest } from '#workers/read-through-page.ts';

/**
 * Reads Blobs for a worker that cannot read them itself, see read-through-page.ts.
 * @param worker the worker; it need not ask
 */
export function readForWorker(worker: EventTarget): void {
  worker.addEventListener('message', (event) => {
    const { data } = event as MessageEvent<unknown>;
    if (isReadRequest(data)) void answer(data);
  });
}

async function answer({ blobToRead, port }: ReadRequest): Promise<void> {
  try {
    const bytes = await blobToRead.arrayBuffer();
    port.postMessage(bytes satisfies ReadAnswer, [bytes]);
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    port.postMessage({ name, message } satisfies ReadAnswer);
  }
}

function isReadRequest(data: unknown): data is ReadRequest {
  return typeof data === 'object' && data !== null && 'blobToRead' in data;
}
