/**
 * The layers of the app and what each may import, read by ESLint and by tests/layers.test.ts.
 *
 * @typedef {object} Layer
 * @property {string} folder where its files are
 * @property {readonly string[]} layers the other layers it may import
 * @property {readonly string[]} packages the npm packages it may import
 */

/** @type {Readonly<Record<string, Layer>>} */
export const LAYERS = {
  core: { folder: 'src/core', layers: [], packages: [] },
  charts: { folder: 'src/charts', layers: ['core'], packages: ['chart.js'] },
  judges: { folder: 'src/judges', layers: ['core'], packages: ['p-queue'] },
  agents: { folder: 'src/agents', layers: ['core', 'judges'], packages: [] },
  storage: { folder: 'src/storage', layers: ['core'], packages: ['idb'] },
  sandbox: { folder: 'src/sandbox', layers: ['core'], packages: [] },
  samples: { folder: 'src/samples', layers: ['core'], packages: [] },
  workers: { folder: 'workers', layers: ['core'], packages: ['comlink'] },
  bridge: { folder: 'src/bridge', layers: ['core', 'sandbox', 'workers'], packages: ['comlink'] },
  state: {
    folder: 'src/state',
    layers: ['core', 'charts', 'judges', 'agents', 'storage', 'samples', 'bridge'],
    packages: ['svelte'],
  },
  components: {
    folder: 'src/components',
    layers: ['core', 'charts', 'judges', 'agents', 'samples', 'state'],
    packages: ['svelte'],
  },
  app: {
    folder: 'src',
    layers: [
      'core',
      'charts',
      'judges',
      'agents',
      'storage',
      'sandbox',
      'samples',
      'bridge',
      'state',
      'components',
    ],
    packages: ['svelte'],
  },
};

/**
 * Folders that may import more packages than their layer.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const EXTRA_PACKAGES = {
  'src/core/formats/csv': ['papaparse'],
  'src/judges/gemini': ['@google/generative-ai'],
  'workers/parquet': ['hyparquet', 'hyparquet-compressors'],
};
