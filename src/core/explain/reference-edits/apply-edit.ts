import { isUnexpected, type Slot } from '#core/match/align.ts';
import { type ArgumentDifference, unescapeKey, withChange } from '#core/match/diff-calls.ts';
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
import type { CallMatcher } from '#core/match/match-calls.ts';
import { alignRow } from '#core/explain/row/align-row.ts';
import type { ToolCall } from '#core/calls/trajectory.ts';
import { writeReference, type WrittenCall } from './reference-cell.ts';
import type { Acceptance, CallKey, ReferenceEdit } from './reference-edit.ts';

/** How a row is read: what its edits mean depends on it. */
export interface RowResult {
  readonly roles: ColumnRoles;
  readonly matcher: CallMatcher;
}

/** A row some edits of which are done. */
export interface EditedRow {
  readonly record: JsonObject;
  /** Keys of the calls of each acceptable reference, by its place; absent: not edited yet. */
  readonly keys: ReadonlyMap<number, readonly CallKey[]>;
}

interface Entry extends WrittenCall {
  readonly key: CallKey;
}

/** What of a slot is accepted: nothing, all of it, or some arguments of a changed call. */
type Accepted = false | true | readonly ArgumentDifference[];

const NO_KEYS: EditedRow['keys'] = new Map();
const MOST_DIFFERENCES = 100;

/**
 * Applies edits to a row.
 * @param edits those that concern it, in the order they were made
 * @returns the row with their keys; an edit that has nothing to change any more changes nothing
 */
export function applyEdits(
  record: JsonObject,
  edits: readonly ReferenceEdit[],
  reading: RowResult,
): EditedRow {
  return edits.reduce((row, edit) => applyEdit(row, edit, reading), { record, keys: NO_KEYS });
}

function applyEdit(row: EditedRow, edit: ReferenceEdit, { roles, matcher }: RowResult): EditedRow {
  const isOfPlace = edit.kind === 'call' || edit.kind === 'argument';
  const aligned = alignRow(row.record, roles, matcher, isOfPlace ? edit.place : undefined);
  if (!canAccept(aligned)) return row;
  const place = isOfPlace ? edit.place : (aligned.best?.place ?? 1);
  const entries = entriesOf(row, aligned, place);
  const edited =
    edit.kind === 'argument'
      ? entries.map((entry) =>
          entry.key === edit.key ? withArgument(entry, edit, aligned) : entry,
        )
      : walk(entries, aligned, edit.id, (slot) => isAccepted(slot, edit, entries, aligned));
  if (edited.length === entries.length && edited.every((entry, i) => entry === entries[i]))
    return row;
  return {
    record: writeReference(row.record, roles, place, edited),
    keys: new Map([...row.keys, [place, edited.map(({ key }) => key)]]),
  };
}

/** Nothing is taken from a prediction that is not there, nor put over what cannot be read. */
function canAccept({ row }: AlignedRow): boolean {
  return row.prediction.state === 'calls' && row.reference.state !== 'unreadable';
}

function entriesOf({ keys }: EditedRow, { reference }: AlignedRow, place: number): Entry[] {
  const known = keys.get(place);
  return reference.map((call, index) => {
    return { call, key: known?.[index] ?? String(index), isNew: false };
  });
}

/** Goes along the alignment: what is accepted is taken from the prediction, the rest stays. */
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
      return { key, call: { ...call, source: {} }, isNew: true };
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

/** What is taken away comes last and from behind: it moves the places of a list. */
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

function valueAt(value: JsonValue, path: string): JsonValue | undefined {
  let found: JsonValue | undefined = value;
  for (const step of path.split('/').slice(1)) {
    const name = unescapeKey(step);
    if (isJsonList(found)) found = found[Number(name)];
    else found = isJsonObject(found) ? ownValue(found, name) : undefined;
  }
  return found;
}

function isAccepted(
  slot: Slot,
  edit: Exclude<ReferenceEdit, { kind: 'argument' }>,
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
  const differences = matcher.diff(call, prediction[slot.prediction], MOST_DIFFERENCES);
  return differences.filter((one) => signatureOfDifference(tool, one) === signature);
}

/**
 * Converts what a person points at to an edit.
 * @param id the edit's number, greater than those before
 * @param row the row it points into, with the edits before done; not needed for a whole row or
 * signature
 * @returns the edit; undefined where there is nothing to accept
 */
export function editOf(
  acceptance: Acceptance,
  id: number,
  row: EditedRow,
  reading: RowResult,
): ReferenceEdit | undefined {
  if (acceptance.kind === 'row' || acceptance.kind === 'signature') return { id, ...acceptance };
  const aligned = alignRow(row.record, reading.roles, reading.matcher);
  const slot = aligned.slots[acceptance.slot];
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
  return { ...base, kind: 'argument', key, prediction, path: acceptance.path, tool };
}
