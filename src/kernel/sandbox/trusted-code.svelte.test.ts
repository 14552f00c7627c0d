import { afterEach, expect, it, vi } from 'vitest';
import type { CustomMetric } from '#core/score/metric/settings.ts';
import { TrustedCode } from './trusted-code.svelte.ts';

const KEY = 'trajectory-playground:trusted-code';
const metricOf = (name: string, code: string, isOn = true): CustomMetric => {
  return { name, code, isOn, scale: 'number', better: 'none' };
};

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

it('runs only once a person has agreed to it, letter by letter', () => {
  const trusted = new TrustedCode();
  trusted.add('() => 1');
  expect(trusted.has('() => 1')).toBe(true);
  expect(trusted.has('() => 1 ')).toBe(false);
  expect(new TrustedCode().has('() => 1')).toBe(true);
});

it('takes the place of what was typed before it', () => {
  const trusted = new TrustedCode();
  trusted.add('() => 1');
  trusted.add('() => 12', '() => 1');
  expect([trusted.has('() => 1'), trusted.has('() => 12')]).toEqual([false, true]);
});

it('of metrics in use that may not run is named', () => {
  const trusted = new TrustedCode();
  trusted.add('known');
  const metrics = [
    metricOf('mine', 'known'),
    metricOf('foreign', 'unknown'),
    metricOf('off', 'unknown', false),
  ];
  expect(trusted.listUnread(metrics)).toEqual(['foreign']);
  expect(trusted.listUnread()).toEqual([]);
});

it('is forgotten, the oldest first, where there is too much of it', () => {
  const trusted = new TrustedCode();
  for (let count = 0; count <= 100; count++) trusted.add(`code ${String(count)}`);
  expect([trusted.has('code 0'), trusted.has('code 1')]).toEqual([false, true]);
});

it.each(['{', '{"a":1}', '[1,null]'])('is not trusted where %s is stored', (stored) => {
  localStorage.setItem(KEY, stored);
  expect(new TrustedCode().has('1')).toBe(false);
});

it('may run until the page is closed where the browser keeps nothing', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError');
  });
  const trusted = new TrustedCode();
  trusted.add('() => 1');
  expect(trusted.has('() => 1')).toBe(true);
});
