import { afterEach, expect, it, vi } from 'vitest';
import { screen } from '@testing-library/dom';
import { openRunning } from '../../../tests/support/agent-session.ts';
import { openJudging } from '../../../tests/support/judge-session.ts';
import { mountWith } from '../../../tests/support/mount-with.ts';
import SessionBar from './SessionBar.svelte';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['a judge', 429, openJudging],
  ['a judge', 503, openJudging],
  ['an agent', 429, openRunning],
  ['an agent', 503, openRunning],
] as const)('says how long calls wait of %s that has answered %i', async (_who, status, open) => {
  const { session } = await open(['one', 'two']);
  if ('setup' in session) session.setup.setPace({ retries: 1 });
  vi.stubGlobal('fetch', () =>
    Promise.resolve(new Response('', { status, headers: { 'retry-after': '100' } })),
  );
  const ended = session.start();
  mountWith(undefined, SessionBar, { session });
  expect(await screen.findByText(/^The service limits calls: waiting \d+ s\.$/)).toBeTruthy();
  session.cancel();
  await ended;
});
