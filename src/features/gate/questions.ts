import type { GateConfig } from '#core/gate/gate-config.ts';
import type { GateResult } from '#core/gate/judge-gate.ts';
import { suggestGate } from '#core/gate/suggest-gate.ts';
import type { HeldRun, HeldRuns } from '#workers/held-run.ts';
import { judgeWithSource, type ComparableRun } from '#workers/compare-with-source.ts';

/** A gate, and its verdict on a run. */
export interface GateAnswer {
  readonly config: GateConfig;
  readonly result: GateResult;
}

/**
 * Judges the last run by a gate, with the first as the baseline.
 * @param config the gate; absent: one that the first run suggests
 * @returns undefined where the first run has nothing to suggest a gate from
 */
export async function gate(
  [first, last = first]: HeldRuns,
  config: GateConfig | undefined,
): Promise<GateAnswer | undefined> {
  const { settings } = first.source;
  const chosen = config ?? suggestGate({ columns: first.columns, settings }, true);
  return (
    chosen && {
      config: chosen,
      result: await judgeWithSource(chosen, judgeable(last), judgeable(first)),
    }
  );
}

function judgeable(run: HeldRun): ComparableRun {
  return { columns: run.columns, ...run.source };
}
