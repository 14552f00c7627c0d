// A static server on loopback: node scripts/serve.mjs [folder=dist] [port=4173] [prefix=/]
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

/** @type {Readonly<Record<string, string>>} */
const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.jsonl': 'application/x-ndjson; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/**
 * Serves a folder's files until the process ends.
 *
 * @param {string} folder
 * @param {number} port 0 takes any free one
 * @param {string} prefix the path the folder appears under; begins and ends with a slash
 * @returns {Promise<string>} the address; rejects when the port is taken
 */
export function serve(folder, port, prefix = '/') {
  const root = resolve(folder);
  const server = createServer((request, response) => {
    const file = fileFor(root, prefix, request.url ?? '/');
    if (file === undefined || !['GET', 'HEAD'].includes(request.method ?? '')) {
      response.writeHead(file === undefined ? 404 : 405).end();
      return;
    }
    response.writeHead(200, {
      'content-type': TYPES[extname(file.path)] ?? 'application/octet-stream',
      'content-length': file.sizeBytes,
      'cache-control': 'no-cache',
    });
    if (request.method === 'HEAD') response.end();
    else createReadStream(file.path).pipe(response);
  });
  return new Promise((onListening, onError) => {
    server.once('error', onError);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      const actual = typeof address === 'object' && address ? address.port : port;
      onListening(`http://127.0.0.1:${actual}${prefix}`);
    });
  });
}

/**
 * @param {string} root
 * @param {string} prefix
 * @param {string} url
 */
function fileFor(root, prefix, url) {
  try {
    const path = decodeURIComponent(new URL(url, 'http://localhost').pathname);
    if (!path.startsWith(prefix)) return undefined;
    const name = path.slice(prefix.length);
    const file = join(root, name === '' || name.endsWith('/') ? `${name}index.html` : name);
    const status = statSync(file);
    if (!file.startsWith(root + sep) || !status.isFile()) return undefined;
    return { path: file, sizeBytes: status.size };
  } catch {
    return undefined;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [folder = 'dist', port = '4173', prefix = '/'] = process.argv.slice(2);
  console.log(await serve(folder, Number(port), prefix));
}
