import { jsonTypeOf, type JsonType } from '#core/base/json/json-value.ts';
import { cutText } from '#core/base/json/parse-json.ts';
import type { Trajectory } from '#core/calls/trajectory.ts';
import type { Slot } from './align.ts';
import { type ArgumentDifference, diffCalls, type DiffCalls } from './diff-calls.ts';

/**
 * A difference in a slot without its values; rows that fail for the same cause share it. `path` is
 * a JSON Pointer with list places as `*`; types are set where they differ.
 */
export interface Signature {
  readonly kind: Exclude<Slot['kind'], 'equal'>;
  readonly tool: string;
  readonly path: string;
  readonly expectedType: JsonType | 'absent' | '';
  readonly foundType: JsonType | 'absent' | '';
}

/** Limits a hostile row's share of the run's dictionary. */
export const SIGNATURES_PER_ROW = 16;
const TEXT_LIMIT = 200;

/**
 * Lists the distinct signatures of an alignment, in slot order, at most {@link SIGNATURES_PER_ROW}.
 */
export function signaturesOf(
  slots: readonly Slot[],
  reference: Trajectory,
  prediction: Trajectory,
  diff: DiffCalls = diffCalls,
): string[] {
  const found = new Set<string>();
  for (const slot of slots) {
    if (found.size >= SIGNATURES_PER_ROW) break;
    if (slot.kind === 'equal' || (slot.kind === 'moved' && slot.at === 'prediction')) continue;
    const call = slot.kind === 'extra' ? prediction[slot.prediction] : reference[slot.reference];
    const tool = call?.tool_name ?? '';
    if (slot.kind !== 'changed') {
      found.add(signatureOfCall(slot.kind, tool));
      continue;
    }
    const [expected, made] = [reference[slot.reference], prediction[slot.prediction]];
    for (const difference of diff(expected, made, SIGNATURES_PER_ROW)) {
      found.add(signatureOfDifference(tool, difference));
    }
  }
  const signatures = [...found];
  return signatures.length > SIGNATURES_PER_ROW
    ? signatures.slice(0, SIGNATURES_PER_ROW)
    : signatures;
}

/** The signature of one difference in a changed call's arguments. */
export function signatureOfDifference(tool: string, difference: ArgumentDifference): string {
  const name = cutText(tool, TEXT_LIMIT);
  return printSignature({ kind: 'changed', tool: name, ...shapeOf(difference) });
}

/** The signature of a missing, extra or moved call. */
export function signatureOfCall(kind: 'missing' | 'extra' | 'moved', tool: string): string {
  const known = CALL_SIGNATURES[kind];
  const found = known.get(tool);
  if (found !== undefined) return found;
  const name = cutText(tool, TEXT_LIMIT);
  const text = printSignature({ kind, tool: name, path: '', expectedType: '', foundType: '' });
  if (known.size < MAX_KNOWN) known.set(tool, text);
  return text;
}

/** Rows repeat the same few signatures. */
const MAX_KNOWN = 1000;
const CALL_SIGNATURES = {
  missing: new Map<string, string>(),
  extra: new Map<string, string>(),
  moved: new Map<string, string>(),
};

function shapeOf({
  path,
  reference,
  prediction,
  expected,
}: ArgumentDifference): Omit<Signature, 'kind' | 'tool'> {
  const foundType = prediction === undefined ? 'absent' : jsonTypeOf(prediction);
  // the type of a pattern object is not the type it expects
  const isPattern = expected !== undefined && prediction !== undefined;
  const typeOfReference = reference === undefined ? 'absent' : jsonTypeOf(reference);
  const expectedType = isPattern ? foundType : typeOfReference;
  const general = (/\d/.test(path) ? path.replace(/\/\d+(?=\/|$)/g, '/*') : path).slice(
    0,
    TEXT_LIMIT,
  );
  return expectedType === foundType
    ? { path: general, expectedType: '', foundType: '' }
    : { path: general, expectedType, foundType };
}

/** Writes a signature as one line, to be read by {@link parseSignature}. */
export function printSignature(signature: Signature): string {
  const { kind, tool, path, expectedType, foundType } = signature;
  return `${kind}\t${expectedType}\t${foundType}\t${path.replaceAll('\t', ' ')}\t${tool}`;
}

/** Parses a line of {@link signaturesOf}. */
export function parseSignature(text: string): Signature {
  const [kind, expectedType, foundType, path, ...tool] = text.split('\t');
  return { kind, expectedType, foundType, path, tool: tool.join('\t') } as Signature;
}

/** The kinds of mistakes by which causes are grouped. */
export const DIFFERENCE_KINDS = [
  'number-as-string',
  'string-as-number',
  'other-arguments',
  'missing',
  'extra',
  'moved',
] as const;

/** One of {@link DIFFERENCE_KINDS}. */
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** The kind of mistake of a signature. */
export function differenceKindOf(signature: string): DifferenceKind {
  const { kind, expectedType, foundType } = parseSignature(signature);
  if (kind !== 'changed') return kind;
  if (expectedType === 'number' && foundType === 'text') return 'number-as-string';
  if (expectedType === 'text' && foundType === 'number') return 'string-as-number';
  return 'other-arguments';
}
