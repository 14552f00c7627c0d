import { allowNumbersAsText, changeToolRule, ignorePath } from '#core/match/change-rule.ts';
import { nameOfPath } from '#core/base/json/json-path.ts';
import { EXACT_RULES, type MatchingRules } from '#core/match/rules.ts';
import { withMatching, type MetricSettings } from '#core/score/metric/settings.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { applyRules as texts, waysToCompare as ways } from '#features/metrics/texts.ts';

/**
 * Scores all rows under other rules; what was before comes back on request.
 * @param rules makes the rules from those there are
 * @param notice shown once the rows are scored
 */
export function applyRules(
  { workspace, notices }: AppState,
  rules: (before: MatchingRules) => MatchingRules,
  notice: string,
): void {
  const { settings: before, run, sampleId } = workspace;
  // a sample is there to try things: before and after can be compared
  const isKept = sampleId !== '' && run?.record.state === 'complete';
  if (isKept) workspace.keepRun();
  void workspace.setSettings(withMatching(before, rules(before.matching ?? EXACT_RULES)));
  const undo = (): void => {
    void (isKept ? workspace.openRun(run.record.id, true) : workspace.setSettings(before));
  };
  notices.toast(notice, { label: texts.undo, run: undo });
}

/** Has numbers written as strings count as numbers in all rows. */
export function treatTextAsNumbers(app: AppState): void {
  applyRules(app, allowNumbersAsText, ways.numbersNotice);
}

/** The settings under which they do; undefined where they do already. */
export function withNumbersAsText(settings: MetricSettings): MetricSettings | undefined {
  const rules = settings.matching ?? EXACT_RULES;
  const loose = allowNumbersAsText(rules);
  return loose === rules ? undefined : withMatching(settings, loose);
}

/** A rule under which two calls that differ may count as equal, in all rows. */
export interface WayToCompare {
  readonly name: string;
  /** What the notice says once it holds. */
  readonly notice: string;
  readonly change: (before: MatchingRules) => MatchingRules;
}

/** What differs between two calls of a tool. */
export interface DifferingArgument {
  readonly tool: string;
  /** The argument's path as rules write it, with `*` for places in lists; empty for the whole input. */
  readonly pattern: string;
  /** Whether one side has a number and the other one the same number as text. */
  readonly isNumberAsText: boolean;
}

/** Lists the rules that would let an argument differ, the narrowest first. */
export function waysToCompare({
  tool,
  pattern,
  isNumberAsText,
}: DifferingArgument): readonly WayToCompare[] {
  const names = {
    name: ways.namesOnly(tool),
    notice: ways.namesOnlyNotice(tool),
    change: (before: MatchingRules) => changeToolRule(before, tool, { mode: 'ignore' }),
  };
  const numbers = {
    name: ways.numbers,
    notice: ways.numbersNotice,
    change: allowNumbersAsText,
  };
  const ignore = {
    name: ways.ignore(tool, nameOfPath(pattern)),
    notice: ways.ignored(tool, nameOfPath(pattern)),
    change: (before: MatchingRules) => ignorePath(before, tool, pattern),
  };
  return [...(isNumberAsText ? [numbers] : []), ...(pattern === '' ? [] : [ignore]), names];
}
