// Build plugin: leaves out what unzipit would start its own workers with. It is never asked to.
import type { Plugin } from 'vite';

const NONE = '\0no-threads';

/** Builds that run anywhere must not import modules of Node. */
export const withoutThreads: Plugin = {
  name: 'without-threads',
  enforce: 'pre',
  apply: 'build',
  resolveId: (id, importer) =>
    id === 'node:worker_threads' && importer?.includes('/unzipit/') === true ? NONE : undefined,
  load: (id) => (id === NONE ? 'export const Worker = undefined;' : undefined),
};
