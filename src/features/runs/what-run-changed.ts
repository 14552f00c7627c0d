import { describeSettings } from '#core/score/metric-sets/describe-settings.ts';
import { whatChanged as texts } from './texts.ts';
import { hasSameTasks, type Run } from './group-runs.ts';

/**
 * Lists what of a run differs from the one before of the same tasks.
 * @returns phrases: rules, metrics, agent, data, rows; "scored again" where there is none
 */
export function whatChanged(run: Run, before: Run): string[] {
  const rules = describeSettings(run);
  const [agent, agentBefore] = [run, before].map(agentOf);
  const rows = run.rowCount - before.rowCount;
  // a run that is called as its file says so already
  const isOtherFile = run.datasetName !== before.datasetName && run.name !== run.datasetName;
  const isOtherData = run.fingerprint !== before.fingerprint && agent === agentBefore;
  const phrases = [
    rules !== describeSettings(before) && rules,
    columnsOf(run) !== columnsOf(before) && texts.metrics,
    agent !== agentBefore && texts.agent(agentBefore, agent),
    agent === agentBefore && configOf(run) !== configOf(before) && texts.agentSettings,
    isOtherFile && texts.file(run.datasetName),
    isOtherData && !isOtherFile && texts.data(hasSameTasks(run, before)),
    rows !== 0 && texts.rows(rows),
  ].filter((phrase) => phrase !== false);
  return phrases.length > 0 ? phrases : [texts.nothing];
}

/** The agent by its model, if it has one. */
function agentOf({ agent }: Run): string | undefined {
  return agent && (agent.values.model ?? agent.title);
}

function configOf({ agent }: Run): string {
  return agent ? JSON.stringify([agent.way, Object.entries(agent.values).sort()]) : '';
}

function columnsOf({ summary }: Run): string {
  return JSON.stringify(summary.map(({ columnId }) => columnId).sort());
}
