import { describe, expect, it } from 'vitest';
import { outcomeMessage, OUTCOMES, FAILURES } from '#core/calls/outcome.ts';
import { waitBefore, errorOfStatus } from './call-error.ts';

describe('errorOfStatus', () => {
  it.each([
    [401, '{"error":{"message":"Incorrect API key"}}', 'auth'],
    [400, '{"error":{"message":"API key not valid. Please pass a valid API key."}}', 'auth'],
    [403, '', 'auth'],
    [429, '{"error":{"code":"insufficient_quota"}}', 'auth'],
    [429, '{}', 'rate_limited'],
    [529, '{"type":"overloaded_error"}', 'rate_limited'],
    [408, '', 'timeout'],
    [500, '<html>oops', 'server'],
    [503, '', 'server'],
    [404, '{"error":{"message":"model not found"}}', 'rejected'],
    [400, 'bad', 'rejected'],
  ])('%i %s is %s', (status, body, failure) => {
    expect(errorOfStatus(status, body, null).failure).toBe(failure);
  });

  it('says what the provider said, in one short line', () => {
    const body = JSON.stringify({ error: { message: `no such\nmodel ${'x'.repeat(999)}` } });
    const { message } = errorOfStatus(404, body, null);
    expect(message).toMatch(/^HTTP 404: no such/);
    expect(message.length).toBeLessThan(330);
    expect(message).not.toContain('\n');
  });

  it.each([
    'nothing but it: KEY',
    `{"error":{"message":"${'x'.repeat(270)} KEY"}}`,
    '{"error":{"message":"bad KEY"}}'.replace('KEY', 'KEY'.replaceAll('/', String.raw`\/`)),
    `{"error":"bad","trace":"${'y'.repeat(19_990)}KEY"}`,
  ])('never repeats a key, wherever it is cut: %s', (body) => {
    const key = 'pF3+x9/QmZ7b=Lw2Tn8/Kc5+Rv1YdHj6/Us4Ge0Ba==';
    const { message } = errorOfStatus(400, body.replace('KEY', key), null, [key]);
    for (let at = 0; at + 12 <= key.length; at++)
      expect(message).not.toContain(key.slice(at, at + 12));
  });

  it.each([
    ['{"details":[{"retryDelay":"37s"}]}', null, 37_000],
    ['{"details":[{"retryDelay":"1.5s"}]}', '9', 1500],
    ['{"message":"Please try again in 20s."}', null, 20_000],
    ['{"message":"Please try again in 350ms."}', null, 350],
    ['{"message":"Please try again in 1.5m"}', null, 90_000],
    ['', '3', 3000],
    ['', 'Sat, 21 Nov 2026 20:00:00 GMT', undefined],
    ['', '-4', undefined],
    ['', '999999', 120_000],
    ['', null, undefined],
  ])('waits as %s and Retry-After %s ask', (body, header, wait) => {
    expect(errorOfStatus(429, body, header).retryAfterMs).toBe(wait);
  });
});

it('waitBefore doubles with full jitter up to a minute, unless the provider says how long', () => {
  expect([1, 2, 3, 9].map((n) => waitBefore(n, undefined, 1))).toEqual([1000, 2000, 4000, 60_000]);
  expect(waitBefore(5, undefined, 0)).toBe(0);
  expect(waitBefore(5, 3000, 0)).toBe(3000);
});

it('failures as outcomes stand together, in order, each with words', () => {
  const first = OUTCOMES.indexOf('judge_auth');
  const stored = OUTCOMES.slice(first, first + FAILURES.length);
  expect(stored).toEqual(FAILURES.map((failure) => `judge_${failure}`));
  for (const outcome of stored) expect(outcomeMessage(outcome)).toMatch(/^[A-Z].+\.$/);
});
