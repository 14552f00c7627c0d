import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** Tests of what is built and packed: `npm run build` comes first. */
export default defineConfig({
  root: fileURLToPath(new URL('../../', import.meta.url)),
  test: {
    include: ['tests/package/*.check.ts'],
    reporters: ['default', ['json', { outputFile: 'test-results/package.json' }]],
    // only a test that fails takes this long
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 1,
    isolate: false,
  },
});
