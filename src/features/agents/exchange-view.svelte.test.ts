import { expect, it } from 'vitest';
import { parse } from 'valibot';
import { Exchange } from '#core/agents/exchange.ts';
import { mountWith } from '../../../tests/support/mount-with.ts';
import ExchangeView from './ExchangeView.svelte';

it('shows what a function gave that stood for an agent before version 2', () => {
  const run = { method: 'RUN', url: '', headers: {}, body: '', status: 0, contentType: '' };
  const { legs } = parse(Exchange, {
    ...{ row: 0, trial: 0, prompt: 'one', latencyMs: 3, firstByteMs: null, atMs: 0 },
    legs: [
      {
        ...run,
        text: '{"response":"Done."}',
        firstByteMs: null,
        totalMs: 2,
        fault: null,
        detail: '',
      },
      {
        ...run,
        text: '',
        firstByteMs: null,
        totalMs: 1,
        fault: 'code_failed',
        detail: 'Line 2: no',
      },
    ],
  });
  const { text } = mountWith(undefined, ExchangeView, { legs });
  expect(text()).toContain('Result of the function, 0.00 s');
  expect(text()).toContain('{"response":"Done."}');
  expect(text()).toContain('Line 2: no');
  expect(text()).not.toContain('no answer');
});
