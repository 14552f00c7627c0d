import { createServer } from 'node:http';

/** A page that is served on this device alone. */
export interface PageServer {
  readonly address: string;
  readonly close: () => Promise<void>;
}

const LOOPBACK = '127.0.0.1';

/**
 * Serves HTML on the loopback, under a path that nobody can guess: others on this device cannot
 * read it. Port 0 takes any free one; rejects when the port is taken.
 */
export function servePage(page: Uint8Array, port: number): Promise<PageServer> {
  const path = `/${crypto.randomUUID()}/`;
  const server = createServer(({ url = '', method, headers }, response) => {
    // no URL is made of it: of `//` there is none
    const [pathname = ''] = url.split('?');
    // another name for this device would be that of a page elsewhere
    const isOwn = /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(headers.host ?? '');
    if (!isOwn || method !== 'GET' || pathname !== path) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    response.end(page);
  });
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen(port, LOOPBACK, () => {
      const address = server.address();
      const actual = typeof address === 'object' && address ? address.port : port;
      resolve({
        address: `http://${LOOPBACK}:${actual}${path}`,
        close: () =>
          new Promise((done) => {
            server.close(() => done());
            server.closeAllConnections();
          }),
      });
    });
  });
}
