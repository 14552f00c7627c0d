import { isJsonObject } from '#core/base/json/json-value.ts';
import { OUTCOMES } from '#core/calls/outcome.ts';
import type { ScoredRow } from '#core/calls/scored-row.ts';
import type { ToolCall } from '#core/calls/trajectory.ts';
import { ruleOf, type MatchingRules } from '#core/match/rules.ts';
import type { ScoredColumns, ScoreValues } from '#core/score/columns/scored-columns.ts';
import { findMetric } from '#core/score/metrics/registry.ts';

/** Tools of a row that are expected with arguments, by how calls of them are recorded. */
export interface RecordedCalls {
  /** By their names alone, so that any arguments would do. */
  readonly named: ReadonlySet<string>;
  readonly stated: ReadonlySet<string>;
}

/** Lists how the calls of a row are recorded whose arguments count under the rules. */
export function recordedCalls(
  { prediction, reference, otherReferences }: ScoredRow,
  rules: MatchingRules | undefined,
): RecordedCalls {
  const made = prediction.state === 'calls' ? prediction.calls : [];
  const lists = reference.state === 'calls' ? [reference, ...otherReferences] : [];
  const wanted = lists.flatMap(({ calls }) => calls).filter((call) => areWanted(call, rules));
  const tools = new Set(wanted.map(({ tool_name }) => tool_name));
  const toolsOf = (calls: readonly ToolCall[]): ReadonlySet<string> =>
    new Set(calls.map(({ tool_name }) => tool_name).filter((tool) => tools.has(tool)));
  return {
    named: toolsOf(made.filter(({ isNameOnly }) => isNameOnly)),
    stated: toolsOf(made.filter(({ isNameOnly }) => !isNameOnly)),
  };
}

function areWanted(call: ToolCall, rules: MatchingRules | undefined): boolean {
  const { tool_name, tool_input, isNameOnly } = call;
  if (isNameOnly || (rules && ruleOf(rules, tool_name).mode === 'ignore')) return false;
  return !isJsonObject(tool_input) || Object.keys(tool_input).length > 0;
}

/**
 * Which of two runs has a row judged by names where the other has its arguments judged; undefined
 * where they are judged alike, as where one of them calls nothing that counts.
 */
export function easierRun(
  baseline: RecordedCalls,
  candidate: RecordedCalls,
): 'baseline' | 'candidate' | undefined {
  const isNew = (tool: string): boolean => !baseline.named.has(tool);
  if (baseline.stated.size > 0 && [...candidate.named].some(isNew)) return 'candidate';
  const isStated = (tool: string): boolean => candidate.stated.has(tool);
  return [...baseline.named].some(isStated) ? 'baseline' : undefined;
}

/** Whether a metric compares the arguments of calls. */
export function comparesArguments(metricId: string): boolean {
  const edits = findMetric(metricId)?.edits;
  return edits !== undefined && edits.isByName !== true;
}

const ARGUMENTS_MISSING = OUTCOMES.indexOf('arguments_missing');

/** Whether a row has names of calls alone, where arguments are compared. */
export function isUnlike({ outcomes }: ScoreValues, row: number): boolean {
  return outcomes[row] === ARGUMENTS_MISSING;
}

/** How many rows have names of calls alone, where arguments are compared. */
export function countUnlike({ outcomes }: ScoreValues): number {
  return outcomes.filter((outcome) => outcome === ARGUMENTS_MISSING).length;
}

/** The columns without the scores of some rows in metrics that compare arguments. */
export function withoutScores(columns: ScoredColumns, rows: Iterable<number>): ScoredColumns {
  const left = [...rows];
  if (left.length === 0) return columns;
  const scores = columns.scores.map((column) => {
    if (!comparesArguments(column.metricId)) return column;
    const values = column.values.slice();
    const outcomes = column.outcomes.slice();
    for (const row of left) {
      values[row] = Number.NaN;
      outcomes[row] = ARGUMENTS_MISSING;
    }
    return { ...column, values, outcomes };
  });
  return { ...columns, scores };
}
