import { expect, onTestFinished, vi } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { it, runOf, settled } from '../../../tests/support/open-app.ts';
import { jsonl, THREE_ROWS } from '../../../tests/e2e/rows.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { linkToData } from '#features/data/data-link.ts';
import { sharingOf } from './sharing.svelte.ts';

const ADDRESS = 'https://example.org/three.jsonl';

async function follow(app: AppState, address = ADDRESS): Promise<void> {
  location.hash = linkToData(address);
  await eventually(() => {
    expect(sharingOf(app).review).toMatchObject({ kind: 'data', url: { href: address } });
  });
}

function answerWith(answer: (init: RequestInit) => Promise<Response>) {
  const asked = vi.fn((_url: URL, init: RequestInit) => answer(init));
  vi.stubGlobal('fetch', asked);
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  return asked;
}

it('a link to a dataset asks for nothing before a person has agreed, then opens it like a file', async ({
  app,
}) => {
  const asked = answerWith(() => Promise.resolve(new Response(jsonl(THREE_ROWS))));
  await follow(app);
  expect(asked).not.toHaveBeenCalled();
  await sharingOf(app).accept();
  await settled(app);
  expect(asked).toHaveBeenCalledOnce();
  expect(location.hash).toMatch(/^#\//);
  expect(runOf(app).record).toMatchObject({ name: 'three', rowCount: 3, state: 'complete' });
  expect(app.notices.banners).toEqual([]);
});

it('a link to a dataset says why the data could not be loaded, and leaves the open run alone', async ({
  app,
}) => {
  const { key } = runOf(app);
  answerWith(() => Promise.resolve(new Response('no', { status: 404 })));
  await follow(app);
  await sharingOf(app).accept();
  expect(app.notices.banners).toMatchObject([
    {
      ...{ kind: 'error', title: 'The data from example.org cannot be loaded.' },
      text: 'The server answers 404.',
    },
  ]);
  expect(runOf(app).key).toBe(key);
  // the next link takes the place of what was said of this one
  await follow(app, 'https://example.org/other.jsonl');
  expect(app.notices.banners).toEqual([]);
});

it('a link to a dataset is refused at once where its address may not be asked for', async ({
  app,
}) => {
  location.hash = '#data=http://example.org/rows.jsonl';
  await eventually(() =>
    expect(app.notices.banners).toMatchObject([
      {
        title: 'The data cannot be loaded.',
        text: 'Data is loaded over HTTPS only, or from this device.',
      },
    ]),
  );
  expect(sharingOf(app).review).toBeUndefined();
  expect(location.hash).toBe('#/');
});

it('a link to a dataset can be cancelled while it loads', async ({ app }) => {
  const { key } = runOf(app);
  answerWith(
    ({ signal }) =>
      new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error));
      }),
  );
  await follow(app);
  const loading = sharingOf(app).accept();
  await eventually(() =>
    expect(app.notices.banners).toMatchObject([
      { kind: 'info', title: 'Loading data from example.org', text: '0.0 MB so far.' },
    ]),
  );
  const cancel = app.notices.banners[0]?.actions?.[0];
  expect(cancel?.label).toBe('Cancel');
  cancel?.run();
  await loading;
  expect(app.notices.banners).toEqual([]);
  expect(runOf(app).key).toBe(key);
});

it('a link to a dataset says how much has arrived', async ({ app }) => {
  const { readable: body, writable } = new TransformStream<Uint8Array>();
  const writer = writable.getWriter();
  answerWith(() => Promise.resolve(new Response(body)));
  await follow(app);
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  const loading = sharingOf(app).accept();
  await eventually(() => expect(app.notices.banners).toHaveLength(1));
  now.mockReturnValue(1000);
  await writer.write(new Uint8Array(2_400_000).fill(32));
  await eventually(() => expect(app.notices.banners[0]?.text).toBe('2.4 MB so far.'));
  now.mockRestore();
  await writer.close();
  await loading;
  expect(app.notices.banners).toEqual([]);
});
