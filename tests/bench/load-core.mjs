/** Loads the scoring code into this process, bundled as for the page. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';

/** @returns {Promise<typeof import('./scoring-core.ts')>} */
export async function loadCore() {
  const folder = mkdtempSync(join(tmpdir(), 'trajectory-playground-core-'));
  try {
    await build({
      configFile: false,
      logLevel: 'error',
      publicDir: false,
      // it runs from the temporary folder, where no package is found
      ssr: { noExternal: true },
      build: {
        ssr: fileURLToPath(new URL('scoring-core.ts', import.meta.url)),
        outDir: folder,
        rolldownOptions: { output: { entryFileNames: 'core.mjs' } },
      },
    });
    return await import(pathToFileURL(join(folder, 'core.mjs')).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
