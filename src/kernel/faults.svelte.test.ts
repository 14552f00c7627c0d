import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../tests/support/eventually.ts';
import { describeFault } from './fault-report.ts';
import { watchFaults } from './faults.ts';
import { Notices } from './notices.svelte.ts';
import { StorageError } from './storage/storage-error.ts';
import { serveWorker } from './worker/serve-worker.ts';

const NOT_LOADED = 'Failed to fetch dynamically imported module: https://host/assets/Runs-abc.js';
let notices: Notices;
let stop: () => void;

beforeEach(() => {
  notices = new Notices();
  stop = watchFaults(notices, () => 'runs');
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
});

/** What a browser does with a promise that is rejected and that nobody handles. */
function reject(reason: unknown): void {
  dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
}

const labels = () => notices.banners.map(({ actions }) => actions?.map(({ label }) => label));

describe('errors that nothing handles', () => {
  it('are shown with a way on, whether thrown or rejected', async () => {
    const error = new TypeError("Cannot read properties of undefined (reading 'prompt')");
    dispatchEvent(new ErrorEvent('error', { error, message: error.message }));
    await eventually(() => expect(labels()).toEqual([['Copy report', 'Reload']]));
    const [banner] = notices.banners;
    expect(banner?.title).toBe('Something in the page went wrong.');
    expect(banner?.text).toContain('(TypeError: Cannot read properties of undefined reading …)');

    reject('no error at all');
    await eventually(() => expect(notices.banners[0]?.text).toContain('(Error: no error at …)'));
    expect(notices.banners).toHaveLength(1);
  });

  it('are shown where they happen in a worker', async () => {
    const worker = new EventTarget();
    serveWorker(worker);
    const { name, message, stack } = new RangeError('Maximum call stack size exceeded');
    worker.dispatchEvent(
      new MessageEvent('message', { data: { fault: { name, message, stack } } }),
    );
    await eventually(() => expect(labels()).toEqual([['Copy report', 'Reload']]));
    expect(notices.banners[0]?.text).toContain('(RangeError: Maximum call stack size exceeded)');
    const fault = { name: 'AbortError', message: 'Cancelled', stack: '' };
    worker.dispatchEvent(new MessageEvent('message', { data: { fault } }));
    worker.dispatchEvent(new MessageEvent('message', { data: { id: 'an answer' } }));
    expect(notices.banners).toHaveLength(1);
  });

  it('come to the front of a dialog', async () => {
    const dialog = document.createElement('dialog');
    dialog.open = true;
    document.body.append(dialog);
    reject(new Error('x'));
    await eventually(() => expect(notices.banners).toHaveLength(1));
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

  it('are no matter where all is well, or where the store has reported them', async () => {
    reject(new DOMException('Cancelled', 'AbortError'));
    reject(new StorageError('full'));
    const message = 'ResizeObserver loop completed with undelivered notifications.';
    dispatchEvent(new ErrorEvent('error', { message }));
    reject(new Error('last'));
    await eventually(() => expect(notices.banners).toHaveLength(1));
    expect(notices.banners[0]?.text).toContain('(Error: …)');
  });
});

describe('the report', () => {
  it('names version, browser, screen and each error with its place', async () => {
    const script = document.createElement('script');
    Object.defineProperty(script, 'src', { value: 'https://host/assets/first-Ab_1.js' });
    script.setAttribute('src', '');
    document.head.append(script);
    const writeText = vi.fn(() => Promise.resolve());
    vi.stubGlobal('navigator', { userAgent: 'Browser/1.0', clipboard: { writeText } });
    const error = new RangeError('Maximum call stack size exceeded');
    error.stack = `RangeError: ${error.message}
    at f (https://host/assets/index-Ab_1.js?v=1#data=secret:12:34)
    at async https://host/assets/Runs-2.js:5:6
    at file:///home/ann/secret.html:7:8`;
    reject(error);
    reject(error);
    reject(new Error('invalid'));
    await eventually(() => expect(notices.banners[0]?.text).toContain('invalid'));
    notices.banners[0]?.actions?.[0]?.run();
    await eventually(() => expect(writeText).toHaveBeenCalledOnce());
    const report = String(writeText.mock.calls.at(0)?.at(0));
    expect(report.split('\n').slice(0, 7)).toEqual([
      'Trajectory Playground, first-Ab_1.js',
      'Browser: Browser/1.0',
      'Screen: runs',
      'RangeError: Maximum call stack size exceeded',
      '  index-Ab_1.js:12:34',
      '  Runs-2.js:5:6',
      '  page:7:8',
    ]);
    script.remove();
    expect(report).toContain('\nError: invalid\n');
    expect(report.match(/RangeError/g)).toHaveLength(1);
    expect(notices.toasts.map(({ text }) => text)).toEqual([
      'Report copied. It contains none of your data.',
    ]);
  });

  it('holds nothing of the data, whatever a message holds', () => {
    const secret = fc.stringMatching(/^[a-z]{3,9}[0-9]{3,9}$/);
    const around = fc.string({
      unit: fc.constantFrom('"', "'", '\n', ' at ', ':1:1', '/', '(', 'a'),
    });
    fc.assert(
      fc.property(secret, around, around, (hidden, before, after) => {
        const report = describeFault(new TypeError(`${before}${hidden}${after}`));
        expect(report).not.toContain(hidden);
      }),
    );
  });
});
