// Lists the layers of the code and what each may import, for ESLint and tests/layers.test.ts.
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
  core: { folder: 'src/core', layers: [], packages: ['@noble/hashes', 'valibot'] },
  ui: { folder: 'src/ui', layers: ['core'], packages: ['chart.js', 'svelte'] },
  samples: { folder: 'src/samples', layers: ['core'], packages: [] },
  workers: { folder: 'workers', layers: ['core'], packages: ['comlink'] },
  engine: { folder: 'src/engine', layers: ['core', 'workers'], packages: ['unzipit', 'valibot'] },
  package: { folder: 'src/package', layers: ['core', 'workers', 'engine'], packages: [] },
  command: {
    folder: 'src/command',
    layers: ['core', 'workers', 'engine', 'package'],
    packages: [
      '@bomb.sh/tab',
      'cli-table3',
      'comlink',
      'commander',
      'node:child_process',
      'node:fs',
      'node:http',
      'node:net',
      'node:os',
      'node:path',
      'node:process',
      'node:stream',
      'node:timers',
      'node:tty',
      'node:url',
      'node:util',
      'node:vm',
      'node:worker_threads',
      'node:zlib',
      'picocolors',
      'yocto-spinner',
    ],
  },
  providers: { folder: 'src/providers', layers: ['core'], packages: ['p-queue'] },
  kernel: {
    folder: 'src/kernel',
    layers: ['core', 'ui', 'samples', 'workers', 'engine'],
    packages: ['comlink', 'idb', 'svelte', 'valibot'],
  },
  features: {
    folder: 'src/features',
    layers: ['core', 'ui', 'samples', 'workers', 'engine', 'providers', 'kernel'],
    packages: ['svelte', 'valibot'],
  },
  app: {
    folder: 'src/app',
    layers: ['core', 'ui', 'samples', 'kernel', 'features'],
    packages: ['svelte'],
  },
  page: { folder: 'src', layers: ['ui', 'kernel', 'app'], packages: ['svelte'] },
};

/**
 * Folders that may import more packages than their layer.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const EXTRA_PACKAGES = {
  'src/core/base/python': ['@lezer/common', '@lezer/python'],
  'src/ui/editor': ['@lezer/highlight', '@lezer/javascript', '@lezer/python'],
  'src/core/score/trajectory-rules': ['yaml'],
  'src/core/calls/declarations': ['@cfworker/json-schema'],
  'src/core/read/formats/csv': ['papaparse'],
  'src/providers/gemini': ['@google/generative-ai'],
  'workers/parquet': ['hyparquet', 'hyparquet-compressors'],
};

/**
 * A feature's questions.ts runs in workers and belongs to their layer: the page imports only its
 * types. The files it imports from its own folder are shared with the page, and may import what
 * core may.
 */
export const QUESTIONS = /^src\/features\/[^/]+\/questions\.ts$/;

/**
 * Folders whose subfolders are in an order: each imports only those before it, so that no types
 * or calls run in a circle.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const ORDERS = {
  'src/core': [
    'base',
    'calls',
    'match',
    'read',
    'score',
    'explain',
    'compare',
    'gate',
    'judge',
    'agents',
    'share',
    'warehouse',
  ],
  'src/core/base': ['lists', 'statistics', 'json', 'literals', 'text', 'python'],
  'src/core/read': [
    'names',
    'framework',
    'choices',
    'transcripts',
    'cells',
    'shape',
    'traces',
    'adapters',
    'issues',
    'containers',
    'formats',
    'dataset',
  ],
  'src/core/score': [
    'metric',
    'custom-metrics',
    'judged-metrics',
    'recorded-metrics',
    'rated-metrics',
    'trajectory-rules',
    'process-metrics',
    'metrics',
    'columns',
    'review',
    'what-if',
    'metric-sets',
  ],
  'src/core/explain': [
    'tool-table',
    'failure-patterns',
    'view',
    'row',
    'summary',
    'reference-edits',
  ],
  'src/features': [
    'help',
    'downloads',
    'metrics',
    'sessions',
    'judge',
    'agents',
    'references',
    'review',
    'calls',
    'steps',
    'row',
    'runs',
    'data',
    'results',
    'gate',
    'compare',
    'welcome',
    'share',
    'palette',
  ],
};
