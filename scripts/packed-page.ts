// Build plugin: puts the compressed one-file page beside the command, for its HTML reports.
import { existsSync, readFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Plugin } from 'vite';

/**
 * Writes the one-file page, compressed, beside the command. Parts of its code occur several times,
 * far apart, which Brotli finds and the gzip of a tarball does not.
 */
export function packedPage(path: string): Plugin {
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
