import { describe, expect, it } from 'vitest';
import { readThroughPage } from '#workers/to-page.ts';
import { serveWorker } from './worker-client.ts';

/** Longer than a piece of a stream. */
const TEXT = 'ein Blöb\n'.repeat(1_000_000);

/** The Blob class of a worker that may read none, and one that may; each test gets its own. */
function blobOfWorker(mayRead: boolean): typeof Blob {
  const refuse = () => Promise.reject(new DOMException('refused', 'NotReadableError'));
  class WorkerBlob extends Blob {
    override arrayBuffer(): Promise<ArrayBuffer> {
      return mayRead ? super.arrayBuffer() : refuse();
    }
    override text(): Promise<string> {
      return mayRead ? super.text() : refuse();
    }
    override slice(start?: number, end?: number): Blob {
      return new WorkerBlob([super.slice(start, end)]);
    }
  }
  return WorkerBlob;
}

/** A page that reads for a worker: what it was asked, and the way to ask. */
function pageThatReads(read: (blob: Blob) => Blob = structuredClone) {
  const worker = new EventTarget();
  const asked: Blob[] = [];
  serveWorker(worker);
  const ask: Parameters<typeof readThroughPage>[0] = ({ blobToRead, port }) => {
    asked.push(blobToRead);
    // Blobs are cloned on their way
    const data = { blobToRead: read(blobToRead), port };
    worker.dispatchEvent(new MessageEvent('message', { data }));
  };
  return { asked, ask };
}

describe('a worker that the browser lets read no Blob', () => {
  it('reads bytes, texts and streams through the page, from the first moment', async () => {
    const WorkerBlob = blobOfWorker(false);
    const { ask } = pageThatReads();
    const settled = readThroughPage(ask, WorkerBlob);
    const blob = new WorkerBlob([TEXT]);
    expect((await blob.text()) === TEXT).toBe(true);
    await settled;
    expect(new TextDecoder().decode(await blob.arrayBuffer()) === TEXT).toBe(true);
    expect(await blob.slice(4, 9).text()).toBe('Blöb');
    expect((await new Response(blob.stream()).text()) === TEXT).toBe(true);
    expect(await new Response(new WorkerBlob([]).stream()).text()).toBe('');
  });

  it('learns why the page could not read', async () => {
    const WorkerBlob = blobOfWorker(false);
    const gone = blobOfWorker(false);
    const { ask } = pageThatReads(() => new gone(['x']));
    await readThroughPage(ask, WorkerBlob);
    await expect(new WorkerBlob(['x']).arrayBuffer()).rejects.toMatchObject({
      name: 'NotReadableError',
      message: 'refused',
    });
  });
});

it('a worker that can read never asks the page, and has its own methods back', async () => {
  const WorkerBlob = blobOfWorker(true);
  const { arrayBuffer, text } = WorkerBlob.prototype;
  const { ask, asked } = pageThatReads();
  const settled = readThroughPage(ask, WorkerBlob);
  expect(await new WorkerBlob([TEXT]).text()).toBe(TEXT);
  await settled;
  expect(WorkerBlob.prototype).toMatchObject({ arrayBuffer, text });
  expect(asked).toEqual([]);
});
