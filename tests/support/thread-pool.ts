import type { FileQuestions } from '#workers/evaluation-api.ts';
import * as QUESTIONS from '#workers/questions.ts';
import type { WorkerPool } from '#kernel/worker/worker-pool.ts';

type Answer = (input: unknown, onProgress: (value: unknown) => Promise<void>) => unknown;

/**
 * A pool whose worker is the test's own thread.
 * @param onAsked called with each question
 */
export function threadPool(onAsked: (name: string, input: unknown) => void = () => undefined) {
  const ask = async (
    name: keyof FileQuestions,
    input: unknown,
    options: { onProgress?: (value: unknown, touch: () => void) => unknown } = {},
  ): Promise<unknown> => {
    onAsked(name, input);
    return (QUESTIONS[name] as Answer)(input, async (value) => {
      await options.onProgress?.(value, () => undefined);
    });
  };
  return { size: 2, ask } as unknown as WorkerPool;
}
