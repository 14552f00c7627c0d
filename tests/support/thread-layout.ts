import { expose } from 'comlink';
import { layoutMap } from '#features/results/tools/map/layout-map.ts';

/** The worker that places maps, in the test's own thread, in place of the real one (see vite.config.ts). */
export default class ThreadLayout extends EventTarget {
  readonly #near: MessagePort;

  constructor() {
    super();
    const { port1, port2 } = new MessageChannel();
    this.#near = port1;
    expose({ layoutMap }, port2);
    port1.onmessage = ({ data }: MessageEvent<unknown>) => {
      this.dispatchEvent(new MessageEvent('message', { data }));
    };
  }

  postMessage(message: unknown): void {
    this.#near.postMessage(message);
  }

  terminate(): void {
    this.#near.close();
  }
}
