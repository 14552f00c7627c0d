import type { Slot } from '#core/match/align.ts';
import { nameOfPath, unescapeKey } from '#core/base/json/json-path.ts';
import type { ArgumentDifference, DiffCalls } from '#core/match/diff-calls.ts';
import { jsonTypeOf, describeType, type JsonValue } from '#core/base/json/json-value.ts';
import { previewJson } from '#core/base/json/parse-json.ts';
import { andMore } from '#core/base/text/list-first.ts';
import { code, type WordPart } from '#core/base/text/sentence.ts';
import type { Trajectory } from '#core/calls/trajectory.ts';
import type { DuplicateRule } from '#core/match/compare-pair.ts';
import type { EditKinds } from '#core/score/metric/metric.ts';
import type { InternedPair } from '#core/base/lists/interned-pair.ts';

/** Why a row is not an exact match: the most important difference, and the number of others. */
export interface WhyNot {
  readonly words: readonly WordPart[];
  readonly more: number;
}

// from the most to the least important
const ORDER: readonly Slot['kind'][] = ['changed', 'missing', 'moved', 'extra'];

/** Describes the most important difference of two trajectories; empty when all calls are equal. */
export function whyNot(
  slots: readonly Slot[],
  reference: Trajectory,
  prediction: Trajectory,
  diff: DiffCalls,
): WhyNot {
  const differing = slots.filter(
    (slot) => slot.kind !== 'equal' && !(slot.kind === 'moved' && slot.at === 'prediction'),
  );
  for (const kind of ORDER) {
    const slot = differing.find((candidate) => candidate.kind === kind);
    if (slot)
      return { words: describeSlot(slot, reference, prediction, diff), more: differing.length - 1 };
  }
  return { words: [], more: 0 };
}

function describeSlot(
  slot: Slot,
  reference: Trajectory,
  prediction: Trajectory,
  diff: DiffCalls,
): WordPart[] {
  switch (slot.kind) {
    case 'missing':
      return [word('missing '), code(toolAt(reference, slot.reference))];
    case 'extra':
      return [word('extra '), code(toolAt(prediction, slot.prediction))];
    case 'moved':
      return [code(toolAt(reference, slot.reference)), word(' moved')];
    case 'changed': {
      const [difference] = diff(reference[slot.reference], prediction[slot.prediction], 1);
      return difference ? describeDifference(difference, toolAt(reference, slot.reference)) : [];
    }
    case 'equal':
      return [];
  }
}

function describeDifference(
  { path, reference, prediction, expected }: ArgumentDifference,
  tool: string,
): WordPart[] {
  const name = code(path === '' ? tool : lastName(path));
  if (reference === undefined) return [name, word(` ${show(prediction)} unexpected`)];
  if (prediction === undefined) return [name, word(' missing')];
  if (expected !== undefined) {
    return [name, word(` expected ${expected}, was ${show(prediction)}`)];
  }
  const found = jsonTypeOf(prediction);
  const isOtherType = found !== jsonTypeOf(reference) && found !== 'null';
  const types = isOtherType ? ` (${describeType(found)})` : '';
  return [name, word(` ${show(reference)} → ${show(prediction)}${types}`)];
}

/** The last name of a path that is no place in a list. */
function lastName(path: string): string {
  const names = path.slice(1).split('/');
  const named = names.findLastIndex((name) => !/^\d+$/.test(name));
  return unescapeKey(names.slice(Math.max(0, named)).join('/'));
}

function show(value: JsonValue | undefined): string {
  return value === undefined ? '' : previewJson(value, VALUE_LIMIT);
}

function toolAt(calls: Trajectory, index: number): string {
  return calls[index]?.tool_name ?? '';
}

/** One change of a prediction; places are 0-based. A changed call keeps its place. */
export type Edit =
  | { readonly kind: 'add'; readonly reference: number }
  | { readonly kind: 'remove'; readonly prediction: number }
  | { readonly kind: 'change'; readonly reference: number; readonly prediction: number }
  | { readonly kind: 'move'; readonly reference: number; readonly prediction: number };

/** Both sides of a row, aligned. */
export interface AlignedPair {
  readonly slots: readonly Slot[];
  readonly pair: InternedPair;
}

/**
 * Lists the fewest edits, in slot order, that give a prediction a metric's best score; each repairs
 * one call. `aligned` is by name for a metric of names.
 */
export function smallestEdits(
  demand: EditKinds,
  aligned: AlignedPair,
  duplicates: DuplicateRule,
): readonly Edit[] {
  const { slots, pair } = aligned;
  const isFound = demand.isByMembership && duplicates === 'membership' ? findOthers(pair) : NOWHERE;
  const edits = slots.flatMap((slot) => {
    const edit = editOf(slot);
    if (!edit || !demand.kinds.includes(edit.kind)) return [];
    if ('reference' in edit && pair.optional?.[edit.reference] === true) return [];
    const isNeeded = demand.kinds.includes('remove')
      ? edit.kind === 'add' || !isFound.inReference(edit.prediction)
      : edit.kind === 'remove' || !isFound.inPrediction(edit.reference);
    return isNeeded ? [edit] : [];
  });
  return keepOne(edits, demand, pair);
}

function editOf(slot: Slot): Edit | undefined {
  switch (slot.kind) {
    case 'equal':
      return undefined;
    case 'missing':
      return { kind: 'add', reference: slot.reference };
    case 'extra':
      return { kind: 'remove', prediction: slot.prediction };
    case 'changed':
      return { kind: 'change', reference: slot.reference, prediction: slot.prediction };
    case 'moved':
      if (slot.at === 'prediction') return undefined;
      return { kind: 'move', reference: slot.reference, prediction: slot.prediction };
  }
}

interface FoundCalls {
  readonly inReference: (prediction: number) => boolean;
  readonly inPrediction: (reference: number) => boolean;
}

const NOWHERE: FoundCalls = { inReference: () => false, inPrediction: () => false };

function findOthers({ prediction, reference, links }: InternedPair): FoundCalls {
  const expected = new Set(reference);
  const matched = (id: number): ReadonlySet<number> => links?.[id] ?? new Set([id]);
  const made = new Set(prediction.flatMap((id) => [...matched(id)]));
  return {
    inReference: (place) => [...matched(prediction[place] ?? -1)].some((id) => expected.has(id)),
    inPrediction: (place) => made.has(reference[place] ?? -1),
  };
}

/** Precision needs a call: the last one is corrected instead of removed. */
function keepOne(edits: Edit[], { kinds }: EditKinds, pair: InternedPair): readonly Edit[] {
  const [first, ...others] = edits;
  const isPrecision = kinds.includes('remove') && !kinds.includes('add');
  const removesAll =
    edits.length === pair.prediction.length && edits.every(({ kind }) => kind === 'remove');
  if (!isPrecision || !removesAll || first?.kind !== 'remove' || pair.reference.length === 0)
    return edits;
  return [{ kind: 'change', reference: 0, prediction: first.prediction }, ...others];
}

const LISTED = 2;
const NAME_LIMIT = 60;
const VALUE_LIMIT = 40;

/** Describes the first edits and the number of others, to follow “To pass:”. */
export function describeEdits(
  edits: readonly Edit[],
  reference: Trajectory,
  prediction: Trajectory,
  diff: DiffCalls,
): WordPart[] {
  const parts = edits.slice(0, LISTED).flatMap((edit, index) => {
    const words = describeEdit(edit, reference, prediction, diff);
    return index === 0 ? words : [word(', '), ...words];
  });
  const more = edits.length - LISTED;
  return more > 0 ? [...parts, word(`,${andMore(more)}`)] : parts;
}

function describeEdit(
  edit: Edit,
  reference: Trajectory,
  prediction: Trajectory,
  diff: DiffCalls,
): WordPart[] {
  switch (edit.kind) {
    case 'add':
      return [
        word('add '),
        nameAt(reference, edit.reference),
        word(` as call ${String(edit.reference + 1)}`),
      ];
    case 'remove':
      return [word('remove '), nameAt(prediction, edit.prediction), word(at(edit.prediction))];
    case 'move':
      return [
        word('move '),
        nameAt(prediction, edit.prediction),
        word(` from position ${String(edit.prediction + 1)} to ${String(edit.reference + 1)}`),
      ];
    case 'change':
      return describeChange(edit, reference, prediction, diff);
  }
}

function describeChange(
  edit: Extract<Edit, { readonly kind: 'change' }>,
  reference: Trajectory,
  prediction: Trajectory,
  diff: DiffCalls,
): WordPart[] {
  const expected = reference[edit.reference];
  const made = prediction[edit.prediction];
  const name = nameAt(prediction, edit.prediction);
  const place = at(edit.prediction);
  if (expected?.tool_name !== made?.tool_name) {
    return [word('replace '), name, word(`${place} with `), nameAt(reference, edit.reference)];
  }
  const differences = diff(expected, made, 50);
  const [first] = differences;
  if (!first) return [word('change '), name, word(place)];
  const more = differences.length - 1;
  const path: WordPart[] = first.path === '' ? [] : [code(shortNameOf(first.path)), word(' ')];
  const what =
    first.reference === undefined
      ? [word('remove '), ...path, word('from ')]
      : [
          word('set '),
          ...path,
          word(
            `to ${first.expected ?? previewJson(first.reference, VALUE_LIMIT)}${andMore(more)} in `,
          ),
        ];
  return [...what, name, word(place)];
}

function shortNameOf(path: string): string {
  const name = nameOfPath(path);
  return name.length <= NAME_LIMIT ? name : `…${name.slice(1 - NAME_LIMIT)}`;
}

function at(place: number): string {
  return ` (call ${String(place + 1)})`;
}

function nameAt(calls: Trajectory, place: number): WordPart {
  return code(toolAt(calls, place));
}

function word(text: string): WordPart {
  return { text, isCode: false };
}
