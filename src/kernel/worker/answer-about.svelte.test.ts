import { flushSync } from 'svelte';
import { expect, it, vi } from 'vitest';
import { answerAbout } from './answer-about.svelte.ts';
import type { ReadableRun } from './run-holder.ts';

const runOf = (key: string, rowCount: number) =>
  ({ key, columns: { rowCount } }) as unknown as ReadableRun;

it('asks about a run once its rows are there, and again only about others', async () => {
  const ask = vi.fn(({ key }: ReadableRun) => Promise.resolve(`about ${key}`));
  let run = $state.raw(runOf('a', 0));
  let answer: { readonly current: unknown } | undefined;
  const end = $effect.root(() => {
    answer = answerAbout({ ask } as never, 'describeRows', () => run);
  });
  for (const [next, asked] of [
    [runOf('a', 0), 0],
    [runOf('a', 3), 1],
    [runOf('a', 3), 1],
    [runOf('b', 3), 2],
  ] as const) {
    run = next;
    flushSync();
    expect(ask).toHaveBeenCalledTimes(asked);
  }
  await vi.waitFor(() => expect(answer?.current).toBe('about b'));
  end();
});
