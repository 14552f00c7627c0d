import { isJsonEqual } from '#core/base/json/equal-json.ts';
import { isJsonObject } from '#core/base/json/json-value.ts';
import { fold } from '#core/read/transcripts/event-words.ts';
import { hashJson } from '#core/base/json/hash-json.ts';
import type { FoundCall } from '#core/calls/read-call.ts';
import type { MessageStep, StepRecord } from '#core/calls/step.ts';
import { inTimeOrder, timesOf, type Step } from './step.ts';

/** What a trace tells of a run. */
export interface TraceRun {
  /** The calls in order of time; one inside another call is nested. */
  readonly calls: readonly FoundCall[];
  /** What was said between them, in order. */
  readonly messages: readonly TraceMessage[];
}

/** Something said in a run, and where. */
interface TraceMessage {
  readonly message: MessageStep;
  /** How many of the run's calls were made before. */
  readonly before: number;
  /** Whether it was said inside a call. */
  readonly isNested: boolean;
}

/** What a run was asked, or answered. */
export interface Utterance {
  readonly role: 'user' | 'agent';
  readonly text: string;
  /** Nanoseconds; a question without a moment comes first, an answer without one last. */
  readonly moment?: bigint | undefined;
  /** What is recorded of the run as a whole; it counts where no model's step is recorded. */
  readonly about?: StepRecord;
}

/**
 * Reads a run from its trace: calls, each once, and what models said. The calls are those of tools,
 * and those that models asked for where no tool’s step tells of them.
 * @param steps the steps of one trace, in any order
 * @param onRepeated is told of every call that is left out because it is recorded already
 * @param said what the whole was asked and answered; what a model said last is not repeated
 */
export function runOf(
  steps: readonly Step[],
  onRepeated: () => void,
  said: readonly Utterance[] = [],
): TraceRun {
  const tree = new Tree(steps);
  const run = new RunWriter(onRepeated);
  const tools = steps.filter(({ call }) => call !== undefined);
  // a wrapper around a model's step repeats what it says
  const askingWrappers = tree.ancestorsOf(({ asked }) => asked !== undefined);
  const aroundCalls = tree.ancestorsOf(({ call }) => call !== undefined);
  const aroundModels = tree.ancestorsOf(({ said }) => said !== undefined);
  const speaks = ({ id, call, said, isModel }: Step): boolean =>
    call === undefined &&
    said !== undefined &&
    !aroundModels.has(id) &&
    (isModel || !aroundCalls.has(id));
  const { again, joined } = callsWithinCalls(tools, tree);
  const nested = tree.below((step) => step.call !== undefined && !again.has(step));
  const groups = parallelGroups(
    steps.filter((step) => !again.has(step)),
    tree,
  );
  const hasModels = steps.some(speaks);
  let lastGroup = groups.size;

  const asking = inTimeOrder(steps).filter((step) => step.asked && !askingWrappers.has(step.id));
  const made = tools.filter((step) => !again.has(step));
  const { requests, open } = joinRequests(asking, made);
  const results = new Map(steps.flatMap((step) => step.results ?? []).map((one) => [one.of, one]));
  const told = new Map(
    steps
      .flatMap((step) => [...(step.told ?? []), ...(step.asked ?? [])])
      .map((one) => [one.id, one]),
  );
  /** A call with what only its request says of it, or the request after it. */
  const whole = (call: FoundCall, request?: FoundCall): FoundCall => {
    const { id = request?.id, input, output, error } = call;
    const returned = id === undefined ? undefined : results.get(id);
    const known = id === undefined ? request : (told.get(id) ?? request);
    return {
      ...call,
      input: input ?? known?.input,
      output: output ?? returned?.output,
      error: error ?? returned?.error,
    };
  };

  const questions: Utterance[] = said.filter(({ role }) => role === 'user');
  const answers: Utterance[] = said.filter(({ role }) => role === 'agent');
  const utter = (list: Utterance[], isDue: (moment: bigint | undefined) => boolean): void => {
    for (let next = list[0]; next && isDue(next.moment); next = list[0]) {
      list.shift();
      const record = next.role === 'agent' && !hasModels ? (next.about ?? {}) : {};
      run.answer({ kind: 'message', role: next.role, text: next.text, ...record });
    }
  };

  const order = orderOf(asking);
  for (const step of inTimeOrder(steps, order)) {
    const { start } = step;
    // what was answered before the next question
    utter(answers, (end) => end !== undefined && start !== undefined && end < start);
    utter(questions, (at) => at === undefined || start === undefined || at <= start);
    const isNested = nested.has(step.id);
    const agent = tree.agentOf(step);
    const own = agent === undefined ? {} : { agent };
    if (speaks(step)) {
      const record = { ...step.about, ...own, ...timesOf(step) };
      run.say({ kind: 'message', role: 'agent', text: step.said ?? '', ...record }, isNested);
    }
    if (step.call && again.has(step)) onRepeated();
    else if (step.call) {
      // what models inside it took is told there
      const { tokens, cost } = aroundModels.has(step.id) ? {} : step.about;
      const record = { ...own, ...timesOf(step), ...(tokens && { tokens }), ...(cost && { cost }) };
      const parallel = groups.get(step);
      const call = whole(joined.get(step) ?? step.call, requests.get(step));
      run.call({ ...call, parallel, record, ...(isNested && { isNested }) });
    }
    // what a service runs itself has no step of its own
    const calls = open.get(step) ?? [];
    const parallel = calls.length > 1 ? ++lastGroup : undefined;
    for (const call of calls)
      run.call({ ...whole(call), parallel, record: own, ...(isNested && { isNested }) });
  }
  utter(questions, () => true);
  if (run.calls.length === 0) {
    // only what a request tells again of those before it
    const lists = steps.map((step) => step.told ?? []);
    const longest = lists.reduce((best, list) => (list.length > best.length ? list : best), []);
    for (const call of longest) run.call(whole(call));
  }
  utter(answers, () => true);
  return run;
}

/** Steps that are looked at for one that fits another best. */
const NEAR = 32;

/** Tools run for others, which say nothing of what is called. */
const RUNNERS =
  /^(?:run|call|execute|invoke|merged|mcp)?tools?(?:call|execute|execution|run|invoke)?$/;

/**
 * Finds the steps of tools that tell of the same call as the tool’s step around them: a client’s and
 * its server’s, a framework’s and its runner’s, tries of one call.
 * @returns those that count no more, and what the outermost call of each is with what they say
 */
function callsWithinCalls(
  tools: readonly Step[],
  tree: Tree,
): { readonly again: ReadonlySet<Step>; readonly joined: ReadonlyMap<Step, FoundCall> } {
  const outermost = new Map<Step, Step>();
  const around = new Set(tools.map((step) => tree.callAround(step)));
  const runners = tools.filter((step) => around.has(step) && isRunner(step));
  for (const step of tools) {
    const path: Step[] = [];
    let at = step;
    while (!outermost.has(at)) {
      outermost.set(at, at);
      path.push(at);
      const outer = tree.callAround(at);
      if (!outer?.call || !at.call || !isSameCall(outer.call, at.call)) break;
      at = outer;
    }
    for (const inner of path) outermost.set(inner, outermost.get(at) ?? at);
  }
  const joined = new Map<Step, FoundCall>();
  const inner = tools.filter((step) => outermost.get(step) !== step);
  for (const step of inTimeOrder(inner)) {
    const outer = outermost.get(step);
    const call = outer && (joined.get(outer) ?? outer.call);
    if (!outer || !call || !step.call) continue;
    const input = isBare(call) ? (step.call.input ?? call.input) : call.input;
    joined.set(outer, join({ ...call, input, id: call.id ?? step.call.id }, step.call));
  }
  return { again: new Set([...inner, ...runners]), joined };
}

function isRunner({ call }: Step): boolean {
  return call !== undefined && RUNNERS.test(fold(call.name));
}

function isSameCall(outer: FoundCall, inner: FoundCall): boolean {
  const isGiven = isBare(outer) || isBare(inner);
  const isLike = isGiven || isJsonEqual(outer.input ?? null, inner.input ?? null);
  return toolOf(outer) === toolOf(inner) && isLike;
}

function isBare({ input }: FoundCall): boolean {
  return input === undefined || (isJsonObject(input) && Object.keys(input).length === 0);
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
  for (const step of inTimeOrder(tools)) {
    if (!step.call || (step.call.id !== undefined && ids.has(step.call.id))) continue;
    mapList(waiting, toolOf(step.call)).push(step);
  }
  for (const step of asking) {
    // what is asked for with others stands where those were run
    let at = step;
    for (const call of step.asked ?? []) {
      const { id } = call;
      const own = id === undefined ? undefined : byId.get(id);
      if (own || (id !== undefined && known.has(id))) {
        at = own ?? at;
        continue;
      }
      if (id !== undefined) known.add(id);
      const run = takeSame(waiting.get(toolOf(call)) ?? [], call);
      if (!run) mapList(open, at).push(call);
      else if (run.call?.id === undefined || id === undefined) requests.set(run, call);
      at = run ?? at;
    }
  }
  return { requests, open };
}

/**
 * Numbers the calls that were made at the same time: their times overlap, and one step is around
 * them. Steps around a single one do not part it from the others.
 */
function parallelGroups(steps: readonly Step[], tree: Tree): ReadonlyMap<Step, number> {
  const siblings = new Map<string, Step[]>();
  for (const step of inTimeOrder(steps)) {
    if (!step.call || step.start === undefined || step.end === undefined) continue;
    mapList(siblings, tree.branchOf(step)).push(step);
  }
  const groups = new Map<Step, number>();
  let last = 0;
  for (const list of siblings.values()) {
    let before: Step | undefined;
    let end = 0n;
    for (const step of list) {
      const { start = 0n, end: own = 0n } = step;
      if (before && start < end) {
        const group = groups.get(before) ?? ++last;
        groups.set(before, group).set(step, group);
      }
      before = step;
      if (own > end) end = own;
    }
  }
  return groups;
}

/** Gathers calls and what is said between them. */
class RunWriter implements TraceRun {
  readonly calls: FoundCall[] = [];
  readonly messages: TraceMessage[] = [];
  readonly #onRepeated: () => void;
  readonly #firstPlaces = new Map<string, number>();
  readonly #places = new Map<string, number[]>();

  constructor(onRepeated: () => void) {
    this.#onRepeated = onRepeated;
  }

  say(message: MessageStep, isNested = false): void {
    this.messages.push({ message, before: this.calls.length, isNested });
  }

  /** Adds what the whole run was asked or answered, unless it was the last thing said. */
  answer(message: MessageStep): void {
    const last = this.messages.findLast(({ isNested }) => !isNested);
    const isSaid = last?.before === this.calls.length && last.message.role === message.role;
    if (!isSaid || last.message.text.trim() !== message.text.trim()) this.say(message);
  }

  /**
   * Adds a call, unless it was recorded before: under the same id, by the same tool, with the same
   * arguments or without any.
   */
  call(call: FoundCall): void {
    const { id, name, input } = call;
    if (id === undefined) {
      this.calls.push(call);
      return;
    }
    const tool = JSON.stringify([id, name]);
    const first = this.#firstPlaces.get(tool);
    const bucket = input === undefined ? [] : mapList(this.#places, `${tool}${hashJson(input)}`);
    const isBare = first !== undefined && this.calls[first]?.input === undefined;
    const known =
      input === undefined
        ? first
        : (bucket.find((place) => isJsonEqual(this.calls[place]?.input ?? null, input)) ??
          (isBare ? first : undefined));
    if (known === undefined) {
      bucket.push(this.calls.push(call) - 1);
      if (first === undefined) this.#firstPlaces.set(tool, this.calls.length - 1);
      return;
    }
    this.#onRepeated();
    const kept = this.calls[known] ?? call;
    const isFuller = isBare && input !== undefined;
    this.calls[known] = isFuller ? join(call, kept) : join(kept, call);
    if (isFuller) bucket.push(known);
  }
}

/** Two records of one call: the first is right where both say something. */
function join(one: FoundCall, other: FoundCall): FoundCall {
  return {
    ...one,
    output: one.output ?? other.output,
    error: one.error ?? other.error,
    record: { ...other.record, ...one.record },
  };
}

/** Where a call stands among all that were asked for. */
function orderOf(asking: readonly Step[]): (step: Step) => number {
  const places = new Map<string, number>();
  for (const call of asking.flatMap((step) => step.asked ?? []))
    for (const key of keysOf(call)) if (!places.has(key)) places.set(key, places.size);
  return ({ call }) => {
    const [found = 0] = call ? keysOf(call).flatMap((key) => places.get(key) ?? []) : [];
    return found;
  };
}

function keysOf(call: FoundCall): readonly string[] {
  const given = `${toolOf(call)} ${hashJson(call.input ?? null)}`;
  return call.id === undefined ? [given] : [JSON.stringify(call.id), given];
}

/** Takes the step that was given what a request asks for, else the first. */
function takeSame(steps: Step[], { input = null }: FoundCall): Step | undefined {
  const same = steps
    .slice(0, NEAR)
    .findIndex(({ call }) => isJsonEqual(call?.input ?? null, input));
  return steps.splice(Math.max(same, 0), 1)[0];
}

function mapList<K, T>(lists: Map<K, T[]>, key: K): T[] {
  const known = lists.get(key);
  if (known) return known;
  const list: T[] = [];
  lists.set(key, list);
  return list;
}

/** The steps of tools that others, whose own parents are not recorded, lie within in time. */
function enclosingSteps(
  steps: readonly Step[],
  byId: ReadonlyMap<string, Step>,
): ReadonlyMap<Step, Step> {
  const found = new Map<Step, Step>();
  const open: Step[] = [];
  for (const step of inTimeOrder(steps)) {
    const { call, start, end, parentId } = step;
    if (!call || start === undefined || end === undefined) continue;
    while (open.length > 0 && (open.at(-1)?.end ?? 0n) < start) open.pop();
    if (parentId !== undefined && !byId.has(parentId)) {
      const around = open
        .slice(-NEAR)
        .findLast((one) => one.parentId !== parentId && (one.end ?? 0n) >= end);
      if (around) found.set(step, around);
    }
    open.push(step);
  }
  return found;
}

/** The steps of a trace by what is around what; every way up is walked once, circles end. */
class Tree {
  readonly #steps: readonly Step[];
  readonly #byId: ReadonlyMap<string, Step>;
  readonly #children = new Map<string, number>();
  readonly #agents = new Map<string, string | undefined>();
  readonly #calls = new Map<string, Step | undefined>();
  readonly #enclosing: ReadonlyMap<Step, Step>;

  constructor(steps: readonly Step[]) {
    this.#steps = steps;
    this.#byId = new Map(steps.map((step) => [step.id, step]));
    for (const { parentId } of steps) {
      if (parentId === undefined) continue;
      this.#children.set(parentId, (this.#children.get(parentId) ?? 0) + 1);
    }
    this.#enclosing = enclosingSteps(steps, this.#byId);
  }

  /** The ids of all steps around some. */
  ancestorsOf(isSome: (step: Step) => boolean): ReadonlySet<string> {
    const found = new Set<string>();
    for (const step of this.#steps) {
      if (!isSome(step)) continue;
      let id = step.parentId;
      while (id !== undefined && !found.has(id)) {
        found.add(id);
        id = this.#byId.get(id)?.parentId;
      }
    }
    return found;
  }

  /** The ids of the steps with some kind of step around them. */
  below(isKind: (step: Step) => boolean): ReadonlySet<string> {
    const isBelow = new Map<string, boolean>();
    for (const step of this.#steps) {
      const { path, end } = this.#climb(step, (id) => isBelow.has(id));
      let found = end !== undefined && (isKind(end) || isBelow.get(end.id) === true);
      for (const at of path.reverse()) {
        isBelow.set(at.id, found);
        found ||= isKind(at);
      }
    }
    return new Set([...isBelow].flatMap(([id, found]) => (found ? [id] : [])));
  }

  /** The agent that a step names, or the nearest step around it. */
  agentOf(step: Step): string | undefined {
    return this.#nearest(step, this.#agents, ({ about }) => about.agent);
  }

  /** The nearest step of a tool around a step; where what is around it is not recorded, by time. */
  callAround(step: Step): Step | undefined {
    const { parentId } = step;
    if (parentId === undefined) return undefined;
    const parent = this.#byId.get(parentId) ?? this.#enclosing.get(step);
    return this.#nearest(parent, this.#calls, (step) => (step.call ? step : undefined));
  }

  #nearest<T>(
    from: Step | undefined,
    known: Map<string, T | undefined>,
    valueOf: (step: Step) => T | undefined,
  ): T | undefined {
    const isKnown = (id: string): boolean => {
      const step = this.#byId.get(id);
      return known.has(id) || (step !== undefined && valueOf(step) !== undefined);
    };
    const { path, end } = this.#climb(from, isKnown);
    const value = end && (known.get(end.id) ?? valueOf(end));
    for (const at of path) known.set(at.id, value);
    return value;
  }

  /** The nearest step around a step that has others in it, too. */
  branchOf({ parentId }: Step): string {
    const seen = new Set<string>();
    let id = parentId;
    while (id !== undefined && !seen.has(id)) {
      seen.add(id);
      const parent = this.#byId.get(id);
      if (!parent || parent.call || (this.#children.get(id) ?? 0) > 1) return id;
      id = parent.parentId;
    }
    return '';
  }

  /** The steps from one upwards, and the first that is known already, where there is one. */
  #climb(
    from: Step | undefined,
    isKnown: (id: string) => boolean,
  ): { readonly path: Step[]; readonly end: Step | undefined } {
    const path: Step[] = [];
    const seen = new Set<string>();
    let at = from;
    while (at && !isKnown(at.id) && !seen.has(at.id)) {
      seen.add(at.id);
      path.push(at);
      at = at.parentId === undefined ? undefined : this.#byId.get(at.parentId);
    }
    return { path, end: at && isKnown(at.id) ? at : undefined };
  }
}
