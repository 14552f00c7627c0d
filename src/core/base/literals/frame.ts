import type { JsonValue } from '#core/base/json/json-value.ts';

/** The kind of an open bracket. A brace becomes an object or a set with its first item. */
export type FrameKind = 'list' | 'tuple' | 'brace' | 'object' | 'set' | 'call' | 'enum';

/** An open bracket with its items so far. */
export interface Frame {
  kind: FrameKind;
  readonly start: number;
  readonly name: string;
  items: JsonValue[];
  readonly object: Record<string, JsonValue>;
  /** The key of the next value. */
  key: string | undefined;
  /** The separator of a list's items; numpy prints no commas. */
  separator: 'none' | 'comma' | 'space';
  /** Non-text keys by the value that Python compares: True and 1 are one key. */
  otherKeys: Map<JsonValue, string> | undefined;
}

// Most brackets hold either items or entries.
const NO_ITEMS: JsonValue[] = [];
const NO_ENTRIES: Record<string, JsonValue> = {};

/** The closing brackets. */
export const CLOSERS: Readonly<Record<FrameKind, string>> = {
  list: ']',
  tuple: ')',
  brace: '}',
  object: '}',
  set: '}',
  call: ')',
  enum: '>',
};

/** Their names in sentences. */
export const NOUNS: Readonly<Record<FrameKind, string>> = {
  list: 'List',
  tuple: 'Tuple',
  brace: 'Object',
  object: 'Object',
  set: 'Set',
  call: 'Call',
  enum: 'Enum value',
};

/** Opens a bracket at an offset; `name` is that of a call or an enum, else empty. */
export function openFrame(kind: FrameKind, start: number, name: string): Frame {
  return {
    kind,
    start,
    name,
    items: kind === 'brace' ? NO_ITEMS : [],
    object: kind === 'brace' || kind === 'call' ? {} : NO_ENTRIES,
    key: undefined,
    separator: 'none',
    otherKeys: undefined,
  };
}

/** Converts a key to text as Python's json module does; keys equal in Python become one. */
export function keyText(frame: Frame, value: JsonValue): string {
  frame.otherKeys ??= new Map();
  const compared = typeof value === 'boolean' ? Number(value) : value;
  const known = frame.otherKeys.get(compared);
  if (known !== undefined) return known;
  const isNested = typeof value === 'object' && value !== null;
  const key = isNested ? JSON.stringify(value, withDigits) : String(value);
  frame.otherKeys.set(compared, key);
  return key;
}

function withDigits(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
