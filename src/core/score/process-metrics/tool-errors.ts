import { endOf } from '#core/calls/repeated-calls.ts';
import type { RunSteps } from './process-metric.ts';

/** How the calls of a run ended. */
export interface CallEnds {
  /** Places of the calls that failed, from 0. */
  readonly failed: readonly number[];
  /** Calls that record a result or an error. */
  readonly recorded: number;
  readonly calls: number;
}

/** Counts how the calls of a run ended. */
export function endsOf({ made }: RunSteps): CallEnds {
  const ends = made.map(endOf);
  return {
    failed: ends.flatMap((end, place) => (end === 'failed' ? [place] : [])),
    recorded: ends.filter((end) => end !== 'unrecorded').length,
    calls: ends.length,
  };
}

/** Says that some calls record neither a result nor an error; empty where all do. */
export function unrecordedWords({ recorded, calls }: CallEnds): string {
  const without = calls - recorded;
  if (without === 0) return '';
  const record = without === 1 ? 'records' : 'record';
  return ` ${String(without)} of ${String(calls)} calls ${record} neither a result nor an error and ${without === 1 ? 'is' : 'are'} left out.`;
}
