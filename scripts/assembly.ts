// Build plugin: compiles the scanner of the workers from AssemblyScript to WebAssembly, and packs MicroPython.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const CACHE = fileURLToPath(new URL('../node_modules/.cache/assembly', import.meta.url));
const SCANNER = fileURLToPath(new URL('../workers/lane/assembly/scanner.ts', import.meta.url));
const require = createRequire(import.meta.url);
const ASC = require.resolve('assemblyscript/bin/asc.js');
const OPTIONS = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd'];
const WASM = /\.wasm$/;
/** Modules that a package ships compiled. */
const COMPILED = new Map([
  [
    'micropython.wasm',
    require.resolve('@micropython/micropython-webassembly-pyscript/micropython.wasm'),
  ],
]);

/**
 * Lets `name.wasm` be imported: the bytes compiled from `name.ts` beside it, in AssemblyScript; for
 * a module that a package ships compiled, its bytes as text, because they are many and rarely
 * needed.
 */
export function assembly(): Plugin {
  return {
    name: 'assembly',
    enforce: 'pre',
    resolveId: (id, importer) =>
      WASM.test(id) && importer !== undefined
        ? (COMPILED.get(basename(id)) ?? join(dirname(importer), id))
        : undefined,
    async load(id) {
      if (!WASM.test(id)) return undefined;
      if (COMPILED.has(basename(id))) {
        const packed = gzipSync(readFileSync(id), { level: 9 }).toString('base64');
        return `export default '${packed}';`;
      }
      const file = id.replace(WASM, '.ts');
      this.addWatchFile(file);
      const code = Buffer.from(await compile(file)).toString('base64');
      return `export default Uint8Array.from(atob('${code}'), (c) => c.charCodeAt(0));`;
    },
  };
}

/** What was compiled in this process, by the hash of its source. */
const results = new Map<string, Promise<Uint8Array>>();

/** Compiles the scanner ahead of what imports it: a module runner waits a minute for a module. */
export const compileScanner = (): Promise<Uint8Array> => compile(SCANNER);

/** Compiling takes seconds, so it has a process of its own, and results are cached. */
async function compile(file: string): Promise<Uint8Array> {
  const source = readFileSync(file, 'utf8');
  const { version } = (await import('assemblyscript/package.json', { with: { type: 'json' } }))
    .default;
  const key = createHash('sha256')
    .update([version, ...OPTIONS, source].join('\n'))
    .digest('hex');
  const result = results.get(key) ?? compileTo(join(CACHE, `${key}.wasm`), file);
  results.set(key, result);
  return result;
}

async function compileTo(cached: string, file: string): Promise<Uint8Array> {
  if (!existsSync(cached)) {
    mkdirSync(CACHE, { recursive: true });
    const own = `${cached}.${String(process.pid)}`;
    const args = [ASC, basename(file), '--outFile', own, ...OPTIONS];
    await promisify(execFile)(process.execPath, args, { cwd: dirname(file) });
    renameSync(own, cached);
  }
  return readFileSync(cached);
}
