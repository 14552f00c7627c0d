import { isUnexpected, type Slot } from '#core/match/align.ts';
import { escapeKey, unescapeKey, valueAt } from '#core/base/json/json-path.ts';
import { type ArgumentDifference, withChange } from '#core/match/diff-calls.ts';
import { signatureOfCall, signatureOfDifference } from '#core/match/signature.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import {
  isJsonList,
  isJsonObject,
  ownValue,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { isSkippedSlot, type AlignedRow } from '#core/match/best-reference.ts';
import type { CallMatcher } from '#core/match/call-matcher.ts';
import { alignRow } from '#core/explain/row/align-row.ts';
import type { ScoredRow } from '#core/calls/scored-row.ts';
import type { ToolCall, Trajectory } from '#core/calls/trajectory.ts';
import { isJsonEqual } from '#core/base/json/equal-json.ts';
import { tryJson } from '#core/base/json/parse-json.ts';
import { writeForm, type AcceptedForm } from '#core/explain/reference-edits/accepted-form.ts';
import {
  changeReference,
  itemsOf,
  likeBefore,
  writeReference,
  type WrittenCall,
} from './reference-cell.ts';
import { freeAll, freeStep, hasOrder } from './step-tree.ts';
import type {
  Acceptance,
  CallKey,
  ReferenceEdit,
} from '#core/explain/reference-edits/reference-edit.ts';

/** A parsed row, and the matcher it is compared with. */
export interface RowResult {
  readonly roles: ColumnRoles;
  readonly matcher: CallMatcher;
}

/** A row with some edits applied. */
export interface EditedRow {
  readonly record: JsonObject;
  /** Keys of the calls of each acceptable reference, by its place; absent where not edited. */
  readonly keys: ReadonlyMap<number, readonly CallKey[]>;
}

interface Entry extends WrittenCall {
  readonly key: CallKey;
}

/** What is accepted of a slot: nothing, all, or some arguments of a changed call. */
type Accepted = false | true | readonly ArgumentDifference[];

const NO_KEYS: EditedRow['keys'] = new Map();
const MAX_DIFFERENCES = 100;

/** Applies the edits of a row in order; an edit without effect is skipped. */
export function applyEdits(
  record: JsonObject,
  edits: readonly ReferenceEdit[],
  reading: RowResult,
): EditedRow {
  return edits.reduce((row, edit) => applyEdit(row, edit, reading), { record, keys: NO_KEYS });
}

function applyEdit(row: EditedRow, edit: ReferenceEdit, { roles, matcher }: RowResult): EditedRow {
  if (edit.kind === 'written') return writeWhole(row, edit.text, roles);
  const isOfPlace = 'place' in edit;
  const aligned = alignRow(row.record, roles, matcher, isOfPlace ? edit.place : undefined);
  if (!canAccept(aligned)) return row;
  const place = isOfPlace ? edit.place : (aligned.best?.place ?? 1);
  const entries = entriesOf(row, aligned, place);
  if (edit.kind === 'order') return freeOrder(row, edit, entries, aligned, roles);
  const edited = changeEntries(entries, edit, aligned);
  if (edited.length === entries.length && edited.every((entry, i) => entry === entries[i]))
    return row;
  const all = inListedOrder(edited, entries, row, aligned, place);
  return {
    record: writeReference(row.record, roles, place, all),
    keys: new Map([...row.keys, [place, all.map(({ key }) => key)]]),
  };
}

function changeEntries(
  entries: readonly Entry[],
  edit: Exclude<ReferenceEdit, { kind: 'written' | 'order' }>,
  aligned: AlignedRow,
): readonly Entry[] {
  switch (edit.kind) {
    case 'argument':
      return entries.map((entry) =>
        entry.key === edit.key ? withArgument(entry, edit, aligned) : entry,
      );
    case 'value':
      return entries.map((entry) =>
        entry.key === edit.key ? withForm(entry, edit.path, edit.form) : entry,
      );
    case 'values':
      return entries.map((entry, index) =>
        pathsAccepted(entry, index, edit, aligned).reduce(
          (changed, path) => withForm(changed, path, edit.form),
          entry,
        ),
      );
    default:
      return walk(entries, aligned, edit.id, (slot) => isAccepted(slot, edit, entries, aligned));
  }
}

function writeWhole({ record, keys }: EditedRow, text: string, roles: ColumnRoles): EditedRow {
  const written = tryJson(text);
  const steps = written?.value;
  if (!isJsonList(steps ?? null)) return { record, keys };
  const changed = changeReference(record, roles, 1, (cell) =>
    likeBefore(cell, steps as readonly JsonValue[]),
  );
  // later keys refer to the reference as it is now
  return isJsonEqual(changed, record)
    ? { record, keys }
    : { record: changed, keys: new Map([...keys].filter(([place]) => place !== 1)) };
}

/** Lets one call also come where it was made, or all calls in any order. */
function freeOrder(
  row: EditedRow,
  { place, key }: Extract<ReferenceEdit, { kind: 'order' }>,
  entries: readonly Entry[],
  { slots }: AlignedRow,
  roles: ColumnRoles,
): EditedRow {
  const step = entries.findIndex((entry) => entry.key === key);
  const stretch = stretchOf(slots, step);
  if (key !== null && !stretch) return row;
  let isChanged = false as boolean;
  const record = changeReference(row.record, roles, place, (cell) => {
    const items = itemsOf(cell);
    if (items.length < 2 || (key !== null && hasOrder(items))) return cell ?? [];
    isChanged = true;
    return likeBefore(
      cell,
      stretch ? freeStep(items, step, stretch.from, stretch.to) : freeAll(items),
    );
  });
  return isChanged ? { record, keys: row.keys } : row;
}

/** The range in which a moved call may come: from its own place to where it was made. */
function stretchOf(
  slots: readonly Slot[],
  step: number,
): { readonly from: number; readonly to: number } | undefined {
  let last = -1;
  for (const slot of slots) {
    if (slot.kind === 'moved' && slot.at === 'prediction' && slot.reference === step) {
      if (last === step) return undefined;
      return last > step ? { from: step, to: last } : { from: last + 1, to: step };
    }
    if ('reference' in slot && !(slot.kind === 'moved' && slot.at === 'prediction'))
      last = slot.reference;
  }
  return undefined;
}

/** Whether there is a prediction to accept from, and a readable reference to change. */
function canAccept({ row }: AlignedRow): boolean {
  return row.prediction.state === 'calls' && row.reference.state !== 'unreadable';
}

/** The calls of a reference in aligned order, with their keys. */
function entriesOf({ keys }: EditedRow, { reference, row }: AlignedRow, place: number): Entry[] {
  const known = keys.get(place);
  const listed = listedCalls(row, place);
  return reference.map((call, index) => {
    const found = listed.indexOf(call);
    const at = found < 0 ? index : found;
    return { call, key: known?.[at] ?? String(at), isNew: false, at };
  });
}

/** The calls of a reference in listed order; patterns may choose among them. */
function listedCalls({ reference, otherReferences }: ScoredRow, place: number): Trajectory {
  if (reference.state !== 'calls') return [];
  return [reference, ...otherReferences][place - 1]?.calls ?? [];
}

/** The reference in its listed order: calls that were not aligned are kept, each call once. */
function inListedOrder(
  edited: readonly Entry[],
  entries: readonly Entry[],
  row: EditedRow,
  aligned: AlignedRow,
  place: number,
): Entry[] {
  const known = row.keys.get(place);
  const isAligned = new Set(entries.map(({ at }) => at));
  const left = listedCalls(aligned.row, place).flatMap((call, at): Entry[] =>
    isAligned.has(at) ? [] : [{ call, key: known?.[at] ?? String(at), isNew: false, at }],
  );
  let last = -1;
  const placed = [...edited, ...left].map((entry) => {
    last = entry.at ?? last;
    return { entry, last };
  });
  const seen = new Set<number>();
  return placed
    .sort((a, b) => a.last - b.last || Number(a.entry.at === null) - Number(b.entry.at === null))
    .filter(({ entry: { at, isNew } }) => {
      if (at === null) return true;
      const isFirst = !seen.has(at);
      // a repeated step is aligned once a round; a changed round stands for all
      if (isFirst && !isNew && edited.some((one) => one.at === at && one.isNew)) return false;
      seen.add(at);
      return isFirst;
    })
    .map(({ entry }) => entry);
}

/** Walks the alignment: accepted slots are taken from the prediction, others kept. */
function walk(
  entries: readonly Entry[],
  { slots, prediction }: AlignedRow,
  editId: number,
  choose: (slot: Slot) => Accepted,
): Entry[] {
  const stays = (index: number): Entry[] => entries.slice(index, index + 1);
  const added = (index: number): Entry[] =>
    prediction.slice(index, index + 1).map((call) => {
      const key = `${String(editId)}:${String(index)}`;
      return { key, call: { ...call, source: {} }, isNew: true, at: null };
    });
  return slots.flatMap((slot): readonly Entry[] => {
    const accepted = choose(slot);
    if (isUnexpected(slot)) return accepted === false ? [] : added(slot.prediction);
    if (accepted === false || slot.kind === 'equal') return stays(slot.reference);
    if (slot.kind !== 'changed') return [];
    const differences = accepted === true ? undefined : accepted;
    return stays(slot.reference).map((entry) =>
      changedBy(entry, prediction[slot.prediction], differences),
    );
  });
}

function changedBy(
  entry: Entry,
  made: ToolCall | undefined,
  differences: readonly ArgumentDifference[] | undefined,
): Entry {
  if (!made || differences?.length === 0) return entry;
  const tool_input = differences
    ? inOrder(differences).reduce(withChange, entry.call.tool_input)
    : made.tool_input;
  return { ...entry, call: { ...entry.call, tool_input }, isNew: true };
}

/** Removals come last and backwards, because they shift the places of a list. */
function inOrder(differences: readonly ArgumentDifference[]): readonly ArgumentDifference[] {
  const isGone = ({ prediction }: ArgumentDifference): boolean => prediction === undefined;
  return [
    ...differences.filter((difference) => !isGone(difference)),
    ...differences.filter(isGone).reverse(),
  ];
}

function withArgument(
  entry: Entry,
  { prediction, path }: Extract<ReferenceEdit, { kind: 'argument' }>,
  aligned: AlignedRow,
): Entry {
  const made = aligned.prediction[prediction];
  if (!made) return entry;
  const found = valueAt(made.tool_input, path);
  return changedBy(entry, made, [{ path, reference: undefined, prediction: found }]);
}

function withForm(entry: Entry, path: string, form: AcceptedForm): Entry {
  const { tool_input } = entry.call;
  const expected = valueAt(tool_input, path);
  const written = writeForm(expected, form);
  if (expected !== undefined && isJsonEqual(expected, written)) return entry;
  const changed = replaceAt(tool_input, path, written);
  return { ...entry, call: { ...entry.call, tool_input: changed }, isNew: true };
}

/** Replaces a value, or adds it at the end of its object, so that the order of keys is kept. */
function replaceAt(value: JsonValue, path: string, written: JsonValue): JsonValue {
  const [name, ...below] = path.split('/').slice(1).map(unescapeKey);
  if (name === undefined) return written;
  const rest = below.map((step) => `/${escapeKey(step)}`).join('');
  if (isJsonList(value))
    return value.map((item, at) => (String(at) === name ? replaceAt(item, rest, written) : item));
  if (!isJsonObject(value)) return value;
  return { ...value, [name]: replaceAt(ownValue(value, name) ?? null, rest, written) };
}

/**
 * The paths of a call at which more values are accepted: where it has this difference, or wherever the
 * argument is.
 */
function pathsAccepted(
  { call }: Entry,
  index: number,
  { tool, path, signature }: Extract<ReferenceEdit, { kind: 'values' }>,
  { slots, prediction, matcher }: AlignedRow,
): readonly string[] {
  if (call.tool_name !== tool) return [];
  if (signature === undefined) return placesOf(call.tool_input, path);
  const slot = slots.find((one) => one.kind === 'changed' && one.reference === index);
  if (slot?.kind !== 'changed') return [];
  return matcher
    .diff(call, prediction[slot.prediction], MAX_DIFFERENCES)
    .filter((one) => signatureOfDifference(tool, one) === signature)
    .map((one) => one.path);
}

/** The paths matched by one with `*` for places of lists. */
function placesOf(input: JsonValue, general: string): readonly string[] {
  let paths = [''];
  for (const step of general.split('/').slice(1)) {
    paths = paths.flatMap((path) => {
      const inner = valueAt(input, path);
      if (step === '*' && inner !== undefined && isJsonList(inner))
        return inner.map((_, at) => `${path}/${String(at)}`);
      return [`${path}/${step}`];
    });
  }
  return paths.filter((path) => valueAt(input, path) !== undefined);
}

function isAccepted(
  slot: Slot,
  edit: Extract<ReferenceEdit, { kind: 'call' | 'row' | 'signature' }>,
  entries: readonly Entry[],
  aligned: AlignedRow,
): Accepted {
  const { best } = aligned;
  if (slot.kind === 'equal') return false;
  if (edit.kind === 'call') {
    if (isUnexpected(slot)) return slot.prediction === edit.prediction;
    return entries[slot.reference]?.key === edit.key;
  }
  if (best && isSkippedSlot(slot, best.pair)) return false;
  return edit.kind === 'row' || differsAs(edit.signature, slot, aligned);
}

function differsAs(
  signature: string,
  slot: Exclude<Slot, { kind: 'equal' }>,
  { reference, prediction, matcher }: AlignedRow,
): Accepted {
  const call = slot.kind === 'extra' ? prediction[slot.prediction] : reference[slot.reference];
  const tool = call?.tool_name ?? '';
  if (slot.kind !== 'changed') return signatureOfCall(slot.kind, tool) === signature;
  const differences = matcher.diff(call, prediction[slot.prediction], MAX_DIFFERENCES);
  return differences.filter((one) => signatureOfDifference(tool, one) === signature);
}

/**
 * Converts an acceptance to an edit with the next number; undefined where there is nothing to
 * accept. `row` must have the earlier edits applied; not needed for a whole row or a signature.
 */
export function editOf(
  acceptance: Acceptance,
  id: number,
  row: EditedRow,
  reading: RowResult,
): ReferenceEdit | undefined {
  if (!('slot' in acceptance)) return { id, ...acceptance };
  const aligned = alignRow(row.record, reading.roles, reading.matcher);
  if (acceptance.kind === 'order' && acceptance.slot === null) {
    const place = aligned.best?.place ?? 1;
    return { id, kind: 'order', row: acceptance.row, place, key: null, tool: '' };
  }
  const slot = aligned.slots[acceptance.slot ?? -1];
  if (!slot || slot.kind === 'equal' || !canAccept(aligned)) return undefined;
  const place = aligned.best?.place ?? 1;
  const entry = 'reference' in slot ? entriesOf(row, aligned, place)[slot.reference] : undefined;
  const made = 'prediction' in slot ? aligned.prediction[slot.prediction] : undefined;
  const base = { id, row: acceptance.row, place };
  const tool = ((entry?.call ?? made)?.tool_name ?? '').slice(0, 200);
  const key = entry?.key ?? null;
  const prediction = 'prediction' in slot ? slot.prediction : null;
  if (acceptance.kind === 'call') {
    return { ...base, kind: 'call', key, prediction, was: slot.kind, tool };
  }
  if (key === null || prediction === null) return undefined;
  if (acceptance.kind === 'order') return { ...base, kind: 'order', key, tool };
  if (acceptance.kind === 'value') {
    const { path, form } = acceptance;
    return { ...base, kind: 'value', key, path, form, tool };
  }
  return { ...base, kind: 'argument', key, prediction, path: acceptance.path, tool };
}
