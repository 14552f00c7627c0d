import type { Slot } from '#core/alignment/align.ts';
import { previewJson } from '#core/json/parse-json.ts';
import { diffCalls, type DiffCalls } from '#core/matching/diff-calls.ts';
import type { DuplicateRule } from '#core/metrics/settings.ts';
import type { InternedPair } from '#core/trajectory/intern-calls.ts';
import type { Trajectory } from '#core/trajectory/trajectory.ts';
import type { WordPart } from './why-not.ts';

/** One change of a prediction; places are 0-based. A changed call keeps its place. */
export type Edit =
  | { readonly kind: 'add'; readonly reference: number }
  | { readonly kind: 'remove'; readonly prediction: number }
  | { readonly kind: 'change'; readonly reference: number; readonly prediction: number }
  | { readonly kind: 'move'; readonly reference: number; readonly prediction: number };

/** A row's two sides, aligned. */
export interface AlignedPair {
  readonly slots: readonly Slot[];
  readonly pair: InternedPair;
}

/** What a metric asks of a prediction for its best score. */
interface Demand {
  readonly kinds: readonly Edit['kind'][];
  /** A call found on the other side counts however often it is there. */
  readonly isByMembership?: boolean;
}

const DEMANDS: Readonly<Record<string, Demand>> = {
  trajectory_exact_match: { kinds: ['add', 'remove', 'change', 'move'] },
  trajectory_lcs: { kinds: ['add', 'remove', 'change', 'move'] },
  trajectory_edit_distance: { kinds: ['add', 'remove', 'change', 'move'] },
  trajectory_in_order_match: { kinds: ['add', 'change', 'move'] },
  trajectory_any_order_match: { kinds: ['add', 'change'] },
  trajectory_precision: { kinds: ['remove', 'change'], isByMembership: true },
  trajectory_recall: { kinds: ['add', 'change'], isByMembership: true },
  trajectory_f1: { kinds: ['add', 'remove', 'change'] },
};

const BY_NAME = '_names';

/** The metrics that edits can be named for. */
export const TRAJECTORY_METRICS: readonly string[] = Object.keys(DEMANDS).flatMap((id) => [
  id,
  `${id}${BY_NAME}`,
]);

/**
 * Tells whether a metric looks at tool names only.
 * @param metricId a metric's id
 * @returns whether its edits follow from the alignment of the names
 */
export function isByName(metricId: string): boolean {
  return metricId.endsWith(BY_NAME);
}

/**
 * Lists the smallest edits of a prediction that give a trajectory metric its best score: each mends one call,
 * and the alignment leaves as few calls to mend as can be.
 * @param metricId a metric that compares trajectories
 * @param aligned both sides, by name for a metric of names
 * @param duplicates how repeated calls count in precision and recall
 * @returns the edits in the order of the slots; none when it has it, and for another metric
 */
export function smallestEdits(
  metricId: string,
  aligned: AlignedPair,
  duplicates: DuplicateRule,
): readonly Edit[] {
  const { slots, pair } = aligned;
  const demand = DEMANDS[metricId.replace(BY_NAME, '')];
  if (!demand) return [];
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

/** A prediction without calls has no precision: one call is put right instead of removed. */
function keepOne(edits: Edit[], { kinds }: Demand, pair: InternedPair): readonly Edit[] {
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

/**
 * Puts edits into words, as what follows “To pass:”.
 * @param edits the edits
 * @param reference the calls expected
 * @param prediction the calls made
 * @param diff lists what differs in a changed call
 * @returns the first edits and how many more there are; no words without edits
 */
export function editsInWords(
  edits: readonly Edit[],
  reference: Trajectory,
  prediction: Trajectory,
  diff: DiffCalls = diffCalls,
): WordPart[] {
  const parts = edits.slice(0, LISTED).flatMap((edit, index) => {
    const words = editInWords(edit, reference, prediction, diff);
    return index === 0 ? words : [word(', '), ...words];
  });
  const more = edits.length - LISTED;
  return more > 0 ? [...parts, word(`, and ${String(more)} more`)] : parts;
}

function editInWords(
  edit: Edit,
  reference: Trajectory,
  prediction: Trajectory,
  diff: DiffCalls,
): WordPart[] {
  switch (edit.kind) {
    case 'add':
      return [word('add '), nameAt(reference, edit.reference), word(at(edit.reference))];
    case 'remove':
      return [word('remove '), nameAt(prediction, edit.prediction), word(at(edit.prediction))];
    case 'move':
      return [
        word('move '),
        nameAt(prediction, edit.prediction),
        word(` from ${String(edit.prediction + 1)} to ${String(edit.reference + 1)}`),
      ];
    case 'change':
      return changeInWords(edit, reference, prediction, diff);
  }
}

function changeInWords(
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
    return [word('make '), name, word(`${place} `), nameAt(reference, edit.reference)];
  }
  const differences = diff(expected, made, 50);
  const [first] = differences;
  if (!first) return [word('change '), name, word(place)];
  const more = differences.length - 1;
  const path: WordPart[] = first.path === '' ? [] : [code(nameOfPath(first.path)), word(' ')];
  const rest = more > 0 ? ` and ${String(more)} more` : '';
  const what =
    first.reference === undefined
      ? [word('leave out '), ...path]
      : [word('set '), ...path, word(`to ${previewJson(first.reference, VALUE_LIMIT)}${rest} `)];
  return [...what, word('in '), name, word(place)];
}

function nameOfPath(path: string): string {
  return path.slice(1).replaceAll('~1', '/').replaceAll('~0', '~').slice(-NAME_LIMIT);
}

function at(place: number): string {
  return ` (call ${String(place + 1)})`;
}

function nameAt(calls: Trajectory, place: number): WordPart {
  return code(calls[place]?.tool_name.slice(0, NAME_LIMIT) ?? '');
}

function code(text: string): WordPart {
  return { text, isCode: true };
}

function word(text: string): WordPart {
  return { text, isCode: false };
}
