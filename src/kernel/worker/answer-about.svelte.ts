import { untrack } from 'svelte';
import type { RunQuestions } from '#workers/evaluation-api.ts';
import { SourceLost } from '#engine/source-lost.ts';
import type { RunAnswer, RunInput, RunReader } from './run-reader.ts';
import type { ReadableRun } from './run-holder.ts';
import { WorkerLost } from './worker-client.ts';

/** The newest answer to a question, and the key of the run that it is about. */
interface AnswerAbout<Answer> {
  readonly current: Answer | undefined;
  readonly key: string | undefined;
}

/**
 * Asks about a run, again only for other rows or another input; to be called where effects are set
 * up. A run without rows is not asked about, and there is no answer where rows or workers are lost.
 * @param run the run; undefined while nothing is to be asked
 * @returns the answer, about the rows before until that about others is there
 */
export function answerAbout<Name extends keyof RunQuestions>(
  reader: RunReader,
  name: Name,
  run: () => ReadableRun | undefined,
  input: () => RunInput<Name> = () => undefined as RunInput<Name>,
): AnswerAbout<RunAnswer<Name>> {
  let answer = $state.raw<AnswerAbout<RunAnswer<Name>>>({ current: undefined, key: undefined });
  const key = $derived((run()?.columns.rowCount ?? 0) > 0 ? run()?.key : undefined);
  $effect(() => {
    const wanted = input();
    const asked = key === undefined ? undefined : untrack(run);
    if (!asked) return undefined;
    const stop = new AbortController();
    untrack(() => reader.ask(asked, name, wanted, stop)).then(
      (current) => {
        if (!stop.signal.aborted) answer = { current, key: asked.key };
      },
      (error: unknown) => {
        // a file or a worker that was lost is reported elsewhere
        const isReported = error instanceof SourceLost || error instanceof WorkerLost;
        if (!stop.signal.aborted && !isReported) throw error;
      },
    );
    return () => stop.abort();
  });
  return {
    get current() {
      return answer.current;
    },
    get key() {
      return answer.key;
    },
  };
}
