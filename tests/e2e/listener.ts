import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A host that is not the page's own. */
export interface Listener {
  readonly url: string;
  /** Paths of the requests that reached it. */
  readonly hits: readonly string[];
  readonly stop: () => void;
}

/** Starts a host that counts what reaches it, and answers with a page. */
export async function startListener(body = 'reached'): Promise<Listener> {
  const hits: string[] = [];
  const server = createServer((request, response) => {
    hits.push(request.url ?? '');
    const headers = { 'access-control-allow-origin': '*', 'content-type': 'text/html' };
    response.writeHead(200, headers).end(body);
  });
  server.on('upgrade', (request, socket) => {
    hits.push(request.url ?? '');
    socket.destroy();
  });
  await new Promise<void>((onListening) => server.listen(0, '127.0.0.1', onListening));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${String(port)}/`, hits, stop: () => server.close() };
}
