import { isJsonEqual, hashJson } from '#core/base/json/equal-json.ts';
import {
  type JsonValue,
  isJsonList,
  isJsonObject,
  numberIn,
  ownValue,
} from '#core/base/json/json-value.ts';
import { code, plain, type WordPart } from '#core/base/text/sentence.ts';
import { isCallEqual } from '#core/calls/intern-calls.ts';
import { isPolling, placesByAgent } from '#core/calls/transcript.ts';
import type { ToolCall, Trajectory } from '#core/calls/trajectory.ts';
import { printCall, printCondition } from './print-rule.ts';
import {
  callsOfRule,
  type CallCondition,
  type SameArguments,
  type TrajectoryRule,
  type ArgumentCondition,
} from './rule.ts';
import { valueAt } from '#core/base/json/json-path.ts';
import { nameMatcher } from '#core/match/path-glob.ts';
import { matchesPattern } from '#core/match/patterns/match-pattern.ts';
import { readPattern } from '#core/match/patterns/value-pattern.ts';

/** How a trajectory breaks a rule. */
export interface Offence {
  /** The first call that breaks it, from 0; undefined where a call is missing. */
  readonly call: number | undefined;
  readonly words: readonly WordPart[];
}

interface RuleSubject {
  readonly calls: Trajectory;
  /** Whether the run ends with an answer; undefined where not recorded. */
  readonly hasAnswer: boolean | undefined;
}

/** A compiled rule. */
export interface CompiledRule {
  /** Finds the first offence of a run; undefined if it keeps the rule. */
  readonly findOffence: (subject: RuleSubject) => Offence | undefined;
  /** Whether the rule needs the arguments of a call, which then must be recorded. */
  readonly looksAt: (call: ToolCall) => boolean;
}

/** Compiles a rule with its patterns. */
export function compileRule(rule: TrajectoryRule): CompiledRule {
  const find = compileFinder(rule);
  const tests = callsOfRule(rule).map(compileCall);
  const looksAtAll =
    rule.kind === 'no-repeats' ||
    rule.kind === 'only-if' ||
    ('same' in rule && rule.same.length > 0);
  const looksAt = (call: ToolCall): boolean =>
    tests.some((test) => (looksAtAll || test.looksAtArguments) && test.isOfTool(call)) ||
    (looksAtAll && tests.length === 0);
  return { findOffence: find, looksAt };
}

type Finder = CompiledRule['findOffence'];

function compileFinder(rule: TrajectoryRule): Finder {
  switch (rule.kind) {
    case 'never': {
      const { matches } = compileCall(rule.call);
      return ({ calls }) => {
        const call = calls.findIndex(matches);
        return call < 0 ? undefined : { call, words: [...at(calls, call), ...plain(' is made.')] };
      };
    }
    case 'at-most':
      return findTooMany(rule.count, rule.call);
    case 'at-least':
      return findTooFew(rule.count, rule.call);
    case 'before':
      return findUnpreceded(rule.then, rule.first, rule.same);
    case 'only-after':
      return findUnpreceded(rule.call, rule.after, rule.same);
    case 'sequence':
      return findGap(rule.calls);
    case 'followed':
      return findUnfollowed(rule.call, rule.by, rule.same, rule.within);
    case 'no-repeats':
      return findRepeat(rule.count, rule.call);
    case 'only-if': {
      const { matches } = compileCall(rule.call);
      const tests = rule.where.map((condition) => ({
        meets: compileConditions([condition]),
        text: printCondition(condition),
      }));
      return ({ calls }) => {
        for (const [call, made] of calls.entries()) {
          const broken = matches(made) ? tests.find(({ meets }) => !meets(made)) : undefined;
          if (!broken) continue;
          const words = [...at(calls, call), ...plain(' does not meet '), code(broken.text)];
          return { call, words: [...words, ...plain('.')] };
        }
        return undefined;
      };
    }
    case 'answer':
      return ({ hasAnswer }) =>
        hasAnswer === false
          ? { call: undefined, words: plain('There is no answer: the response is empty.') }
          : undefined;
  }
}

/** Names a call within a sentence: “Call 2, `search`,”. */
function at(calls: Trajectory, index: number): WordPart[] {
  return [
    ...plain(`Call ${String(index + 1)}, `),
    code(calls[index]?.tool_name ?? ''),
    ...plain(','),
  ];
}

function findTooMany(most: number, wanted: CallCondition | undefined): Finder {
  const test = wanted && compileCall(wanted);
  const name = wanted ? [code(printCall(wanted))] : plain('calls');
  return ({ calls }) => {
    let count = 0;
    for (const [call, made] of calls.entries()) {
      if (test?.matches(made) === false || ++count <= most) continue;
      const total = calls.filter((one) => test?.matches(one) ?? true).length;
      const all = wanted
        ? [...plain(' is one too many: '), ...name, ...plain(` is called ${times(total)}.`)]
        : plain(` is one too many: there are ${String(total)} calls.`);
      return { call, words: [...at(calls, call), ...all] };
    }
    return undefined;
  };
}

function times(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${String(count)} times`;
}

function findTooFew(least: number, wanted: CallCondition | undefined): Finder {
  const test = wanted && compileCall(wanted);
  return ({ calls }) => {
    const count = test ? calls.filter(test.matches).length : calls.length;
    if (count >= least) return undefined;
    const found = count === 0 ? 'never' : times(count);
    const words = wanted
      ? [code(printCall(wanted)), ...plain(` is called ${found}.`)]
      : plain(`There ${count === 1 ? 'is 1 call' : `are ${String(count)} calls`}.`);
    return { call: undefined, words };
  };
}

/** Calls by the values that two calls must have in common. */
class CallsByValues {
  readonly #same: SameArguments;
  readonly #byHash = new Map<number, { values: readonly JsonValue[]; place: number }[]>();

  constructor(same: SameArguments) {
    this.#same = same;
  }

  /** Keeps a call's place; replaces that of a call with the same values. */
  add(call: ToolCall, place: number): void {
    const values = this.#valuesOf(call);
    if (!values) return;
    const hash = hashOf(values);
    const known = this.#byHash.get(hash) ?? [];
    const found = known.find((one) => isSameList(one.values, values));
    if (found) found.place = place;
    else this.#byHash.set(hash, [...known, { values, place }]);
  }

  /** The place of a call with the same values; undefined without one. */
  find(call: ToolCall): number | undefined {
    const values = this.#valuesOf(call);
    if (!values) return undefined;
    return this.#byHash.get(hashOf(values))?.find((one) => isSameList(one.values, values))?.place;
  }

  /** The common values; none for a call that lacks one of the arguments. */
  #valuesOf({ tool_input }: ToolCall): readonly JsonValue[] | undefined {
    const values: JsonValue[] = [];
    for (const name of this.#same) {
      const value = readArgument(tool_input, name);
      if (value === undefined) return undefined;
      values.push(value);
    }
    return values;
  }
}

function hashOf(values: readonly JsonValue[]): number {
  return values.reduce<number>((hash, value) => (Math.imul(hash, 31) ^ hashJson(value)) | 0, 0);
}

function isSameList(a: readonly JsonValue[], b: readonly JsonValue[]): boolean {
  return a.every((value, index) => isJsonEqual(value, b[index] as JsonValue));
}

/** Finds a call without a required one before it. */
function findUnpreceded(wanted: CallCondition, needed: CallCondition, same: SameArguments): Finder {
  const [test, before] = [compileCall(wanted), compileCall(needed)];
  return ({ calls }) => {
    const seen = new CallsByValues(same);
    for (const [call, made] of calls.entries()) {
      if (test.matches(made) && seen.find(made) === undefined) {
        const words = [...at(calls, call), ...plain(' has no '), code(printCall(needed))];
        return { call, words: [...words, ...sameWords(same), ...plain(' before it.')] };
      }
      if (before.matches(made)) seen.add(made, call);
    }
    return undefined;
  };
}

/** Finds a call without a required one soon after it. */
function findUnfollowed(
  wanted: CallCondition,
  needed: CallCondition,
  same: SameArguments,
  within: number | undefined,
): Finder {
  const [test, after] = [compileCall(wanted), compileCall(needed)];
  return ({ calls }) => {
    const later = new CallsByValues(same);
    let first: number | undefined;
    // backwards, so that the next required call is the one added last
    for (let place = calls.length - 1; place >= 0; place--) {
      const made = calls[place] as ToolCall;
      if (test.matches(made)) {
        const next = later.find(made);
        if (next === undefined || next - place > (within ?? Infinity)) first = place;
      }
      if (after.matches(made)) later.add(made, place);
    }
    if (first === undefined) return undefined;
    const limit =
      within === undefined
        ? ''
        : within === 1
          ? ' as the next call'
          : ` among the next ${String(within)} calls`;
    const words = [...at(calls, first), ...plain(' has no '), code(printCall(needed))];
    return { call: first, words: [...words, ...sameWords(same), ...plain(` after it${limit}.`)] };
  };
}

/** Finds the first call that is out of sequence. */
function findGap(wanted: readonly CallCondition[]): Finder {
  const tests = wanted.map(compileCall);
  return ({ calls }) => {
    let done = 0;
    for (const made of calls) if (tests[done]?.matches(made)) done++;
    const missing = wanted[done];
    const last = wanted[done - 1];
    if (!missing) return undefined;
    const after = last
      ? [...plain(' never comes after '), code(printCall(last))]
      : plain(' is never called');
    return { call: undefined, words: [code(printCall(missing)), ...after, ...plain('.')] };
  };
}

function sameWords(same: SameArguments): readonly WordPart[] {
  if (same.length === 0) return [];
  return same.flatMap((name, index) => [
    ...plain(index === 0 ? ' with the same ' : ' and '),
    code(name),
  ]);
}

/**
 * Finds a call repeated too often: equal calls of an agent in a row, unless recorded results differ, as in
 * polling. Pages of a list have different arguments.
 */
function findRepeat(most: number, wanted: CallCondition | undefined): Finder {
  const test = wanted && compileCall(wanted);
  return ({ calls }) => {
    const found = placesByAgent(calls).flatMap((places): Offence[] => {
      const own = places.map((place) => calls[place] as ToolCall);
      for (let from = 0; from < own.length;) {
        const first = own[from] as ToolCall;
        let to = from + 1;
        while (to < own.length && isCallEqual(first, own[to] as ToolCall)) to++;
        const isLong = to - from > most && (test?.matches(first) ?? true);
        if (isLong && !isPolling(own.slice(from, to))) {
          const call = places[from + most] as number;
          const words = plain(` is the same as before: made ${times(to - from)} in a row.`);
          return [{ call, words: [...at(calls, call), ...words] }];
        }
        from = to;
      }
      return [];
    });
    return found.sort((a, b) => (a.call ?? 0) - (b.call ?? 0))[0];
  };
}

/** A compiled condition on calls. */
interface CallTest {
  readonly matches: (call: ToolCall) => boolean;
  /** Whether a call is of the tool, with any arguments. */
  readonly isOfTool: (call: ToolCall) => boolean;
  readonly looksAtArguments: boolean;
}

/** Compiles the condition by which a rule selects calls. */
function compileCall({ tool, where }: CallCondition): CallTest {
  const isNamed = nameMatcher(tool);
  const isOfTool = ({ tool_name }: ToolCall): boolean => isNamed(tool_name);
  const meets = compileConditions(where);
  return {
    matches: (call) => isOfTool(call) && meets(call),
    isOfTool,
    looksAtArguments: where.length > 0,
  };
}

/** Compiles conditions on a call's arguments; all must hold. */
function compileConditions(where: readonly ArgumentCondition[]): (call: ToolCall) => boolean {
  const tests = where.map(compileCondition);
  return (call) => tests.every((test) => test(call));
}

function compileCondition(condition: ArgumentCondition): (call: ToolCall) => boolean {
  const { argument, relation } = condition;
  const test = compileTest(condition);
  // a missing argument differs from any value
  const ifAbsent = relation === '!=' || relation === 'absent';
  return ({ tool_input }) => {
    const value = readArgument(tool_input, argument);
    return value === undefined ? ifAbsent : test(value);
  };
}

function compileTest({ relation, value }: ArgumentCondition): (made: JsonValue) => boolean {
  // text that is no number is neither above nor below one
  const limit = Number(value);
  switch (relation) {
    case 'present':
      return () => true;
    case 'absent':
      return () => false;
    case '<':
      return (made) => numberIn(made) < limit;
    case '<=':
      return (made) => numberIn(made) <= limit;
    case '>':
      return (made) => numberIn(made) > limit;
    case '>=':
      return (made) => numberIn(made) >= limit;
    default: {
      const reading = readPattern(relation === 'matches' ? { $regex: value } : value);
      if (!reading.ok) return () => false;
      const { pattern } = reading;
      if (relation === 'matches')
        return (made) => textsIn(made).some((text) => matchesPattern(pattern, text));
      return (made) => matchesPattern(pattern, made) !== (relation === '!=');
    }
  }
}

/** A value; of a list, such as the words of a command, its texts, one by one and joined by spaces. */
function textsIn(made: JsonValue): readonly JsonValue[] {
  if (!isJsonList(made)) return [made];
  const texts = made.filter((value) => typeof value === 'string');
  return [...texts, texts.join(' ')];
}

/**
 * Reads an argument by name, or by a JSON Pointer that begins with `/`; undefined where missing.
 */
function readArgument(input: JsonValue, argument: string): JsonValue | undefined {
  if (argument.startsWith('/')) return valueAt(input, argument);
  return isJsonObject(input) ? ownValue(input, argument) : undefined;
}
