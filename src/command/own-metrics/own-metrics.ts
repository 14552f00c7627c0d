import { withoutOwnCode } from '#package/own-thread.ts';
import type { TaskRunner } from '#engine/task-runner.ts';

/** Gets ready to score with a person's own metrics. */
export const openOwnMetrics: TaskRunner['openOwnMetrics'] = (metrics) =>
  Promise.resolve(withoutOwnCode(metrics));
