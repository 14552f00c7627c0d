import { canonicalText } from '#core/base/json/canonical-text.ts';
import { isJsonObject } from '#core/base/json/json-value.ts';
import type { ToolCall } from '#core/calls/trajectory.ts';
import { compileRule, type CompiledRule, type RuleSubject } from './find-offence.ts';
import { printSentence } from './print-rule.ts';
import { exactTool, type CallCondition, type TrajectoryRule } from './rule.ts';

/** A rule that good runs keep, with what speaks for it and against it. */
export interface MinedRule {
  /** Its sentence. */
  readonly text: string;
  /** Good runs that keep it, of those that were looked at. */
  readonly kept: number;
  readonly of: number;
  /** The same of all other runs. */
  readonly keptByOthers: number;
  readonly others: number;
  /** Good runs that break it, by their rows; the first few. */
  readonly exceptions: readonly number[];
}

interface Seen extends RuleSubject {
  readonly row: number;
  /** Where each tool is called first. */
  readonly firsts: ReadonlyMap<string, number>;
}

/** A rule is proposed where at least this share of the good runs to which it applies keep it. */
const LEAST_SHARE = 0.95;
/** Fewer runs than these say nothing. */
const LEAST_RUNS = 3;
/** Bounds of the search: the commonest tools, calls of a run, tools before a tool, arguments of a
 * tool, rules checked. */
const MOST_TOOLS = 30;
const MOST_CALLS = 500;
const MOST_BEFORE = 5;
const MOST_ARGUMENTS = 10;
const MOST_CANDIDATES = 150;
const MOST_RULES = 12;
const MOST_EXCEPTIONS = 3;
const LARGEST_LIMIT = 10;

/** Gathers runs and proposes rules that the good ones keep. What must never happen cannot be learnt. */
export class RuleMiner {
  readonly #good: Seen[] = [];
  readonly #others: Seen[] = [];

  /** Adds a run. */
  add(subject: RuleSubject, row: number, isGood: boolean): void {
    const calls = subject.calls.slice(0, MOST_CALLS);
    const firsts = new Map<string, number>();
    for (const [place, { tool_name }] of calls.entries())
      if (!firsts.has(tool_name)) firsts.set(tool_name, place);
    const seen = { row, calls, firsts, hasAnswer: subject.hasAnswer };
    (isGood ? this.#good : this.#others).push(seen);
  }

  /**
   * Proposes rules.
   * @param known sentences of rules that need not be proposed
   * @returns at most a dozen, first those that the other runs break most often
   */
  finish(known: readonly string[] = []): readonly MinedRule[] {
    if (this.#good.length < LEAST_RUNS) return [];
    const rules = this.#candidates().slice(0, MOST_CANDIDATES);
    const found = new Map<string, MinedRule>();
    for (const rule of rules) {
      const text = printSentence(rule);
      if (!known.includes(text) && !found.has(text)) found.set(text, this.#support(rule, text));
    }
    return [...found.values()]
      .filter(({ kept, of }) => kept >= LEAST_SHARE * of)
      .sort((a, b) => telling(b) - telling(a) || b.kept / b.of - a.kept / a.of)
      .slice(0, MOST_RULES);
  }

  #support(rule: TrajectoryRule, text: string): MinedRule {
    const compiled = compileRule(rule);
    const exceptions = this.#good.filter((seen) => !isKept(compiled, seen)).map(({ row }) => row);
    const of = this.#good.length;
    return {
      ...{ text, of, kept: of - exceptions.length },
      keptByOthers: this.#others.filter((seen) => isKept(compiled, seen)).length,
      others: this.#others.length,
      exceptions: exceptions.slice(0, MOST_EXCEPTIONS),
    };
  }

  #candidates(): readonly TrajectoryRule[] {
    const tools = this.#tools();
    return [
      ...this.#aboutAnswers(),
      ...this.#aboutOrder(tools),
      ...tools.flatMap((tool) => this.#aboutCounts(tool)),
      ...this.#aboutLength(),
    ];
  }

  /** The tools of good runs, those of most runs first. */
  #tools(): readonly string[] {
    const counts = new Map<string, number>();
    for (const { firsts } of this.#good)
      for (const tool of firsts.keys()) counts.set(tool, (counts.get(tool) ?? 0) + 1);
    return [...counts]
      .filter(([, count]) => count >= LEAST_RUNS)
      .sort((a, b) => b[1] - a[1])
      .slice(0, MOST_TOOLS)
      .map(([tool]) => tool);
  }

  #aboutAnswers(): readonly TrajectoryRule[] {
    return this.#good.some(({ hasAnswer }) => hasAnswer === true) ? [{ kind: 'answer' }] : [];
  }

  #aboutCounts(tool: string): readonly TrajectoryRule[] {
    const call = callOf(tool);
    const counts = this.#good.map(
      ({ calls }) => calls.filter((one) => one.tool_name === tool).length,
    );
    const most = limitOf(counts);
    return [
      ...(counts.filter((count) => count > 0).length >= LEAST_SHARE * counts.length
        ? [{ kind: 'at-least', count: 1, call } as const]
        : []),
      ...(most > 0 && most <= LARGEST_LIMIT
        ? [{ kind: 'at-most', count: most, call } as const]
        : []),
    ];
  }

  #aboutLength(): readonly TrajectoryRule[] {
    const most = limitOf(this.#good.map(({ calls }) => calls.length));
    return most > 0 ? [{ kind: 'at-most', count: most }] : [];
  }

  #aboutOrder(tools: readonly string[]): readonly TrajectoryRule[] {
    return tools.flatMap((then) => {
      const runs = this.#good.filter(({ firsts }) => firsts.has(then));
      if (runs.length < LEAST_RUNS) return [];
      const rules = tools
        .filter((first) => first !== then && comesBefore(first, then, runs))
        .sort((a, b) => meanPlace(b, runs) - meanPlace(a, runs))
        .slice(0, MOST_BEFORE)
        .map((first) => this.#aboutPair(first, then, runs));
      const bound = rules.filter((rule) => rule.kind === 'only-after');
      return (bound.length > 0 ? bound : rules).slice(0, 2);
    });
  }

  /** One tool before another, with the arguments that the two calls share where that holds, too. */
  #aboutPair(first: string, then: string, runs: readonly Seen[]): TrajectoryRule {
    const [before, call] = [callOf(first), callOf(then)];
    const plain: TrajectoryRule = { kind: 'before', first: before, then: call, same: [] };
    const shared = sharedArguments(first, then, runs);
    const same = shared.filter((name) =>
      isMostlyKept({ kind: 'only-after', call, after: before, same: [name] }, runs),
    );
    const bound: TrajectoryRule = { kind: 'only-after', call, after: before, same };
    return same.length > 0 && isMostlyKept(bound, runs) ? bound : plain;
  }
}

function telling({ kept, of, keptByOthers, others }: MinedRule): number {
  return kept / of - (others === 0 ? 1 : keptByOthers / others);
}

/** Whether one tool is called before another in enough of the runs that call the other. */
function comesBefore(first: string, then: string, runs: readonly Seen[]): boolean {
  const kept = runs.filter(({ firsts }) => placeOf(first, firsts) < placeOf(then, firsts));
  return kept.length >= LEAST_SHARE * runs.length;
}

function placeOf(tool: string, firsts: Seen['firsts']): number {
  return firsts.get(tool) ?? Infinity;
}

/** Where a tool is called first, in the mean of the runs that call it. */
function meanPlace(tool: string, runs: readonly Seen[]): number {
  const places = runs.flatMap(({ firsts }) => firsts.get(tool) ?? []);
  return places.reduce((sum, place) => sum + place, 0) / Math.max(1, places.length);
}

function isKept({ findOffence }: CompiledRule, seen: Seen): boolean {
  return findOffence(seen) === undefined;
}

function isMostlyKept(rule: TrajectoryRule, runs: readonly Seen[]): boolean {
  const compiled = compileRule(rule);
  const kept = runs.filter((seen) => isKept(compiled, seen)).length;
  return runs.length >= LEAST_RUNS && kept >= LEAST_SHARE * runs.length;
}

/** The smallest limit that enough runs keep. */
function limitOf(counts: readonly number[]): number {
  const sorted = [...counts].sort((a, b) => a - b);
  return sorted[Math.ceil(LEAST_SHARE * sorted.length) - 1] ?? 0;
}

function callOf(tool: string): CallCondition {
  return { tool: exactTool(tool), where: [] };
}

/** Arguments that calls of both tools have; values that never change would agree by chance. */
function sharedArguments(first: string, then: string, runs: readonly Seen[]): readonly string[] {
  const calls = runs.flatMap((run) => run.calls);
  const names = argumentsOf(calls.filter(({ tool_name }) => tool_name === first));
  const others = argumentsOf(calls.filter(({ tool_name }) => tool_name === then));
  return [...names]
    .filter(([name, values]) => values.size > 1 && others.has(name) && !name.startsWith('/'))
    .slice(0, MOST_ARGUMENTS)
    .map(([name]) => name);
}

function argumentsOf(calls: readonly ToolCall[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { tool_input } of calls) {
    if (!isJsonObject(tool_input)) continue;
    for (const [name, value] of Object.entries(tool_input)) {
      const values = found.get(name) ?? new Set<string>();
      if (values.size < 2) values.add(canonicalText(value));
      found.set(name, values);
    }
  }
  return found;
}
