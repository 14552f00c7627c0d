import type { ReferenceEdit, ReferenceEdits } from '#core/reference-edits/reference-edit.ts';
import {
  isCount,
  isInstanceOf,
  isListOf,
  isNullOr,
  isOneOf,
  isShape,
  isText,
  type Guard,
} from './shape.ts';

const isRows = isInstanceOf<Uint32Array>(Uint32Array);

type EditOf<K extends ReferenceEdit['kind']> = Extract<ReferenceEdit, { kind: K }>;

const EDITS: { readonly [K in ReferenceEdit['kind']]: Guard<EditOf<K>> } = {
  call: isShape<EditOf<'call'>>({
    id: isCount,
    kind: isOneOf(['call']),
    row: isCount,
    place: isCount,
    key: isNullOr(isText),
    prediction: isNullOr(isCount),
    was: isOneOf(['changed', 'missing', 'extra', 'moved']),
    tool: isText,
  }),
  argument: isShape<EditOf<'argument'>>({
    id: isCount,
    kind: isOneOf(['argument']),
    row: isCount,
    place: isCount,
    key: isText,
    prediction: isCount,
    path: isText,
    tool: isText,
  }),
  row: isShape<EditOf<'row'>>({ id: isCount, kind: isOneOf(['row']), row: isCount }),
  signature: isShape<EditOf<'signature'>>({
    id: isCount,
    kind: isOneOf(['signature']),
    signature: isText,
    rows: isRows,
  }),
};

const isEdit: Guard<ReferenceEdit> = (value): value is ReferenceEdit =>
  Object.values<Guard<unknown>>(EDITS).some((isKind) => isKind(value));

/** Tells whether a stored value lists what was accepted into references. */
export const isReferenceEdits: Guard<ReferenceEdits> = isShape<ReferenceEdits>({
  from: isText,
  edits: isListOf(isEdit),
  rows: isRows,
  before: isInstanceOf(Blob),
});
