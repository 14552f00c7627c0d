// A static server on loopback: node scripts/serve.mjs [folder=dist] [port=4173] [prefix=/]
import { pathToFileURL } from 'node:url';
import express from 'express';

/**
 * Serves a folder's files until the process ends.
 *
 * @param {string} folder
 * @param {number} port 0 takes any free one
 * @param {string} prefix the path the folder appears under; begins and ends with a slash
 * @returns {Promise<string>} the address; rejects when the port is taken
 */
export function serve(folder, port, prefix = '/') {
  const app = express().use(prefix, express.static(folder));
  return new Promise((onListening, onError) => {
    const server = app.listen(port, '127.0.0.1', (error) => {
      const address = server.address();
      if (error || typeof address !== 'object' || !address) onError(error);
      else onListening(`http://127.0.0.1:${address.port}${prefix}`);
    });
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [folder = 'dist', port = '4173', prefix = '/'] = process.argv.slice(2);
  console.log(await serve(folder, Number(port), prefix));
}
