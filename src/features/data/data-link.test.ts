import { describe, expect, it, afterEach, beforeEach, vi } from 'vitest';
import { tablesOf } from '../../../tests/support/cases.ts';
import { linkToData, readDataLink, DatasetUnreachable, fetchDataset } from './data-link.ts';

const CASES = tablesOf<{
  links: [string, string][];
  noLinks: [string, string][];
}>('data');

const addressOf = (fragment: string): string | undefined => {
  const link = readDataLink(fragment);
  return link && 'url' in link ? link.url.href : undefined;
};

describe('readDataLink', () => {
  it.each(CASES.links)('%s', (fragment, address) => {
    expect(addressOf(fragment)).toBe(address);
  });

  it.each(CASES.noLinks)('refuses %s', (fragment, why) => {
    expect(readDataLink(fragment)).toMatchObject({ problem: expect.stringContaining(why) });
  });

  it('reads the links that are written', () => {
    const address = 'https://example.org/a%20b%25.jsonl?x=1&y=%23#part';
    expect(addressOf(linkToData(address))).toBe(address);
  });

  it('passes over other links', () => {
    expect(readDataLink('#/runs?data=1')).toBeUndefined();
    expect(readDataLink('')).toBeUndefined();
  });
});

const ADDRESS = new URL('https://example.org/data/my%20rows.jsonl?a=1#part');
const { signal: never } = new AbortController();

function answerWith(answer: Response | ((init: RequestInit) => Promise<Response>)) {
  const asked = vi.fn((_url: URL, init: RequestInit) =>
    typeof answer === 'function' ? answer(init) : Promise.resolve(answer),
  );
  vi.stubGlobal('fetch', asked);
  return asked;
}

/** A server that sends the pieces given and then says nothing more. */
function silentAfter(...pieces: readonly string[]) {
  return ({ signal }: RequestInit): Promise<Response> => {
    const body = new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
        signal?.addEventListener('abort', () => controller.error(signal.reason));
      },
    });
    return Promise.resolve(new Response(body));
  };
}

async function reasonOf(loading: Promise<unknown>): Promise<string> {
  const error: unknown = await loading.catch((reason: unknown) => reason);
  if (!(error instanceof DatasetUnreachable)) throw error;
  return error.message;
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('fetchDataset', () => {
  it('gives a file named as in the address, and tells how much has arrived', async () => {
    const pieces = ['{"id":', '"1"}\n'];
    const body = new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
        controller.close();
      },
    });
    answerWith(new Response(body));
    const onBytes = vi.fn();
    const file = await fetchDataset(ADDRESS, never, onBytes);
    expect(file.name).toBe('my rows.jsonl');
    expect(await file.text()).toBe('{"id":"1"}\n');
    expect(onBytes.mock.calls).toEqual([[6], [11]]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('joins more than is handed on in one part', async () => {
    const piece = new Uint8Array(9_000_000).fill(97);
    const body = new ReadableStream({
      start(controller) {
        for (let count = 0; count < 3; count++) controller.enqueue(piece.slice());
        controller.close();
      },
    });
    answerWith(new Response(body));
    const file = await fetchDataset(ADDRESS, never, () => undefined);
    expect(file.size).toBe(27_000_000);
  });

  it('sends one request without cookies or referrer, which no other address may answer', async () => {
    const asked = answerWith(new Response('{}'));
    await fetchDataset(ADDRESS, never, () => undefined);
    expect(asked).toHaveBeenCalledOnce();
    expect(asked).toHaveBeenCalledWith(
      ADDRESS.href,
      expect.objectContaining({
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        redirect: 'manual',
      }),
    );
  });

  it.each([
    ['https://example.org/', 'example.org'],
    ['https://example.org/a/%E0%A4%A', '%E0%A4%A'],
  ])('names what comes from %s “%s”', async (address, name) => {
    answerWith(new Response('{}'));
    const file = await fetchDataset(new URL(address), never, () => undefined);
    expect(file.name).toBe(name);
  });

  it.each<[string, Response | ((init: RequestInit) => Promise<Response>), string]>([
    [
      'a server that answers with an error',
      new Response('no', { status: 404, statusText: 'Not Found' }),
      'The server answers 404 Not Found.',
    ],
    ['an error without words', new Response('no', { status: 503 }), 'The server answers 503.'],
    [
      'a server that sends the request on',
      Object.defineProperty(new Response(null), 'type', { value: 'opaqueredirect' }),
      'The server redirects to another address. Use that address instead.',
    ],
    [
      'a server that does not let other pages read',
      () => Promise.reject(new TypeError('Failed to fetch')),
      'The server does not answer, or does not let other pages read its data (CORS). Download the file and drop it here instead.',
    ],
  ])('says why of %s', async (_, answer, reason) => {
    answerWith(answer);
    expect(await reasonOf(fetchDataset(ADDRESS, never, () => undefined))).toBe(reason);
  });

  it('gives up on a server that falls silent, however much it has sent', async () => {
    answerWith(silentAfter('{"id":'));
    const reason = reasonOf(fetchDataset(ADDRESS, never, () => undefined));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await reason).toBe('The server stopped responding.');
  });

  it('waits as long as something arrives now and then', async () => {
    let send: (text: string) => void = () => undefined;
    let end: () => void = () => undefined;
    const body = new ReadableStream({
      start(controller) {
        send = (text) => controller.enqueue(new TextEncoder().encode(text));
        end = () => controller.close();
      },
    });
    answerWith(new Response(body));
    const loading = fetchDataset(ADDRESS, never, () => undefined);
    for (let piece = 0; piece < 3; piece++) {
      await vi.advanceTimersByTimeAsync(20_000);
      send('x');
    }
    end();
    expect((await loading).size).toBe(3);
  });

  it('refuses more than 2 GB', async () => {
    // a piece that says it is large: nobody has that much
    const piece = Object.defineProperty(new Uint8Array(1), 'length', { value: 1_500_000_000 });
    const cancel = vi.fn(() => Promise.resolve());
    const read = () => Promise.resolve({ done: false, value: piece });
    const body = { getReader: () => ({ read, cancel }) };
    answerWith(Object.defineProperty(new Response(''), 'body', { value: body }));
    const reason = await reasonOf(fetchDataset(ADDRESS, never, () => undefined));
    expect(reason).toBe('It is larger than 2 GB.');
    expect(cancel).toHaveBeenCalledOnce();
  });

  it('ends as an abort when it is cancelled', async () => {
    answerWith(silentAfter('{"id":'));
    const cancel = new AbortController();
    const loading = fetchDataset(ADDRESS, cancel.signal, () => cancel.abort());
    await expect(loading).rejects.toMatchObject({ name: 'AbortError' });
  });
});
