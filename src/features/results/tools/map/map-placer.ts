import { wrap, type Remote } from 'comlink';
import type { MapLayout } from './layout-map.ts';
import type { MapLooks } from './map-looks.ts';
import type { LayoutApi } from './layout.worker.ts';

const loadWorker = () => import('#features/results/tools/map/layout.worker.ts?worker&inline');

/** Places maps in a worker of their own: of many edges that takes longer than the page may wait. */
export class MapPlacer {
  #worker: Worker | undefined;
  #api: Remote<LayoutApi> | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Places a map once those before it are placed.
   * @param signal gives it up: who drags a slider waits for the last map only
   * @returns the map in its place; undefined when given up
   * @throws Error when the worker cannot be started
   */
  place(looks: MapLooks, signal: AbortSignal): Promise<MapLayout | undefined> {
    const placed = this.#last.then(() => this.#ask(looks, signal));
    // who asked for it is told: the next map is placed all the same
    this.#last = placed.catch(() => undefined);
    return placed;
  }

  async #ask(looks: MapLooks, signal: AbortSignal): Promise<MapLayout | undefined> {
    const { default: LayoutWorker } = await loadWorker();
    if (signal.aborted) return undefined;
    const worker = (this.#worker ??= new LayoutWorker({ name: 'map' }));
    const api = (this.#api ??= wrap<LayoutApi>(worker));
    return new Promise((resolve, reject) => {
      const fail = (): void => {
        // the next map is placed by another
        this.end();
        reject(new Error('the worker that places maps has failed'));
      };
      worker.addEventListener('error', fail, { once: true, signal });
      signal.addEventListener('abort', () => resolve(undefined), { once: true });
      api.layoutMap(looks).then(resolve, reject);
    });
  }

  /** Ends the worker. */
  end(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#api = undefined;
  }
}
