/** What a worker posts of an error that nothing in it handles. */
export interface WorkerFault {
  readonly fault: { readonly name: string; readonly message: string; readonly stack: string };
}

/**
 * Posts every error of a worker that nothing handles. A browser passes no rejection on to the page,
 * and of a thrown error it passes on neither kind nor stack.
 */
export function postFaults(
  worker: EventTarget & { postMessage(fault: WorkerFault): void } = self,
): void {
  const post = (thrown: unknown): void => {
    const {
      name,
      message,
      stack = '',
    } = thrown instanceof Error ? thrown : new Error(String(thrown));
    worker.postMessage({ fault: { name, message, stack } });
  };
  worker.addEventListener('error', (event) => {
    const { message } = event as ErrorEvent;
    const error: unknown = (event as ErrorEvent).error;
    post(error ?? message);
  });
  worker.addEventListener('unhandledrejection', (event) => {
    post((event as PromiseRejectionEvent).reason);
  });
}
