import { expose } from 'comlink';
import { layoutMap } from './layout-map.ts';

const api = { layoutMap };

/** What the page can ask of this worker. */
export type LayoutApi = typeof api;

expose(api);
