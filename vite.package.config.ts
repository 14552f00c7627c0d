import { defineConfig } from 'vite';
import { assembly } from './.tooling/assembly.ts';
import { declarations } from './.tooling/declarations.ts';
import { notices } from './.tooling/notices.ts';
import { packageVersion } from './.tooling/package-version.ts';
import { rowFunction } from './.tooling/row-function.ts';

/** `npm run build:package` makes the package and the command, beside the page. */
export default defineConfig({
  publicDir: false,
  define: { PACKAGE_VERSION: JSON.stringify(packageVersion()) },
  plugins: [
    assembly(),
    rowFunction(),
    notices(),
    declarations('src/package/api.ts', 'src/package/tsconfig.json'),
  ],
  // nothing is installed with the package
  ssr: { noExternal: true },
  build: {
    ssr: true,
    target: 'es2023',
    outDir: 'dist/package',
    emptyOutDir: true,
    minify: true,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      input: {
        api: 'src/package/api.ts',
        command: 'src/command/main.ts',
        worker: 'src/command/threads/score-worker.ts',
        'code-thread': 'src/command/own-metrics/code-thread.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
