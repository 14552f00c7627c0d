import { afterEach, expect, it, vi } from 'vitest';
import { scrollStop } from './scroll-stop.ts';

afterEach(() => document.body.replaceChildren());

it('a region is a tab stop while it scrolls, in either direction, and nothing in it is one', async () => {
  const region = document.createElement('div');
  document.body.append(region);
  const sizes = ['scrollHeight', 'clientHeight', 'scrollWidth', 'clientWidth'] as const;
  const [height, , width] = sizes.map((key) => vi.spyOn(region, key, 'get').mockReturnValue(100));
  const hasStop = async (): Promise<boolean> => {
    // what is in it changes, which may have changed its size
    region.append('text');
    await Promise.resolve();
    await new Promise(requestAnimationFrame);
    return region.getAttribute('tabindex') === '0';
  };
  const stop = scrollStop(region);
  expect(await hasStop()).toBe(false);
  height!.mockReturnValue(101);
  expect(await hasStop()).toBe(true);
  const button = document.createElement('button');
  region.append(button);
  expect(await hasStop()).toBe(false);
  button.disabled = true;
  expect(await hasStop()).toBe(true);
  button.remove();
  height!.mockReturnValue(100);
  expect(await hasStop()).toBe(false);
  width!.mockReturnValue(101);
  expect(await hasStop()).toBe(true);
  stop?.();
  width!.mockReturnValue(100);
  expect(await hasStop()).toBe(true);
});

it('a region takes the focus of what was in it and goes', async () => {
  const region = document.createElement('div');
  const [button, other] = ['button', 'button'].map((name) => document.createElement(name));
  region.append(button!, other!);
  document.body.append(region);
  scrollStop(region);
  button!.focus();
  button!.remove();
  await Promise.resolve();
  expect(document.activeElement).toBe(region);
  region.append('text');
  await Promise.resolve();
  expect(document.activeElement).toBe(region);
  other!.focus();
  other!.blur();
  region.append('text');
  await Promise.resolve();
  expect(document.activeElement).toBe(document.body);
});
