import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** Pages that are served on this device alone. */
export interface PageServer {
  /** Where the page is. */
  readonly address: string;
  readonly close: () => Promise<void>;
}

/** What is served: a page, and its version where it may change. */
export interface ServedPage {
  readonly title: string;
  /** Reads the page as it is now. */
  readonly read: () => Uint8Array;
  /** Counts the changes of the page; absent: it never changes. */
  readonly version?: () => number;
}

const LOOPBACK = '127.0.0.1';

/**
 * Serves a page on the loopback, under a path that nobody can guess: others on this device cannot
 * read it. A page that changes is shown within another one that loads it anew, so that what is
 * looked at stays as it is in the address.
 * @param page the page
 * @param port 0 takes any free one
 * @returns where it is; rejects when the port is taken
 */
export function servePage(page: ServedPage, port: number): Promise<PageServer> {
  const path = `/${crypto.randomUUID()}`;
  const server: Server = createServer((request, response) => {
    try {
      answer(page, path, request, response);
    } catch {
      // no request ends the server
      if (response.headersSent) response.destroy();
      else response.writeHead(404).end();
    }
  });
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen(port, LOOPBACK, () => {
      const address = server.address();
      const actual = typeof address === 'object' && address ? address.port : port;
      resolve({
        address: `http://${LOOPBACK}:${actual}${path}/`,
        close: () =>
          new Promise((done) => {
            server.close(() => done());
            server.closeAllConnections();
          }),
      });
    });
  });
}

function answer(
  page: ServedPage,
  path: string,
  { url = '', method, headers }: IncomingMessage,
  response: ServerResponse,
): void {
  // no URL is made of it: of `//` there is none
  const [pathname = ''] = url.split('?');
  // another name for this device would be that of a page elsewhere
  const isOwn = /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(headers.host ?? '');
  const found = isOwn && method === 'GET' ? bodyOf(page, pathname, path) : undefined;
  if (!found) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, {
    'content-type': found.type,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
  response.end(found.body);
}

function bodyOf(
  page: ServedPage,
  pathname: string,
  path: string,
): { readonly type: string; readonly body: string | Uint8Array } | undefined {
  const html = 'text/html; charset=utf-8';
  if (pathname === `${path}/page`) return { type: html, body: page.read() };
  if (pathname === `${path}/version`)
    return { type: 'text/plain', body: String(page.version?.() ?? 0) };
  if (pathname !== `${path}/`) return undefined;
  return { type: html, body: page.version ? watchingPage(page.title) : page.read() };
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '"': '&quot;' };

/** Shows the page in a frame and loads it anew when it has changed; its address keeps what is shown. */
function watchingPage(title: string): string {
  const escaped = title.replace(/[&<"]/g, (mark) => ESCAPES[mark] ?? mark);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${escaped}</title>
<style>html, body, iframe { width: 100%; height: 100%; margin: 0; border: 0; display: block }</style>
<iframe src="page" title="${escaped}"></iframe>
<script type="module">
  const frame = document.querySelector('iframe');
  let shown = await (await fetch('version')).text();
  setInterval(async () => {
    const version = await (await fetch('version')).text().catch(() => shown);
    if (version === shown) return;
    shown = version;
    frame.contentWindow.location.reload();
  }, 1000);
</script>
</html>
`;
}
