import { isJsonEqual } from '#core/base/json/equal-json.ts';
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
 * Reads a run from its trace: calls, each once, and what models said. The calls are those of tools;
 * without any, those that models asked for.
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
  const hasTools = steps.some(({ call }) => call !== undefined);
  // a wrapper around a model's step repeats what it says
  const askingWrappers = tree.ancestorsOf(({ asked }) => asked !== undefined);
  const aroundCalls = tree.ancestorsOf(({ call }) => call !== undefined);
  const aroundModels = tree.ancestorsOf(({ said }) => said !== undefined);
  const speaks = ({ id, call, said, isModel }: Step): boolean =>
    call === undefined &&
    said !== undefined &&
    !aroundModels.has(id) &&
    (isModel || !aroundCalls.has(id));
  const nested = tree.below(({ call }) => call !== undefined);
  const groups = hasTools ? parallelGroups(steps, tree) : new Map<Step, number>();
  const hasModels = steps.some(speaks);
  let lastGroup = 0;

  const asked = steps.flatMap((step) => step.asked ?? []);
  const requests = new Map(asked.filter(({ id }) => id).map((call) => [call.id, call]));

  const questions: Utterance[] = said.filter(({ role }) => role === 'user');
  const answers: Utterance[] = said.filter(({ role }) => role === 'agent');
  const utter = (list: Utterance[], isDue: (moment: bigint | undefined) => boolean): void => {
    for (let next = list[0]; next && isDue(next.moment); next = list[0]) {
      list.shift();
      const record = next.role === 'agent' && !hasModels ? (next.about ?? {}) : {};
      run.answer({ kind: 'message', role: next.role, text: next.text, ...record });
    }
  };

  for (const step of inTimeOrder(steps)) {
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
    if (step.call) {
      // what models inside it took is told there
      const { tokens, cost } = aroundModels.has(step.id) ? {} : step.about;
      const record = { ...own, ...timesOf(step), ...(tokens && { tokens }), ...(cost && { cost }) };
      const parallel = groups.get(step);
      // where only the request says what the tool was given
      const input = step.call.input ?? requests.get(step.call.id)?.input;
      run.call({ ...step.call, input, parallel, record, ...(isNested && { isNested }) });
    } else if (!hasTools && step.asked && !askingWrappers.has(step.id)) {
      const parallel = step.asked.length > 1 ? ++lastGroup : undefined;
      for (const call of step.asked) run.call({ ...call, parallel, record: own });
    }
  }
  utter(questions, () => true);
  utter(answers, () => true);
  return run;
}

/**
 * Numbers the calls that were made at the same time: their times overlap, and one step is around
 * them. Steps around a single one do not part it from the others.
 */
function parallelGroups(steps: readonly Step[], tree: Tree): ReadonlyMap<Step, number> {
  const siblings = new Map<string, Step[]>();
  for (const step of inTimeOrder(steps)) {
    if (!step.call || step.start === undefined || step.end === undefined) continue;
    const key = tree.branchOf(step);
    const list = siblings.get(key);
    if (list) list.push(step);
    else siblings.set(key, [step]);
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

function mapList(lists: Map<string, number[]>, key: string): number[] {
  const known = lists.get(key);
  if (known) return known;
  const list: number[] = [];
  lists.set(key, list);
  return list;
}

/** The steps of a trace by what is around what; every way up is walked once, circles end. */
class Tree {
  readonly #steps: readonly Step[];
  readonly #byId: ReadonlyMap<string, Step>;
  readonly #children = new Map<string, number>();
  readonly #agents = new Map<string, string | undefined>();

  constructor(steps: readonly Step[]) {
    this.#steps = steps;
    this.#byId = new Map(steps.map((step) => [step.id, step]));
    for (const { parentId } of steps) {
      if (parentId === undefined) continue;
      this.#children.set(parentId, (this.#children.get(parentId) ?? 0) + 1);
    }
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
    const { path, end } = this.#climb(
      step,
      (id) => this.#agents.has(id) || this.#byId.get(id)?.about.agent !== undefined,
    );
    const agent = end && (this.#agents.get(end.id) ?? end.about.agent);
    for (const at of path) this.#agents.set(at.id, agent);
    return agent;
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
    from: Step,
    isKnown: (id: string) => boolean,
  ): { readonly path: Step[]; readonly end: Step | undefined } {
    const path: Step[] = [];
    const seen = new Set<string>();
    let at: Step | undefined = from;
    while (at && !isKnown(at.id) && !seen.has(at.id)) {
      seen.add(at.id);
      path.push(at);
      at = at.parentId === undefined ? undefined : this.#byId.get(at.parentId);
    }
    return { path, end: at && isKnown(at.id) ? at : undefined };
  }
}
