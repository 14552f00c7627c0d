import { jsonTypeOf, type JsonType } from '#core/base/json/json-value.ts';
import type { Trajectory } from '#core/calls/trajectory.ts';
import type { Slot } from './align.ts';
import { type ArgumentDifference, diffCalls, type DiffCalls } from './diff-calls.ts';

/**
 * What differs in a slot, without the values: rows that fail for the same cause share signatures.
 * `path` is a JSON Pointer with list places written as `*`; types are set where they differ.
 */
export interface Signature {
  readonly kind: Exclude<Slot['kind'], 'equal'>;
  readonly tool: string;
  readonly path: string;
  readonly expectedType: JsonType | 'absent' | '';
  readonly foundType: JsonType | 'absent' | '';
}

/** The most signatures of a row: a hostile one must not fill the dictionary of a whole run. */
export const SIGNATURES_PER_ROW = 16;
const TEXT_LIMIT = 200;

/** Lists the distinct signatures of an alignment, in slot order, at most 16. */
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

/** Names what differs in one argument of a changed call. */
export function signatureOfDifference(tool: string, difference: ArgumentDifference): string {
  const name = tool.slice(0, TEXT_LIMIT);
  return printSignature({ kind: 'changed', tool: name, ...shapeOf(difference) });
}

/** Names a call that is missing, extra or in another place. */
export function signatureOfCall(kind: 'missing' | 'extra' | 'moved', tool: string): string {
  const known = CALL_SIGNATURES[kind];
  const found = known.get(tool);
  if (found !== undefined) return found;
  const name = tool.slice(0, TEXT_LIMIT);
  const text = printSignature({ kind, tool: name, path: '', expectedType: '', foundType: '' });
  if (known.size < MAX_KNOWN) known.set(tool, text);
  return text;
}

/** The same few are named for row after row. */
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
  // the type of an object that is a pattern says nothing
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

/** Writes a signature as one line, see {@link parseSignature}. */
export function printSignature(signature: Signature): string {
  const { kind, tool, path, expectedType, foundType } = signature;
  return `${kind}\t${expectedType}\t${foundType}\t${path.replaceAll('\t', ' ')}\t${tool}`;
}

/** Reads a text made by {@link signaturesOf}. */
export function parseSignature(text: string): Signature {
  const [kind, expectedType, foundType, path, ...tool] = text.split('\t');
  return { kind, expectedType, foundType, path, tool: tool.join('\t') } as Signature;
}

/** The kinds of mistakes that causes are gathered under. */
export const DIFFERENCE_KINDS = [
  'number-as-string',
  'string-as-number',
  'other-arguments',
  'missing',
  'extra',
  'moved',
] as const;

/** A kind of mistake; each cause is of one. */
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** The kind of mistake that a signature is of, see signature.ts. */
export function differenceKindOf(signature: string): DifferenceKind {
  const { kind, expectedType, foundType } = parseSignature(signature);
  if (kind !== 'changed') return kind;
  if (expectedType === 'number' && foundType === 'text') return 'number-as-string';
  if (expectedType === 'text' && foundType === 'number') return 'string-as-number';
  return 'other-arguments';
}

/** Whether one side of a signature is a number and the other one a string. */
export function isNumberAgainstText(signature: string): boolean {
  const kind = differenceKindOf(signature);
  return kind === 'number-as-string' || kind === 'string-as-number';
}
