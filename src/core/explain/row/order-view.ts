import { isJsonList, ownValue, type JsonObject } from '#core/base/json/json-value.ts';
import type { StepGroup, ToolCall, Trajectory } from '#core/calls/trajectory.ts';
import type { Slot } from '#core/match/align.ts';
import { isSkippedSlot, type AlignedRow } from '#core/match/best-reference.ts';
import { treeOf, type StepNode } from '#core/match/patterns/reference-pattern.ts';

/** The order a reference asks for, as it is drawn: columns from first to last. */
export type OrderView = readonly OrderColumn[];

/** Items of which none waits for another one of the column. */
export type OrderColumn = readonly OrderItem[];

/** A step, or a group of steps. */
export type OrderItem = OrderStep | OrderGroup;

/** What an item comes after, where that is not just all of the column before it. */
interface Waiting {
  readonly after?: readonly string[];
}

interface OrderStep extends Waiting {
  readonly kind: 'step';
  readonly tool: string;
  /** `skipped` where it may be left out and was; `unused` where another branch was taken. */
  readonly state: Slot['kind'] | 'skipped' | 'unused';
  /** The place in which it was called, from 1; null where it was not. */
  readonly calledAt: number | null;
}

/** Steps of which one list is made, or all, or none. */
interface OrderGroup extends Waiting {
  readonly kind: StepGroup['kind'];
  readonly atLeast: number;
  readonly atMost: number;
  readonly branches: readonly OrderView[];
}

/** More steps are not drawn: the list of calls says the same. */
const MAX_DRAWN = 60;
const NAME_LIMIT = 80;

/**
 * Prepares the order of a row's reference for its drawing.
 * @returns undefined where the calls are just a list, or too many to draw
 */
export function viewOrder(aligned: AlignedRow): OrderView | undefined {
  const { row, best } = aligned;
  if (!best || row.reference.state !== 'calls') return undefined;
  const calls = [row.reference, ...row.otherReferences][best.place - 1]?.calls ?? [];
  if (calls.length > MAX_DRAWN || !calls.some(hasOrder)) return undefined;
  const drawing = { calls, states: statesOf(aligned, calls) };
  return columnsOf(itemsOf(drawing, treeOf(calls)));
}

function hasOrder({ groups, source }: ToolCall): boolean {
  return groups !== undefined || Object.hasOwn(source, '$after');
}

interface Drawing {
  readonly calls: Trajectory;
  readonly states: ReadonlyMap<number, Pick<OrderStep, 'state' | 'calledAt'>>;
}

function statesOf({ slots, best, reference }: AlignedRow, calls: Trajectory): Drawing['states'] {
  const states = new Map<number, Pick<OrderStep, 'state' | 'calledAt'>>();
  for (const slot of slots) {
    if (!('reference' in slot) || (slot.kind === 'moved' && slot.at === 'reference')) continue;
    const place = calls.indexOf(reference[slot.reference] as ToolCall);
    if (slot.kind !== 'missing') {
      // of a repeated step, the first round that differs
      if (states.has(place) && slot.kind === 'equal') continue;
      states.set(place, { state: slot.kind, calledAt: slot.prediction + 1 });
    } else if (!states.has(place)) {
      const isSkipped = best !== undefined && isSkippedSlot(slot, best.pair);
      states.set(place, { state: isSkipped ? 'skipped' : 'missing', calledAt: null });
    }
  }
  return states;
}

/** An item with the names that its place in the order is told by. */
interface Named {
  readonly item: OrderItem;
  readonly name: string | undefined;
  readonly after: readonly string[] | undefined;
}

function itemsOf(drawing: Drawing, nodes: readonly StepNode[]): Named[] {
  const { calls, states } = drawing;
  return nodes.map((node) => {
    const names = namesOf(node.source);
    if ('place' in node) {
      const state = states.get(node.place) ?? { state: 'unused', calledAt: null };
      const tool = calls[node.place]?.tool_name.slice(0, NAME_LIMIT) ?? '';
      return { item: { kind: 'step', tool, ...state }, ...names };
    }
    const { kind, atLeast, atMost } = node.group;
    const branches = node.branches.map((branch) => columnsOf(itemsOf(drawing, branch)));
    return { item: { kind, atLeast, atMost, branches }, ...names };
  });
}

function namesOf(source: JsonObject): Pick<Named, 'name' | 'after'> {
  const name = ownValue(source, '$step');
  const after = ownValue(source, '$after');
  return {
    name: typeof name === 'string' ? name : undefined,
    after:
      after !== undefined && isJsonList(after)
        ? after.filter((one) => typeof one === 'string')
        : undefined,
  };
}

/** Puts each item behind all that it comes after. */
function columnsOf(items: readonly Named[]): OrderView {
  const columns: Named[][] = [];
  const columnOf = new Map<string, number>();
  let last = -1;
  for (const named of items) {
    const { name, after } = named;
    // a name that is not known yet stands further on in the list: the column before will do
    const column =
      after === undefined
        ? last + 1
        : Math.max(-1, ...after.map((one) => columnOf.get(one) ?? last)) + 1;
    (columns[column] ??= []).push(named);
    last = column;
    if (name !== undefined) columnOf.set(name, column);
  }
  return columns.map((column, at) =>
    column.map(({ item, after }) => {
      const before = columns[at - 1] ?? [];
      const isAllBefore =
        after === undefined ? before.length < 2 : saysAll(after, before) || before.length === 0;
      return isAllBefore || after === undefined ? item : { ...item, after };
    }),
  );
}

function saysAll(after: readonly string[], before: readonly Named[]): boolean {
  return after.length === before.length && before.every(({ name }) => after.includes(name ?? ''));
}
