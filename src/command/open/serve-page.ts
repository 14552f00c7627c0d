import { createServer } from 'node:http';

/** A page served on this device only. */
export interface PageServer {
  readonly address: string;
  readonly close: () => Promise<void>;
}

const LOOPBACK = '127.0.0.1';

/**
 * Serves HTML on the loopback interface under a path that other users of this device cannot guess.
 * Port 0 takes any free one; rejects when the port is taken.
 */
export function servePage(page: Uint8Array, port: number): Promise<PageServer> {
  const path = `/${crypto.randomUUID()}/`;
  const server = createServer(({ url = '', method, headers }, response) => {
    // not parsed as a URL, because `//` is not one
    const [pathname = ''] = url.split('?');
    // with another host name the request could come from a page elsewhere
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
