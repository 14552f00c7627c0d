import type { Slot } from '#core/alignment/align.ts';
import type { ArgumentDifference } from '#core/alignment/diff-arguments.ts';
import { jsonTypeOf, type JsonValue } from '#core/json/json-value.ts';
import { previewJson } from '#core/json/parse-json.ts';
import { diffCalls, type DiffCalls } from '#core/matching/diff-calls.ts';
import type { Trajectory } from '#core/trajectory/trajectory.ts';

/** A piece of a sentence; code is set in the monospace face. */
export interface WordPart {
  readonly text: string;
  readonly isCode: boolean;
}

/** Why a row is not an exact match: its most telling difference, and how many more there are. */
export interface WhyNot {
  readonly words: readonly WordPart[];
  readonly more: number;
}

const VALUE_LIMIT = 40;

// An argument that differs says most, a call in excess says least.
const ORDER: readonly Slot['kind'][] = ['changed', 'missing', 'moved', 'extra'];

/**
 * Says in words why two trajectories differ.
 * @param slots their alignment
 * @param reference the calls expected
 * @param prediction the calls made
 * @param diff lists what differs in a changed call
 * @returns the most telling difference; no words when all calls are equal
 */
export function whyNot(
  slots: readonly Slot[],
  reference: Trajectory,
  prediction: Trajectory,
  diff: DiffCalls = diffCalls,
): WhyNot {
  const differing = slots.filter(
    (slot) => slot.kind !== 'equal' && !(slot.kind === 'moved' && slot.at === 'prediction'),
  );
  for (const kind of ORDER) {
    const slot = differing.find((candidate) => candidate.kind === kind);
    if (slot)
      return { words: inWords(slot, reference, prediction, diff), more: differing.length - 1 };
  }
  return { words: [], more: 0 };
}

function inWords(
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
      return difference ? changeInWords(difference, toolAt(reference, slot.reference)) : [];
    }
    case 'equal':
      return [];
  }
}

function changeInWords(
  { path, reference, prediction }: ArgumentDifference,
  tool: string,
): WordPart[] {
  const name = code(path === '' ? tool : lastName(path));
  if (reference === undefined) return [name, word(` ${show(prediction)} not expected`)];
  if (prediction === undefined) return [name, word(' not given')];
  const types =
    jsonTypeOf(reference) === jsonTypeOf(prediction) ? '' : ` is ${jsonTypeOf(prediction)}`;
  return [name, word(` ${show(reference)} → ${show(prediction)}${types}`)];
}

/** The argument's own name: list places say nothing by themselves. */
function lastName(path: string): string {
  const names = path.slice(1).split('/');
  const named = names.findLastIndex((name) => !/^\d+$/.test(name));
  return names.slice(Math.max(0, named)).join('/').replaceAll('~1', '/').replaceAll('~0', '~');
}

function show(value: JsonValue | undefined): string {
  return value === undefined ? '' : previewJson(value, VALUE_LIMIT);
}

function toolAt(calls: Trajectory, index: number): string {
  return calls[index]?.tool_name.slice(0, 80) ?? '';
}

function code(text: string): WordPart {
  return { text, isCode: true };
}

function word(text: string): WordPart {
  return { text, isCode: false };
}
