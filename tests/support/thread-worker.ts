import { expose } from 'comlink';
import { createEvaluationApi } from '#workers/evaluation-api.ts';

/**
 * A worker in the test's own thread, which the page's code starts in unit tests instead of a real
 * one (see vite.config.ts). Messages are cloned and transferred as between threads.
 */
export default class ThreadWorker extends EventTarget {
  /** Workers that were started and not ended. */
  static readonly living = new Set<ThreadWorker>();
  /** Takes the lock that a worker holds while it lives; tests may replace it. */
  static takeLifeLock: (name: string) => Promise<boolean> = () => Promise.resolve(false);
  readonly name: string;
  readonly #near: MessagePort;
  readonly #far: MessagePort;
  /** Open questions. */
  readonly #asked = new Set<unknown>();

  constructor({ name = '' }: { readonly name?: string } = {}) {
    super();
    const { port1, port2 } = new MessageChannel();
    this.name = name;
    this.#near = port1;
    this.#far = port2;
    expose(createEvaluationApi(ThreadWorker.takeLifeLock(name)), port2);
    port1.onmessage = ({ data }: MessageEvent<{ readonly id?: unknown }>) => {
      this.#asked.delete(data.id);
      this.dispatchEvent(new MessageEvent('message', { data }));
    };
    ThreadWorker.living.add(this);
  }

  postMessage(message: unknown, transferred: Transferable[] = []): void {
    this.#asked.add((message as { readonly id?: unknown }).id);
    this.#near.postMessage(message, transferred);
  }

  /** Whether all questions are answered. */
  get isIdle(): boolean {
    return this.#asked.size === 0;
  }

  terminate(): void {
    this.#near.close();
    this.#far.close();
    ThreadWorker.living.delete(this);
  }

  /** Ends like a worker with an uncaught error. */
  crash(): void {
    this.#asked.clear();
    this.#far.close();
    this.dispatchEvent(new Event('error', { cancelable: true }));
  }

  /** Posts a message that is not an answer, as during long work. */
  post(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }

  /** Stops answering. */
  hang(): void {
    this.#asked.clear();
    this.#far.close();
  }
}
