import { connect } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { servePage, type PageServer } from './open.ts';

let server: PageServer;
beforeEach(async () => {
  server = await servePage(new TextEncoder().encode('page'), 0);
});
afterEach(() => server.close());

/** Sends a request as it is and gives the first line of the answer; empty where there is none. */
function send(request: string): Promise<string> {
  const { port } = new URL(server.address);
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(Number(port), '127.0.0.1', () => socket.end(request));
    socket.on('data', (piece) => (text += String(piece)));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text.split('\r\n')[0] ?? ''));
  });
}

const get = (path: string, host = '127.0.0.1'): string =>
  `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;

const REFUSED = [
  ...['//', '///', '//[', '/\\', 'http://[', 'http://', '*', '/%', '/%E0%A4%A', '/..', '?', '#'],
  ...['//:99999', 'http://a:b', `/${'a'.repeat(8000)}`, '/page', '/version', 'x'],
].map((path) => get(path));
const BROKEN = ['\r\n\r\n', 'GET', 'GET  HTTP/9.9\r\n\r\n', '\0\0\0', 'OPTIONS * HTTP/1.1\r\n\r\n'];

it('is not ended by any request', async () => {
  for (const request of REFUSED) expect(await send(request)).toMatch(/^HTTP\/1\.1 40[04] /);
  for (const request of BROKEN) expect(await send(request)).toMatch(/^(HTTP\/1\.1 40[04] .*)?$/);
  const { pathname } = new URL(server.address);
  for (const method of ['POST', 'HEAD', 'PUT', 'CONNECT', 'TRACE'])
    expect(await send(get(pathname).replace('GET', method))).toMatch(/^(HTTP\/1\.1 404 .*)?$/);
  expect(await send(get(pathname, 'example.com'))).toBe('HTTP/1.1 404 Not Found');
  expect(await (await fetch(`${server.address}?a`)).text()).toBe('page');
});
