import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readClipboard } from './clipboard.ts';
import { Notices } from './notices.svelte.ts';

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

  it('is shown once where it is told again, and dismissed before', () => {
    notices.toast('a');
    notices.toast('a');
    notices.toast('b');
    expect(toasts()).toEqual(['a', 'b']);
    notices.dismissToast(2);
    expect(toasts()).toEqual(['b']);
  });
});

const banner = { id: 'link', kind: 'info', title: 'Loading', text: '' } as const;

it('a message that stays takes the place of one with the same id, until it is closed', () => {
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
