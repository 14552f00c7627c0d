/** Loads the scoring code into this process, bundled as for the page. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, loadConfigFromFile } from 'vite';

const CONFIG = fileURLToPath(new URL('../../vite.package.config.ts', import.meta.url));

/** @returns {Promise<import('vite').PluginOption>} gives the modules of WebAssembly their bytes */
export async function assemblyPlugin() {
  const loaded = await loadConfigFromFile({ command: 'build', mode: 'production' }, CONFIG);
  return loaded?.config.plugins?.[0];
}

/**
 * Bundles a module with all it imports.
 *
 * @param {string} path from this folder
 * @returns {Promise<unknown>} what it exports
 */
export async function loadBundled(path) {
  const folder = mkdtempSync(join(tmpdir(), 'trajectory-playground-core-'));
  try {
    await build({
      configFile: false,
      plugins: [await assemblyPlugin()],
      logLevel: 'error',
      publicDir: false,
      // it runs from the temporary folder, where no package is found
      ssr: { noExternal: true },
      build: {
        ssr: fileURLToPath(new URL(path, import.meta.url)),
        outDir: folder,
        rolldownOptions: { output: { entryFileNames: 'core.mjs' } },
      },
    });
    return await import(pathToFileURL(join(folder, 'core.mjs')).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns {Promise<typeof import('./scoring-core.ts')>} */
export async function loadCore() {
  return /** @type {typeof import('./scoring-core.ts')} */ (await loadBundled('scoring-core.ts'));
}
