import { expose } from 'comlink';
import { createEvaluationApi } from '#workers/evaluation-api.ts';

/**
 * A worker that lives in the test's own thread: what the page's code starts in unit tests, in place
 * of the real one (see vite.config.ts). Messages are cloned and transferred as between threads.
 */
export default class ThreadWorker extends EventTarget {
  /** Those that have been started and not been ended. */
  static readonly living = new Set<ThreadWorker>();
  /** Takes the lock that a worker holds while it lives; a test may put locks of its own here. */
  static takeLifeLock: (name: string) => Promise<boolean> = () => Promise.resolve(false);
  readonly name: string;
  readonly #near: MessagePort;
  readonly #far: MessagePort;
  /** Questions that have not been answered yet. */
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

  /** Whether it has answered all that it was asked. */
  get isIdle(): boolean {
    return this.#asked.size === 0;
  }

  terminate(): void {
    this.#near.close();
    this.#far.close();
    ThreadWorker.living.delete(this);
  }

  /** Ends as a worker does that threw an error nobody caught. */
  crash(): void {
    this.#asked.clear();
    this.#far.close();
    this.dispatchEvent(new Event('error', { cancelable: true }));
  }

  /** Posts something to the page that is no answer, as amid long work. */
  post(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }

  /** Answers nothing from now on. */
  hang(): void {
    this.#asked.clear();
    this.#far.close();
  }
}
