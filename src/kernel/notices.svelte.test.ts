import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StorageTrouble } from './storage/connection.ts';
import { readClipboard } from './clipboard.ts';
import { Notices } from './notices.svelte.ts';
import { tellBrokenOff, tellCancelled, tellUnopened, tellUnwritten } from './tell.ts';
import { tellRowsLost, tellTrouble } from './tell-trouble.ts';

let notices: Notices;
const toasts = () => notices.toasts.map(({ text }) => text);

beforeEach(() => {
  vi.useFakeTimers();
  notices = new Notices();
});

afterEach(() => {
  vi.useRealTimers();
});

it('the clipboard is read, or there is a word on why not', async () => {
  const readText = vi.fn(() => Promise.resolve(' '));
  vi.stubGlobal('navigator', { clipboard: { readText } });
  expect(await readClipboard(notices)).toBeUndefined();
  readText.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'));
  expect(await readClipboard(notices)).toBeUndefined();
  readText.mockResolvedValueOnce('{}');
  expect(await readClipboard(notices)).toBe('{}');
  vi.unstubAllGlobals();
  expect(toasts()).toEqual([
    'The clipboard has no text.',
    'The browser does not let the page read the clipboard. Press Ctrl V instead.',
  ]);
});

describe('a short message', () => {
  it('goes away by itself, and then can no longer be acted on', () => {
    const onGone = vi.fn();
    const action = { label: 'Undo', run: () => undefined };
    notices.toast('Deleted.', action, onGone);
    notices.toast('Copied.');
    expect(notices.toasts).toEqual([
      { id: 1, text: 'Deleted.', action },
      { id: 2, text: 'Copied.' },
    ]);
    expect(onGone).not.toHaveBeenCalled();
    vi.advanceTimersByTime(8000);
    expect(toasts()).toEqual([]);
    expect(onGone).toHaveBeenCalledOnce();
  });

  it('stays while somebody is at it', () => {
    const onGone = vi.fn();
    notices.toast('Deleted.', undefined, onGone);
    notices.isHeld = true;
    vi.advanceTimersByTime(20_000);
    expect(toasts()).toEqual(['Deleted.']);
    notices.isHeld = false;
    vi.advanceTimersByTime(8000);
    expect(toasts()).toEqual([]);
    expect(onGone).toHaveBeenCalledOnce();
  });

  it('is dismissed before', () => {
    notices.toast('a');
    notices.toast('b');
    notices.dismissToast(1);
    expect(toasts()).toEqual(['b']);
  });
});

describe('a message that stays', () => {
  const banner = { id: 'link', kind: 'info', title: 'Loading', text: '' } as const;

  it('takes the place of one with the same id, until it is closed', () => {
    notices.banner(banner);
    notices.banner({ ...banner, id: 'other' });
    notices.banner({ ...banner, text: '1 MB so far.' });
    vi.advanceTimersByTime(1e9);
    expect(notices.banners).toEqual([
      { ...banner, id: 'other' },
      { ...banner, text: '1 MB so far.' },
    ]);
    notices.dismissBanner('link');
    expect(notices.banners.map(({ id }) => id)).toEqual(['other']);
  });
});

describe('what is told', () => {
  it.each([
    ['begun run', 'Cancelled. The rows scored so far are kept under Runs; resume there.'],
    ['earlier scores', 'Cancelled. The earlier scores are shown.'],
    ['rows so far', 'Cancelled. The rows scored so far are shown, not kept.'],
    ['nothing', 'Cancelled. Nothing was scored.'],
  ] as const)('after scoring was cancelled: %s', (shown, said) => {
    tellCancelled(notices, shown);
    expect(toasts()).toEqual([said]);
  });

  it('where a file broke off, and why', async () => {
    await tellBrokenOff(notices, { code: 'scoring_failed', reason: 'no memory left' });
    expect(notices.banners).toMatchObject([
      { id: 'file', kind: 'warn', text: expect.stringContaining('no memory left') as unknown },
    ]);
  });

  it('where a file can no longer be read: the copy, or that there is none', () => {
    tellRowsLost(notices, true);
    expect(toasts()).toEqual([
      'The file was changed or deleted. Its rows are read from the copy under Runs.',
    ]);
    tellRowsLost(notices, false);
    expect(notices.banners).toMatchObject([
      { id: 'source', kind: 'warn', title: 'The file can no longer be read.' },
    ]);
  });

  it('where a file could not be written or a run not be opened', () => {
    tellUnwritten(notices, new TypeError('Failed to fetch dynamically imported module: /a.js'));
    expect(notices.banners.map(({ text }) => text)).toEqual([
      'A part of the page could not be loaded. Reload the page.',
    ]);
    tellUnwritten(notices, new Error('no memory left'));
    tellUnopened(notices, 'cut off');
    expect(notices.banners).toEqual([
      {
        ...{ id: 'download', kind: 'error', title: 'The file could not be written.' },
        text: 'no memory left',
      },
      { id: 'load', kind: 'error', title: 'This run could not be opened.', text: 'cut off' },
    ]);
  });

  it.each<[StorageTrouble, string]>([
    ['unavailable', 'This browser does not let the page store anything.'],
    ['full', 'Storage is full.'],
    ['lost', 'The stored runs were removed or the connection to them was lost.'],
    ['removed', 'A run is no longer stored.'],
    ['blocked', 'Another tab runs an older version of this page.'],
    ['blocking', 'A newer version of this page is waiting in another tab.'],
    ['damaged', 'Some stored data could not be read.'],
    ['newer', 'The stored runs were written by a newer version of this page.'],
  ])('of storage that is %s', (trouble, title) => {
    tellTrouble(notices, 'full');
    tellTrouble(notices, trouble);
    expect(notices.banners).toMatchObject([{ id: 'storage', kind: 'warn', title }]);
    expect(notices.banners[0]?.text).not.toBe('');
  });
});
