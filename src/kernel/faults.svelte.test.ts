import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { watchFaults } from './faults.ts';
import { Notices } from './notices.svelte.ts';
import { StorageError } from '#kernel/storage/connection.ts';
import { serveWorker } from '#kernel/worker/worker-client.ts';

const NOT_LOADED = 'Failed to fetch dynamically imported module: https://host/assets/Runs-abc.js';
let notices: Notices;
let stop: () => void;

beforeEach(() => {
  notices = new Notices();
  stop = watchFaults(notices);
});
afterEach(() => stop());

/** What a browser does with a promise that is rejected and that nobody handles. */
function reject(reason: unknown): void {
  dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
}

const labels = () => notices.banners.map(({ actions }) => actions?.map(({ label }) => label));

describe('errors that nothing handles', () => {
  it('are shown with a way on, whether thrown or rejected', () => {
    const error = new TypeError("Cannot read properties of undefined (reading 'prompt')");
    dispatchEvent(new ErrorEvent('error', { error, message: error.message }));
    expect(labels()).toEqual([['Reload']]);
    const [banner] = notices.banners;
    expect(banner?.title).toBe('Something in the page went wrong.');
    expect(banner?.text).toMatch(/\(TypeError\)$/);
    // its message may hold anything of the data
    expect(banner?.text).not.toContain('prompt');

    reject('no error at all');
    expect(notices.banners[0]?.text).toMatch(/\(Error\)$/);
    expect(notices.banners).toHaveLength(1);
  });

  it('are shown where they happen in a worker', () => {
    const worker = new EventTarget();
    serveWorker(worker);
    const { name, message, stack } = new RangeError('Maximum call stack size exceeded');
    worker.dispatchEvent(
      new MessageEvent('message', { data: { fault: { name, message, stack } } }),
    );
    expect(labels()).toEqual([['Reload']]);
    expect(notices.banners[0]?.text).toMatch(/\(RangeError\)$/);
    const fault = { name: 'AbortError', message: 'Cancelled', stack: '' };
    worker.dispatchEvent(new MessageEvent('message', { data: { fault } }));
    worker.dispatchEvent(new MessageEvent('message', { data: { id: 'an answer' } }));
    expect(notices.banners).toHaveLength(1);
  });

  it('come to the front of a dialog', () => {
    const dialog = document.createElement('dialog');
    dialog.open = true;
    document.body.append(dialog);
    reject(new Error('x'));
    expect(notices.banners).toHaveLength(1);
    expect(notices.toasts.map(({ text, action }) => [text, action?.label])).toEqual([
      ['Something in the page went wrong.', 'Reload'],
    ]);
    dialog.remove();
  });

  it.each([
    NOT_LOADED,
    'Importing a module script failed.',
    'Unable to preload CSS for /a/Runs.css',
  ])('of a part that does not arrive tell of a new version: %s', (message) => {
    reject(new TypeError(message));
    const [banner] = notices.banners;
    expect(banner?.title).toBe('A part of the page could not be loaded.');
    expect(banner?.text).toMatch(/new version.*Reload: your work is kept/);
    expect(labels()).toEqual([['Reload']]);
  });

  it('are no matter where all is well, or where the store has reported them', () => {
    reject(new DOMException('Cancelled', 'AbortError'));
    reject(new StorageError('full'));
    const message = 'ResizeObserver loop completed with undelivered notifications.';
    dispatchEvent(new ErrorEvent('error', { message }));
    reject(new Error('last'));
    expect(notices.banners).toHaveLength(1);
    expect(notices.banners[0]?.text).toMatch(/\(Error\)$/);
  });
});
