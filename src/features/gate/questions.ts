import type { GateConfig } from '#core/gate/gate-config.ts';
import type { GateResult } from '#core/gate/judge-gate.ts';
import { suggestGate } from '#core/gate/suggest-gate.ts';
import type { HeldRun, HeldRuns } from '#workers/held-run.ts';
import { judgeWithSource, type ComparableRun } from '#workers/compare-with-source.ts';

/** A gate, and what it says of a run. */
export interface GateAnswer {
  readonly config: GateConfig;
  readonly result: GateResult;
}

/**
 * Judges the last run by a gate, with the first as the baseline where there are two.
 * @param config the gate; absent: one that the first run suggests
 * @returns undefined where the first run has nothing to suggest a gate from
 */
export async function gate(
  runs: HeldRuns,
  config: GateConfig | undefined,
): Promise<GateAnswer | undefined> {
  const [first, last] = runs;
  const chosen = config ?? suggestFor(runs);
  if (!chosen) return undefined;
  const result = last
    ? await judgeWithSource(chosen, judgeable(last), judgeable(first))
    : await judgeWithSource(chosen, judgeable(first));
  return { config: chosen, result };
}

function suggestFor([first, last]: HeldRuns): GateConfig | undefined {
  const { settings } = first.source;
  return suggestGate({ columns: first.columns, settings }, last !== undefined);
}

function judgeable(run: HeldRun): ComparableRun {
  return { columns: run.columns, ...run.source };
}
