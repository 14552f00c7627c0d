import type { WorkerFault } from '#workers/worker-faults.ts';
import type { ReadAnswer, ReadRequest } from '#workers/read-through-page.ts';

/**
 * Does for a worker what it cannot do itself: reads Blobs, see read-through-page.ts, and reports
 * errors that nothing in it handles, see faults.ts.
 */
export function serveWorker(worker: EventTarget): void {
  worker.addEventListener('message', (event) => {
    const { data } = event as MessageEvent<unknown>;
    if (isReadRequest(data)) void answer(data);
    else if (isFault(data)) reportError(Object.assign(new Error(), data.fault));
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

function isFault(data: unknown): data is WorkerFault {
  return typeof data === 'object' && data !== null && 'fault' in data;
}
