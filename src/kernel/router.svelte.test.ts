import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../../tests/support/eventually.ts';
import { isSharedLink, linkTo, Router } from './router.svelte.ts';

/** A router of a page opened at a link; it listens no longer than the test lasts. */
function openAt(link: string): Router {
  history.replaceState(null, '', link);
  const stop = new AbortController();
  const listen = globalThis.addEventListener.bind(globalThis);
  const spy = vi
    .spyOn(globalThis, 'addEventListener')
    .mockImplementation((type: string, listener: EventListenerOrEventListenerObject) =>
      listen(type, listener, { signal: stop.signal }),
    );
  onTestFinished(() => {
    stop.abort();
    history.replaceState(null, '', '#/');
  });
  const router = new Router();
  spy.mockRestore();
  return router;
}

describe('the screen', () => {
  it.each([
    ['#/', 'playground'],
    ['#/runs', 'runs'],
    ['#/compare?a=1&b=2', 'compare'],
    ['#/no-such-screen', 'playground'],
    ['#z1.abc', 'playground'],
  ])('of %s is %s', (link, screen) => {
    expect(openAt(link).screen).toBe(screen);
  });

  it('follows the links that a person opens', async () => {
    const router = openAt('#/');
    location.hash = '#/runs';
    await eventually(() => expect(router.screen).toBe('runs'));
    router.go('compare', { a: 'one', b: 'two' });
    await eventually(() => expect(router.screen).toBe('compare'));
    expect(router.param('b')).toBe('two');
    expect(router.param('c')).toBe('');
  });
});

describe('parameters', () => {
  it('are changed with and without a step in the history', () => {
    const router = openAt('#/?run=a');
    const { length } = history;
    router.replace({ run: 'b', filter: '' });
    expect([location.hash, router.param('run'), history.length]).toEqual(['#/?run=b', 'b', length]);
    router.push({ run: 'b', filter: 'x = 1' });
    expect([location.hash, router.param('filter')]).toEqual(['#/?run=b&filter=x+%3D+1', 'x = 1']);
    expect(history.length).toBe(length + 1);
    // the same again is no step
    router.push({ run: 'b', filter: 'x = 1' });
    expect(history.length).toBe(length + 1);
  });

  it('stay as they are where the person has gone to another screen meanwhile', () => {
    const router = openAt('#/');
    // the browser tells of it a moment later: the router has not heard of it yet
    history.replaceState(null, '', '#/runs');
    router.replace({ run: 'a' });
    expect(location.hash).toBe('#/runs');
    expect(router.screen).toBe('runs');
  });

  it('leave alone a link that waits to be reviewed', () => {
    const router = openAt('#data=https://example.org/rows.jsonl');
    router.replace({ run: 'a' });
    expect(location.hash).toBe('#data=https://example.org/rows.jsonl');
  });
});

describe('a shared link', () => {
  it.each([
    ['#z1.abc', true],
    ['#z12.', true],
    ['#data=x', true],
    ['#/?data=x', false],
    ['#zoo', false],
    ['', false],
  ])('%s: %s', (link, isShared) => {
    expect(isSharedLink(link)).toBe(isShared);
  });

  it('is left for the playground, another link is not', async () => {
    const router = openAt('#z1.abc');
    router.leaveLink();
    expect(location.hash).toBe('#/');
    location.hash = '#/runs';
    await eventually(() => expect(router.screen).toBe('runs'));
    router.leaveLink();
    expect(location.hash).toBe('#/runs');
  });
});

it('linkTo leaves out parameters without a value', () => {
  expect(linkTo('playground')).toBe('#/');
  expect(linkTo('runs', { a: '' })).toBe('#/runs');
  expect(linkTo('compare', { a: '1', b: '', c: 'ä b' })).toBe('#/compare?a=1&c=%C3%A4+b');
});
