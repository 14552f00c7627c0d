import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defaultClientConditions } from 'vite';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import packageJson from './package.json' with { type: 'json' };
import { assembly } from './scripts/assembly.ts';
import { contentSecurityPolicy, sandboxScriptSource } from './scripts/csp.ts';
import { DEFAULT_SETTINGS } from '#core/score/metrics/registry.ts';
import { documentPages } from './scripts/document-pages.ts';
import { fetchPlayground, PARTS, textsPerScreen } from './scripts/three-parts.ts';
import { notePackages, notices } from './scripts/notices.ts';
import { rowFunction } from './scripts/row-function.ts';
import { sampleAnswers } from './scripts/sample-answers.ts';
import { schemaBase, withoutThreads } from './scripts/patched-libraries.ts';
import { serviceWorker } from './scripts/service-worker.ts';
import { singleFile, singlePageInSite } from './scripts/single-file.ts';

const SINGLE_PAGE = 'trajectory-playground.html';

interface TestFiles {
  readonly include: string[];
  readonly exclude?: string[];
}

/** Tests of code that needs no page. */
function inNode(name: string, files: TestFiles): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: {
      name,
      environment: 'node',
      // pure code: nothing to isolate, and half the time saved
      isolate: false,
      setupFiles: ['tests/support/law-runs.ts'],
      ...files,
    },
  };
}

/** Tests that mount components. */
function inPage(name: string, files: TestFiles): TestProjectInlineConfiguration {
  return {
    extends: true,
    resolve: { conditions: [...defaultClientConditions] },
    test: {
      name,
      environment: 'jsdom',
      isolate: false,
      setupFiles: ['tests/support/page-globals.ts', 'tests/support/law-runs.ts'],
      ...files,
    },
  };
}

const TESTS = ['{src,workers,tests}/**/*.test.ts'];
const PAGE_TESTS = ['**/*.svelte.test.ts'];
const SLOW_TESTS = ['{src,workers,tests}/**/*.slow{,.svelte}.test.ts'];
const SLOW_PAGE_TESTS = ['src/**/*.slow.svelte.test.ts'];

/**
 * `vite build` makes the site, and with it the page in one file. `--mode page` leaves that file out,
 * `--mode single` makes nothing else.
 */
export default defineConfig(({ mode }) => {
  const isSingle = mode === 'single';
  const pageBeside = mode === 'page' ? [] : [singlePageInSite(SINGLE_PAGE)];
  return {
    base: './',
    define: {
      SANDBOX_SCRIPT_SOURCE: JSON.stringify(sandboxScriptSource()),
      PACKAGE_VERSION: JSON.stringify(packageJson.version),
      SETTINGS_AT_FIRST: JSON.stringify(DEFAULT_SETTINGS),
    },
    publicDir: isSingle ? false : 'public',
    plugins: [
      svelte({ configFile: false, compilerOptions: { runes: true } }),
      documentPages(),
      textsPerScreen(),
      withoutThreads,
      assembly(),
      rowFunction(),
      schemaBase(),
      sampleAnswers(),
      isSingle
        ? singleFile(SINGLE_PAGE)
        : [...pageBeside, fetchPlayground(), contentSecurityPolicy(), serviceWorker(), notices()],
    ],
    worker: {
      format: isSingle ? 'iife' : 'es',
      plugins: () => [assembly(), schemaBase(), notePackages()],
      // A blob has no neighbours, so an inline worker cannot load chunks.
      rolldownOptions: {
        output: { codeSplitting: false },
        // it starts WebAssembly when it is merely imported, which the page's policy forbids
        treeshake: { moduleSideEffects: (id) => !id.includes('hyparquet-compressors') },
      },
    },
    build: {
      target: 'es2022',
      // New enough to keep light-dark() and nesting as written.
      cssTarget: ['chrome123', 'safari17.5', 'firefox128'],
      assetsInlineLimit: 0,
      modulePreload: {
        polyfill: false,
        // a name of every chunk that a chunk needs would make up a tenth of the shell
        resolveDependencies: (_, files) => files.filter((file) => file.endsWith('.css')),
      },
      // the single page stands in a chunk of its own
      chunkSizeWarningLimit: 4000,
      rolldownOptions: {
        checks: { bundlerTimings: false },
        ...(!isSingle && { output: { codeSplitting: { groups: PARTS } } }),
      },
      emptyOutDir: !isSingle,
    },
    test: {
      // only a test that fails takes this long: a busy machine is no reason to
      testTimeout: 120_000,
      // a test that waits leaves its core to another
      maxWorkers: 2,
      // packed by a plugin, see scripts/assembly.ts
      server: { deps: { inline: [/micropython/] } },
      reporters: ['default', ['json', { outputFile: 'test-results/unit.json' }]],
      alias: [
        {
          find: '#workers/evaluation.worker.ts?worker&inline',
          replacement: fileURLToPath(new URL('tests/support/thread-worker.ts', import.meta.url)),
        },
      ],
      projects: [
        inNode('unit', { include: TESTS, exclude: [...PAGE_TESTS, ...SLOW_TESTS] }),
        inPage('page', { include: PAGE_TESTS, exclude: SLOW_TESTS }),
        // npm run verify has the time for them
        inNode('slow', { include: SLOW_TESTS, exclude: PAGE_TESTS }),
        inPage('slow-page', { include: SLOW_PAGE_TESTS }),
      ],
    },
  };
});
