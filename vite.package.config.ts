// Build plugin: puts the compressed one-file page beside the command, for its HTML reports.
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type BuildOptions, type Plugin } from 'vite';
import packageJson from './package.json' with { type: 'json' };
import { assembly } from './scripts/assembly.ts';
import { declarations } from './scripts/declarations.ts';
import { notices } from './scripts/notices.ts';
import { withoutThreads } from './scripts/patched-libraries.ts';
import { rowFunction } from './scripts/row-function.ts';
import { brotliCompressSync, constants } from 'node:zlib';

const READ_PARQUET = 'workers/parquet/read-parquet.ts';

const SHARED: BuildOptions = { target: 'es2023', outDir: 'dist/package', minify: true };

/** The package runs wherever there is JavaScript: nothing of Node may come into it. */
const PACKAGE: BuildOptions = {
  ...SHARED,
  emptyOutDir: true,
  lib: { entry: { api: 'src/package/api.ts', parquet: READ_PARQUET }, formats: ['es'] },
  rolldownOptions: {
    checks: { bundlerTimings: false },
    output: { chunkFileNames: 'api-[name]-[hash].js', minify: true },
  },
};

/** The command reads Parquet with the package's code: it is large and would be there twice. */
const sharedParquet: Plugin = {
  name: 'shared-parquet',
  enforce: 'pre',
  resolveId: (id) =>
    id === `#${READ_PARQUET}` ? { id: './parquet.js', external: 'relative' } : undefined,
};

/** npm makes the command executable where it first links it, and a new build would undo that. */
const executable: Plugin = {
  name: 'executable',
  writeBundle: ({ dir = '' }) => chmodSync(join(dir, 'command.js'), 0o755),
};

const COMMAND: BuildOptions = {
  ...SHARED,
  emptyOutDir: false,
  ssr: true,
  rolldownOptions: {
    checks: { bundlerTimings: false },
    input: {
      command: 'src/command/command-main.ts',
      'command-thread': 'src/command/threads/command-thread.ts',
      worker: 'src/command/threads/score-worker.ts',
    },
    // beside each other: threads are started from their own files
    output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
  },
};

/** `npm run build:package` makes the package and then, with `--mode command`, the command. */
export default defineConfig(({ mode }) => {
  const isCommand = mode === 'command';
  return {
    publicDir: false,
    define: { PACKAGE_VERSION: JSON.stringify(packageJson.version) },
    plugins: [
      assembly(),
      rowFunction(),
      notices(isCommand ? 'NOTICES-OF-THE-COMMAND.txt' : 'NOTICES-OF-THE-PACKAGE.txt'),
      isCommand
        ? [sharedParquet, packedPage('dist/trajectory-playground.html'), executable]
        : [withoutThreads, declarations('src/package/api.ts', 'src/package/tsconfig.json')],
    ],
    // nothing is installed with the package
    ssr: { noExternal: true },
    build: isCommand ? COMMAND : PACKAGE,
  };
});

/**
 * Writes the one-file page, compressed, beside the command. Parts of its code occur several times,
 * far apart, which Brotli finds and the gzip of a tarball does not.
 */
function packedPage(path: string): Plugin {
  return {
    name: 'packed-page',
    generateBundle() {
      // a build of the package alone has no page
      if (!existsSync(path)) return;
      const params = {
        [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      };
      const source = brotliCompressSync(readFileSync(path), { params });
      this.emitFile({ type: 'asset', fileName: 'page.html.br', source });
    },
  };
}
