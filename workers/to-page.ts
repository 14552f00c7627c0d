/** What a worker posts to have the page read a Blob; the port takes the bytes or an error. */
export interface ReadRequest {
  readonly blobToRead: Blob;
  readonly port: MessagePort;
}

/** The bytes of a Blob, or the error that reading it ended with. */
export type ReadAnswer = ArrayBuffer | { readonly name: string; readonly message: string };

const PIECE_BYTES = 4 * 1024 * 1024;

/** The Blob class of a worker, whose methods are replaced. */
interface BlobClass {
  new (parts: string[]): Blob;
  readonly prototype: Pick<Blob, 'arrayBuffer' | 'text' | 'stream'>;
}

/**
 * Has the page read Blobs where the browser refuses them to a worker. WebKit does so on a page
 * without origin, such as one opened as a file: not even a Blob of the worker's own can be read
 * there, while the page reads them all. Elsewhere nothing changes.
 */
export async function readThroughPage(
  ask: (request: ReadRequest) => void = (request) =>
    self.postMessage(request, { transfer: [request.port] }),
  blobClass: BlobClass = Blob,
): Promise<void> {
  const { prototype } = blobClass;
  const own = {
    arrayBuffer: prototype.arrayBuffer,
    text: prototype.text,
    stream: prototype.stream,
  };
  const canRead = new blobClass(['1']).arrayBuffer().then(
    () => true,
    () => false,
  );
  prototype.arrayBuffer = async function (this: Blob) {
    return (await canRead) ? own.arrayBuffer.call(this) : askFor(this, ask);
  };
  prototype.text = async function (this: Blob) {
    return new TextDecoder().decode(await this.arrayBuffer());
  };
  prototype.stream = function (this: Blob) {
    let at = 0;
    const source = {
      pull: async (controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>) => {
        const piece = await this.slice(at, (at += PIECE_BYTES)).arrayBuffer();
        if (piece.byteLength > 0) controller.enqueue(new Uint8Array(piece));
        if (at >= this.size) controller.close();
      },
    };
    // nothing is read before it is asked for
    return new ReadableStream(source, { highWaterMark: 0 });
  };
  if (await canRead) Object.assign(prototype, own);
}

function askFor(blob: Blob, ask: (request: ReadRequest) => void): Promise<ArrayBuffer> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve, reject) => {
    port1.onmessage = ({ data }: MessageEvent<ReadAnswer>) => {
      port1.close();
      if (data instanceof ArrayBuffer) resolve(data);
      else reject(new DOMException(data.message, data.name));
    };
    ask({ blobToRead: blob, port: port2 });
  });
}

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

/** What a worker posts to the page amid its work. */
export interface SignOfLife {
  /** Milliseconds it may stay silent from now on. */
  readonly silenceMs: number;
}

/** Rows are scored in microseconds: a worker silent for longer hangs. */
const SILENCE_MS = 2000;
/** What may take long: a read from a slow disk, one very long row. */
export const LONG_SILENCE_MS = 20_000;
const EVERY_MS = 250;

let sentAtMs = -Infinity;
let sentMs = 0;
let post: ((sign: SignOfLife) => void) | undefined;

/** Has {@link signalAlive} send signs; workers outside the page, of Node, send none. */
export function startSignals(to: typeof post): void {
  post = to;
}

/** Posts to the page that this worker lives, at most a few times a second. */
export function signalAlive(silenceMs = SILENCE_MS): void {
  const nowMs = performance.now();
  if (silenceMs === sentMs && nowMs - sentAtMs < EVERY_MS) return;
  sentAtMs = nowMs;
  sentMs = silenceMs;
  post?.({ silenceMs });
}

/**
 * Holds a lock of this worker's name for as long as it lives: the browser frees it when the worker
 * ends, however it does. False where the browser has no locks.
 */
export function holdLifeLock(): Promise<boolean> {
  return new Promise((resolve) => {
    const hold = (): Promise<never> => {
      resolve(true);
      return new Promise(() => undefined);
    };
    // secure pages only, whatever the types say
    const { locks } = navigator as { locks?: LockManager };
    if (!locks) resolve(false);
    else locks.request(self.name, hold).catch(() => resolve(false));
  });
}
