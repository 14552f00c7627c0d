import { fold } from '#core/base/json/pick.ts';
import { listAt } from '#core/base/lists/lists.ts';
import type { FoundCall } from '#core/calls/read-call.ts';
import type { Collector } from '#core/read/framework/adapter.ts';
import { areSame, eachOnce, joinCalls, joinOthers } from '#core/read/shape/run.ts';
import type { StepCost, StepRecord } from '#core/calls/step.ts';
import { callsIn, isSaid, together, type Entry } from '#core/read/transcripts/entry.ts';
import { sinceAsked } from './read-step.ts';
import { aroundOf, inTimeOrder, nearest, timesOf, type Around, type Step } from './span-step.ts';

/** What a trace as a whole says that was asked and answered, and what is recorded of the answer. */
export interface Texts {
  readonly prompt?: string | undefined;
  readonly response?: string | undefined;
  /** Counts where no model's step is. */
  readonly record?: StepRecord;
}

/**
 * Turns a trace into a run, in order of time: calls, each once, and the messages of models.
 * What ran, what models asked for and what requests tell again are accounts of one run; a call
 * inside another is nested.
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
  const made = callsMade(tools, around);
  const groups = parallelGroups([...made.keys()], around, out.parallelNumber);
  const agents = nearest(around, ({ about }) => about.agent);
  const callers = nearest(around, (step) => (made.has(step) ? step : undefined));
  const ran: Entry[] = [];
  const asked: Entry[] = [];
  /** The messages since the last call. */
  let lastSaid: string | undefined;
  for (const step of inTime) {
    const caller = around.get(step);
    const isNested = caller !== undefined && callers.get(caller) !== undefined;
    const agent = agents.get(step);
    const by = agent === undefined ? {} : { agent };
    const tell = (call: FoundCall): Entry => ({
      kind: 'call',
      call: isNested ? { ...call, isNested } : call,
    });
    const isHeard = speaks(step) && !(isNested && out.options.subAgents === 'root');
    const text = step.said ?? '';
    const said: Entry[] = [];
    if (isHeard)
      said.push({ kind: 'answer', text, record: { ...step.about, ...by, ...timesOf(step) } });
    ran.push(...said);
    if (isHeard && !isNested) lastSaid = text.trim();
    const call = made.get(step);
    if (call) {
      // what models inside it used is recorded there
      const { tokens, cost } = aroundModels.has(step) ? {} : step.about;
      const took = { ...by, ...timesOf(step), ...(tokens && { tokens }), ...(cost && { cost }) };
      const parallel = groups.get(step);
      ran.push(tell({ ...call, parallel, record: { ...call.record, ...took } }));
      lastSaid = undefined;
    }
    const answer = aroundAsking.has(step) ? [] : (step.asked ?? []);
    // what came of a call was there before the next one was asked for
    const told = answer.flatMap((entry): readonly Entry[] => {
      if (entry.kind === 'call') return [tell({ ...entry.call, record: by })];
      return entry.kind === 'result' ? [entry] : [];
    });
    const requests = together(told, out.parallelNumber).filter(({ kind }) => kind === 'call');
    // what a service runs itself is over before the answer
    const isAfter = answer.at(-1)?.kind === 'answer';
    asked.push(...(isAfter ? [...requests, ...said] : [...said, ...requests]));
    if (requests.length > 0 && !isAfter) lastSaid = undefined;
  }
  const once = eachOnce(ran);
  const repeated = tools.length - callsIn(once).length;
  for (let count = 0; count < repeated; count++) out.note('call_repeated', 'id');
  const ids = new Set(callsIn([...once, ...asked]).map(({ id }) => id));
  const others = [asked, ...steps.map((step) => toldAgain(step, ids))].map((told) =>
    eachOnce(told),
  );
  // where only requests tell of calls, these were before what was answered
  const question: readonly Entry[] = prompt.trim() === '' ? [] : [{ kind: 'user', text: prompt }];
  const events = [...question, ...joinOthers(once, others, ids.size === 0 ? others.length : 0)];
  const about = record && !steps.some(speaks) && { record };
  if (response.trim() !== '' && response.trim() !== lastSaid)
    events.push({ kind: 'answer', text: response, ...about });
  // what the whole has cost, where nothing in it says
  const cost = steps.some((step) => step.about !== record && step.about.cost)
    ? undefined
    : record?.cost;
  return cost && steps.some(speaks) ? withCost(events, cost) : events;
}

/** Adds what a run has cost to its last answer. */
function withCost(events: readonly Entry[], cost: StepCost): readonly Entry[] {
  const last = events.findLast(({ kind }) => kind === 'answer');
  return events.map((entry) =>
    entry === last && isSaid(entry) ? { ...entry, record: { ...entry.record, cost } } : entry,
  );
}

/** The calls that a request repeats: some, or all that were made since its question. */
function toldAgain({ told = [] }: Step, ids: ReadonlySet<string | undefined>): readonly Entry[] {
  const events = ids.size === 0 ? sinceAsked(told) : told;
  return events.filter((entry) => {
    if (entry.kind !== 'call' && entry.kind !== 'result') return false;
    const id = entry.kind === 'call' ? entry.call.id : entry.of;
    return ids.size === 0 || (id !== undefined && ids.has(id));
  });
}

/** All steps around some. */
function aroundSome(around: Around, isSome: (step: Step) => boolean): ReadonlySet<Step> {
  const found = new Set<Step>();
  for (const [step, outer] of [...around].reverse())
    if (outer && (found.has(step) || isSome(step))) found.add(outer);
  return found;
}

/** Tools run for others, which say nothing of what is called. */
const RUNNERS =
  /^(?:run|call|execute|invoke|merged|mcp)?tools?(?:call|execute|execution|run|invoke)?$/;

/**
 * The calls of tools’ steps, each by the outermost step that tells of it: a client’s and not its
 * server’s, a tool’s and not its runner’s.
 */
function callsMade(tools: readonly Step[], around: Around): ReadonlyMap<Step, FoundCall> {
  const callers = nearest(around, (step) => (step.call ? step : undefined));
  const outermost = new Map<Step, Step | undefined>();
  for (const [step, outer] of around) {
    const caller = outer && callers.get(outer);
    if (!caller?.call || !step.call) continue;
    if (areSame(caller.call, step.call)) outermost.set(step, outermost.get(caller) ?? caller);
    else if (isRunner(caller)) outermost.set(caller, outermost.get(caller));
  }
  const made = new Map<Step, FoundCall>();
  for (const step of tools) {
    const teller = outermost.has(step) ? outermost.get(step) : step;
    const known = teller && made.get(teller);
    if (teller && step.call) made.set(teller, known ? joinCalls(known, step.call) : step.call);
  }
  return made;
}

function isRunner({ call }: Step): boolean {
  return call !== undefined && RUNNERS.test(fold(call.name));
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

/** Steps that are looked at for one that encloses another. */
const NEAR = 32;

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
      if (outer?.call && (isRunner(outer) || areSame(outer.call, call))) found.set(step, outer);
    }
    open.push(step);
  }
  return found;
}
