import type { OpenRun } from '#kernel/run/open-run.ts';
import { letterAt, RUN_LETTERS, type RunLetter } from '#core/compare/run-letters.ts';
import { describeSettings } from '#core/score/metric/settings.ts';
import { whatChanged as texts } from './texts.ts';

/** What the library lists of a run. */
export type Run = OpenRun['record'];

/** Runs of one set of tasks. */
export interface RunGroup {
  /** Newest first. */
  readonly runs: readonly Run[];
  /** The names of the datasets, the newest first. */
  readonly names: readonly string[];
  /** Distinct tasks; undefined where they were not recorded. */
  readonly taskCount: number | undefined;
}

/** Whether two runs answer the same tasks. */
export function hasSameTasks({ taskSet: a }: Run, { taskSet: b }: Run): boolean {
  return a !== undefined && a.ids === b?.ids && a.content === b.content;
}

/**
 * Groups runs by what was asked, whatever was predicted. A run of unknown tasks joins the newest
 * group with the same data or a dataset of its name.
 * @param runs the runs, newest first
 * @returns the groups, that of the newest run first
 */
export function groupRuns(runs: readonly Run[]): RunGroup[] {
  const keyOf = new Map<Run, string>();
  const keyByAlias = new Map<string, string>();
  // those of known tasks first: the others join them
  const byKnowledge = [...runs].sort((a, b) => Number(!a.taskSet) - Number(!b.taskSet));
  for (const run of byKnowledge) {
    const aliases = aliasesOf(run);
    const [joined] = aliases.flatMap((alias) => keyByAlias.get(alias) ?? []);
    const { taskSet } = run;
    const key = taskSet ? `${taskSet.ids} ${taskSet.content}` : (joined ?? run.id);
    keyOf.set(run, key);
    for (const alias of aliases) if (!keyByAlias.has(alias)) keyByAlias.set(alias, key);
  }
  const groups = new Map<string, Run[]>();
  for (const run of runs) {
    const key = keyOf.get(run) ?? '';
    const group = groups.get(key);
    if (group) group.push(run);
    else groups.set(key, [run]);
  }
  return [...groups.values()].map((ofGroup) => ({
    runs: ofGroup,
    names: [...new Set(ofGroup.map(({ datasetName }) => datasetName))],
    taskCount: ofGroup.find((run) => run.taskSet)?.taskSet?.count,
  }));
}

/** What a run of unknown tasks is found by. */
function aliasesOf({ fingerprint, datasetName }: Run): string[] {
  return [...(fingerprint === '' ? [] : [`data ${fingerprint}`]), `name ${datasetName}`];
}

/** The letters of runs chosen to be compared: the oldest one is A, the baseline. None for too many. */
export function letterRuns(chosen: readonly Run[]): ReadonlyMap<string, RunLetter> {
  if (chosen.length > RUN_LETTERS.length) return new Map();
  // the list is newest first, so of two runs of one moment the later entry is the older
  const oldestFirst = chosen.toReversed().sort((a, b) => a.createdAtMs - b.createdAtMs);
  return new Map(oldestFirst.map(({ id }, index) => [id, letterAt(index)]));
}

/** A run that has rows to open and to compare. */
export function hasRows({ state, rowCount }: Run): boolean {
  return state !== 'summary' && rowCount > 0;
}

/** What can be done with a run of the list. */
export interface RunActions {
  readonly open: (run: Run) => void;
  /** Resumes an interrupted run. */
  readonly resume: (run: Run) => void;
  readonly rename: (run: Run, name: string) => Promise<void>;
  /** Downloads a file of the run: with everything, or the summary alone. */
  readonly download: (run: Run, what: 'run-file' | 'summary') => void;
  readonly remove: (run: Run) => void;
  readonly select: (run: Run, isSelected: boolean) => void;
}

/**
 * Finds runs by words, in any letter case.
 * @param query words, all of which a run's name, dataset, agent or rules have
 */
export function findRuns(runs: readonly Run[], query: string): readonly Run[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return runs;
  return runs.filter((run) => {
    const { name, datasetName, agent } = run;
    const parts = [name, datasetName, agent?.title, agent?.values.model, describeSettings(run)];
    const text = parts.join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/**
 * Lists how a run differs from the one before with the same tasks.
 * @returns phrases: rules, metrics, agent, data, rows; "scored again" for none
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
