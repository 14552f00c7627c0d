import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bareRequest, join, LARGEST_ANSWER_BYTES, requestJson } from './request.ts';
import { eventually } from '../../tests/support/eventually.ts';

const { signal } = new AbortController();
/** Milliseconds that no answer here needs. */
const LONG = 20_000;

/** Starts a server on loopback; gives its address. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((onListening) => server.listen(0, '127.0.0.1', onListening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

const ask = (url: string, withinMs = LONG) =>
  requestJson({ url, headers: {}, body: {} }, signal, withinMs);

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

describe('a request', () => {
  it('is a POST of JSON with its headers', async () => {
    const seen: unknown[] = [];
    const url = await serve((request, response) => {
      void bodyOf(request).then((body) => {
        const { method, headers } = request;
        seen.push([method, headers['x-key'], headers['content-type'], body]);
        response.end('{"ok":true}');
      });
    });
    const headers = { 'x-key': 'secret' };
    expect(await requestJson({ url, headers, body: { a: 1 } }, signal, LONG)).toEqual({ ok: true });
    expect(seen).toEqual([['POST', 'secret', 'application/json', '{"a":1}']]);
  });

  it('goes to no other address', async () => {
    const strayed: string[] = [];
    const elsewhere = await serve((request, response) => {
      strayed.push(request.url ?? '');
      response.end('{}');
    });
    const url = await serve((_request, response) => {
      response.writeHead(307, { location: elsewhere }).end();
    });
    const sent = requestJson({ url, headers: { 'x-key': 'secret' }, body: {} }, signal, LONG);
    await expect(sent).rejects.toMatchObject({ failure: 'network_or_cors' });
    expect(strayed).toEqual([]);
  });

  it('fails with the status, what was said and how long to wait', async () => {
    const url = await serve((_request, response) => {
      response.writeHead(429, { 'retry-after': '2' }).end('{"error":{"message":"slow down"}}');
    });
    await expect(ask(url)).rejects.toMatchObject({
      failure: 'rate_limited',
      message: 'HTTP 429: slow down',
      retryAfterMs: 2000,
    });
  });

  it('fails when what comes back is not JSON, or nothing', async () => {
    for (const text of ['<html>busy</html>', '']) {
      const url = await serve((_request, response) => response.end(text));
      await expect(ask(url)).rejects.toMatchObject({
        failure: 'server',
        message: 'The provider’s answer is not JSON.',
      });
    }
  });

  it('fails when nobody is there, and when the answer breaks off', async () => {
    const broken = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('{"choices":[', () => response.destroy());
    });
    for (const url of ['http://127.0.0.1:1', broken])
      await expect(ask(url)).rejects.toMatchObject({ failure: 'network_or_cors' });
  });

  it('fails when the answer is late, also one that has begun', async () => {
    const silent = await serve(() => undefined);
    const slow = await serve((_request, response) => void response.write('{'));
    for (const url of [silent, slow]) {
      await expect(ask(url, 30)).rejects.toMatchObject({
        failure: 'timeout',
      });
    }
  });

  it('is read to a limit, also where the answer never ends', async () => {
    const large = await serve((_request, response) =>
      response.end(JSON.stringify('x'.repeat(LARGEST_ANSWER_BYTES))),
    );
    let isLeft = false;
    const endless = await serve((_request, response) => {
      const piece = 'x'.repeat(100_000);
      const write = (): void => void response.write(piece, write);
      response.on('close', () => (isLeft = true));
      write();
    });
    for (const url of [large, endless]) {
      await expect(ask(url)).rejects.toMatchObject({
        failure: 'unparseable',
        message: 'The answer is too large to be read. More than 4,000,000 bytes.',
      });
    }
    await eventually(() => expect(isLeft).toBe(true));
  });

  it('ends with its signal', async () => {
    const abort = new AbortController();
    const url = await serve(() => abort.abort());
    await expect(
      requestJson({ url, headers: {}, body: {} }, abort.signal, LONG),
    ).rejects.toMatchObject({
      name: 'AbortError',
    });
  });
});

it('carries nothing along that is not put into it', () => {
  expect(bareRequest('POST')).toEqual({
    method: 'POST',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  });
  expect(bareRequest('GET')).toMatchObject({ credentials: 'omit', cache: 'no-store' });
});

it('joins addresses and paths', () => {
  expect(join(' https://host/v1/// ', 'models')).toBe('https://host/v1/models');
  expect(join('https://host', 'models')).toBe('https://host/models');
});
