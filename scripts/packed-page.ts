// Build plugin: puts the compressed one-file page beside the command, for its HTML reports.
import { existsSync, readFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Plugin } from 'vite';

/**
 * Puts the page in one file beside the command, compressed: parts of its code are in it several
 * times, far apart, which Brotli finds and the gzip of a tarball does not.
 */
export function packedPage(path: string): Plugin {
  return {
    name: 'packed-page',
    generateBundle() {
      // the package alone is built for a gate, which writes no page
      if (!existsSync(path)) return;
      const params = {
        [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      };
      const source = brotliCompressSync(readFileSync(path), { params });
      this.emitFile({ type: 'asset', fileName: 'page.html.br', source });
    },
  };
}
