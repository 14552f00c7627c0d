import { isJsonEqual } from '#core/base/json/equal-json.ts';
import { listAt } from '#core/base/lists/list-at.ts';
import { hashJson } from '#core/base/json/hash-json.ts';
import type { FoundCall } from '#core/calls/read-call.ts';
import type { Collector } from '#core/read/framework/adapter.ts';
import { areGivenTheSame, eachOnce, isBare, joinCalls } from '#core/read/shape/run.ts';
import type { StepRecord } from '#core/calls/step.ts';
import { callsIn, type Entry, type Result } from '#core/read/transcripts/entry.ts';
import { sinceAsked } from './talk.ts';
import { fold } from '#core/read/transcripts/event-words.ts';
import { aroundOf, inTimeOrder, nearest, timesOf, type Around, type Step } from './span-step.ts';

/** What a trace as a whole says that was asked and answered, and what is recorded of the answer. */
export interface Texts {
  readonly prompt?: string | undefined;
  readonly response?: string | undefined;
  /** Counts where no model's step is. */
  readonly record?: StepRecord;
}

/**
 * Tells a trace as what happened in a run, in order of time: calls, each once, and what models said.
 * The calls are those of tools, and those that models asked for where no tool’s step tells of them;
 * one inside another is nested.
 * @param steps the steps of one trace, in any order
 * @param texts what the whole was asked and answered; what a model said last is not repeated
 */
export function eventsOfTrace(
  steps: readonly Step[],
  out: Collector,
  texts: Texts = {},
): readonly Entry[] {
  const { prompt = '', response = '', record } = texts;
  const inTime = inTimeOrder(steps);
  const tools = inTime.filter(({ call }) => call !== undefined);
  const around = aroundOf(steps, enclosingSteps(tools, new Set(steps.map(({ id }) => id))));
  // a wrapper around a model's step repeats what it says
  const aroundAsking = aroundSome(around, ({ asked }) => asked !== undefined);
  const aroundCalls = aroundSome(around, ({ call }) => call !== undefined);
  const aroundModels = aroundSome(around, ({ said }) => said !== undefined);
  const speaks = (step: Step): boolean =>
    step.call === undefined &&
    step.said !== undefined &&
    !aroundModels.has(step) &&
    (step.isModel || !aroundCalls.has(step));
  const { again, joined } = callsToldAgain(tools, around);
  const made = tools.filter((step) => !again.has(step));
  const groups = parallelGroups(made, around, out.parallelNumber);
  const agents = nearest(around, ({ about }) => about.agent);
  const callers = nearest(around, (step) => (step.call && !again.has(step) ? step : undefined));
  const asking = inTime.filter((step) => step.asked && !aroundAsking.has(step));
  const { requests, open } = joinRequests(asking, made);
  const told = steps.flatMap((step) => step.told ?? []);
  const toldCalls = new Map(callsIn(told).map((call) => [call.id, call]));
  const results = new Map(told.filter(isResult).map((result) => [result.of, result]));
  const events: Entry[] = [];
  /** What was said since the last call. */
  let lastSaid: string | undefined;
  /** Adds a call with what only its request says of it, or what others repeat, and what came of it. */
  const add = (call: FoundCall, request?: FoundCall): void => {
    const { id = request?.id } = call;
    const known = id === undefined ? request : (toldCalls.get(id) ?? request);
    events.push({ kind: 'call', call: { ...call, id, input: call.input ?? known?.input } });
    const result = id === undefined ? undefined : results.get(id);
    if (result) events.push(result);
    lastSaid = undefined;
  };

  if (prompt.trim() !== '') events.push({ kind: 'user', text: prompt });
  for (const step of inTimeOrder(steps, [...requests.keys()])) {
    const caller = around.get(step);
    const isNested = caller !== undefined && callers.get(caller) !== undefined;
    const agent = agents.get(step);
    const own = agent === undefined ? {} : { agent };
    const nested = isNested && { isNested };
    if (speaks(step) && !(isNested && out.options.subAgents === 'root')) {
      const record = { ...step.about, ...own, ...timesOf(step) };
      events.push({ kind: 'answer', text: step.said ?? '', record });
      if (!isNested) lastSaid = step.said?.trim();
    }
    if (step.call && again.has(step)) out.note('call_repeated', 'id');
    else if (step.call) {
      // what models inside it took is told there
      const { tokens, cost } = aroundModels.has(step) ? {} : step.about;
      const took = { ...own, ...timesOf(step), ...(tokens && { tokens }), ...(cost && { cost }) };
      const call = joined.get(step) ?? step.call;
      const record = { ...call.record, ...took };
      add({ ...call, parallel: groups.get(step), record, ...nested }, requests.get(step));
    }
    // what a service runs itself has no step of its own
    const calls = open.get(step) ?? [];
    const parallel = calls.length > 1 ? out.parallelNumber() : undefined;
    for (const call of calls) add({ ...call, parallel, record: own, ...nested });
  }
  if (callsIn(events).length === 0) for (const call of longestTold(steps)) add(call);
  const about = record && !steps.some(speaks) && { record };
  if (response.trim() !== '' && response.trim() !== lastSaid)
    events.push({ kind: 'answer', text: response, ...about });
  return events;
}

/** The calls that only a request tells again of those before it. */
function longestTold(steps: readonly Step[]): readonly FoundCall[] {
  const lists = steps.map(({ told = [] }) =>
    callsIn(eachOnce(sinceAsked(told).filter(({ kind }) => kind === 'call'))),
  );
  return lists.reduce((best, list) => (list.length > best.length ? list : best), []);
}

const isResult = (entry: Entry): entry is Result => entry.kind === 'result';

/** All steps around some. */
function aroundSome(around: Around, isSome: (step: Step) => boolean): ReadonlySet<Step> {
  const found = new Set<Step>();
  for (const [step, outer] of [...around].reverse())
    if (outer && (found.has(step) || isSome(step))) found.add(outer);
  return found;
}

/** Steps that are looked at for one that fits another best. */
const NEAR = 32;

/** Tools run for others, which say nothing of what is called. */
const RUNNERS =
  /^(?:run|call|execute|invoke|merged|mcp)?tools?(?:call|execute|execution|run|invoke)?$/;

/**
 * Finds the steps of tools that tell of the same call as the tool’s step around them, or as one
 * before with the same id: a client’s and its server’s, a framework’s and its runner’s, tries of
 * one call.
 * @param tools in order of time
 * @returns those that count no more, and what the first or outermost of each is with what they say
 */
function callsToldAgain(
  tools: readonly Step[],
  around: Around,
): { readonly again: ReadonlySet<Step>; readonly joined: ReadonlyMap<Step, FoundCall> } {
  const callers = nearest(around, (step) => (step.call ? step : undefined));
  const again = new Map<Step, Step | undefined>();
  for (const [step, outer] of around) {
    const caller = outer && callers.get(outer);
    if (!caller?.call || !step.call) continue;
    if (isSameCall(caller.call, step.call)) again.set(step, again.get(caller) ?? caller);
    else if (isRunner(caller)) again.set(caller, again.get(caller));
  }
  const firsts = new Map<string, Step>();
  const joined = new Map<Step, FoundCall>();
  const toldOf = (step: Step | undefined): FoundCall | undefined =>
    step && (joined.get(step) ?? step.call);
  for (const step of tools) {
    const { call } = step;
    if (!call) continue;
    let record = call.record;
    const named = call.id === undefined ? undefined : JSON.stringify([call.id, toolOf(call)]);
    if (named !== undefined && !again.has(step)) {
      const keys = isBare(call) ? [named] : [`${named}${hashJson(call.input ?? null)}`, named];
      const first = keys.map((key) => firsts.get(key)).find((one) => isSameCall(toldOf(one), call));
      if (first) {
        again.set(step, first);
        record = timesOf(step);
      } else for (const key of keys) if (!firsts.has(key)) firsts.set(key, step);
    }
    const first = again.get(step);
    const before = toldOf(first);
    if (first && before) joined.set(first, joinCalls(before, { ...call, record }));
  }
  return { again: new Set(again.keys()), joined };
}

function isRunner({ call }: Step): boolean {
  return call !== undefined && RUNNERS.test(fold(call.name));
}

function isSameCall(outer: FoundCall | undefined, inner: FoundCall): boolean {
  return outer !== undefined && toolOf(outer) === toolOf(inner) && areGivenTheSame(outer, inner);
}

/** A tool’s name without that of the server which offers it. */
function toolOf({ name }: FoundCall): string {
  return fold(name.split(/__|[./:]/).at(-1) ?? name);
}

/**
 * Joins what models asked for with what tools’ steps say was run: by id, else by name, in order.
 * @param asking the steps that ask, in order of time
 * @returns the request of each tool’s step, and by asking step those that no such step tells of
 */
function joinRequests(
  asking: readonly Step[],
  tools: readonly Step[],
): {
  readonly requests: ReadonlyMap<Step, FoundCall>;
  readonly open: ReadonlyMap<Step, readonly FoundCall[]>;
} {
  const requests = new Map<Step, FoundCall>();
  const open = new Map<Step, FoundCall[]>();
  const byId = new Map(tools.map((step) => [step.call?.id, step]));
  const ids = new Set(asking.flatMap((step) => (step.asked ?? []).map(({ id }) => id)));
  const known = new Set<string>();
  const waiting = new Map<string, Step[]>();
  for (const step of tools) {
    if (!step.call || (step.call.id !== undefined && ids.has(step.call.id))) continue;
    listAt(waiting, toolOf(step.call)).push(step);
  }
  for (const step of asking) {
    // what is asked for with others stands where those were run
    let at = step;
    for (const call of step.asked ?? []) {
      const { id } = call;
      const own = id === undefined ? undefined : byId.get(id);
      if (own) requests.set(own, call);
      if (own || (id !== undefined && known.has(id))) {
        at = own ?? at;
        continue;
      }
      if (id !== undefined) known.add(id);
      const run = takeSame(waiting.get(toolOf(call)) ?? [], call);
      if (!run) listAt(open, at).push(call);
      else if (run.call?.id === undefined || id === undefined) requests.set(run, call);
      at = run ?? at;
    }
  }
  return { requests, open };
}

/**
 * Numbers the calls that were made at the same time: their times overlap, and they are inside
 * the same call, or in none.
 * @param tools in order of time
 */
function parallelGroups(
  tools: readonly Step[],
  around: Around,
  number: () => number,
): ReadonlyMap<Step, number> {
  const callers = nearest(around, ({ call, id }) => call && id);
  const siblings = new Map<string | undefined, Step[]>();
  for (const step of tools) {
    if (step.start === undefined || step.end === undefined) continue;
    const outer = around.get(step);
    listAt(siblings, outer && callers.get(outer)).push(step);
  }
  const groups = new Map<Step, number>();
  for (const list of siblings.values()) {
    let before: Step | undefined;
    let end = 0;
    for (const step of list) {
      if (before && (step.start ?? 0) < end) {
        const group = groups.get(before) ?? number();
        groups.set(before, group).set(step, group);
      }
      before = step;
      end = Math.max(end, step.end ?? 0);
    }
  }
  return groups;
}

/** Takes the step that was given what a request asks for, else the first. */
function takeSame(steps: Step[], { input = null }: FoundCall): Step | undefined {
  const same = steps
    .slice(0, NEAR)
    .findIndex(({ call }) => isJsonEqual(call?.input ?? null, input));
  return steps.splice(Math.max(same, 0), 1)[0];
}

/** The steps of tools that others of the same call lie within in time, whose parents are not recorded. */
function enclosingSteps(tools: readonly Step[], ids: ReadonlySet<string>): ReadonlyMap<Step, Step> {
  const found = new Map<Step, Step>();
  const open: Step[] = [];
  for (const step of tools) {
    const { call, start, end, parentId } = step;
    if (!call || start === undefined || end === undefined) continue;
    while (open.length > 0 && (open.at(-1)?.end ?? 0) < start) open.pop();
    if (parentId !== undefined && !ids.has(parentId)) {
      const outer = open
        .slice(-NEAR)
        .findLast((one) => one.parentId !== parentId && (one.end ?? 0) >= end);
      if (outer && (isRunner(outer) || isSameCall(outer.call, call))) found.set(step, outer);
    }
    open.push(step);
  }
  return found;
}
