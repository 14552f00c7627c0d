import { FileUnreadable, scoreWhole, type WholeRun } from '#engine/score-whole.ts';
import { OWN_THREAD } from '#package/own-thread.ts';
import { CouldNotRun } from './could-not-run.ts';
import type { Input } from './input/open-input.ts';
import { openOwnMetrics } from './own-metrics/own-metrics.ts';
import { showProgress } from './progress.ts';
import type { ScoringOptions } from './scoring-options.ts';
import type { Terminal } from './terminal.ts';
import { ThreadRunner } from './threads/thread-runner.ts';

/** A smaller file is scored sooner than a thread is started. */
const THREADS_FROM_BYTES = 4_000_000;

/**
 * Scores a file with all cores, showing progress where somebody watches.
 * @param input the file
 * @param options how it is read and scored
 * @throws CouldNotRun when no row of it can be read
 */
export async function scoreInput(
  { blob, name, title }: Input,
  { settings, roles, allowsCode }: ScoringOptions,
  terminal: Terminal,
): Promise<WholeRun> {
  const { signal } = terminal;
  const threads = blob.size >= THREADS_FROM_BYTES ? new ThreadRunner() : undefined;
  const progress = showProgress(terminal, title, blob.size);
  // who waits for a thread that has been ended waits for ever
  const endThreads = (): void => void threads?.close();
  signal.addEventListener('abort', endThreads);
  try {
    return await scoreWhole(threads ?? { ...OWN_THREAD, openOwnMetrics }, {
      ...{ blob, name, settings, roles, signal },
      isTrusted: () => allowsCode,
      onProgress: progress.update,
    });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof FileUnreadable) throw new CouldNotRun(`${title}: ${error.message}`);
    throw error;
  } finally {
    signal.removeEventListener('abort', endThreads);
    progress.end();
    await threads?.close();
  }
}
