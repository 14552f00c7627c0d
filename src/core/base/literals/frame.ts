import type { JsonValue } from '#core/base/json/json-value.ts';

/** What an open bracket is. A brace is an object or a set once its first item is read. */
export type FrameKind = 'list' | 'tuple' | 'brace' | 'object' | 'set' | 'call' | 'enum';

/** An open bracket and what it holds so far. */
export interface Frame {
  kind: FrameKind;
  readonly start: number;
  readonly name: string;
  items: JsonValue[];
  readonly object: Record<string, JsonValue>;
  /** The key whose value comes next. */
  key: string | undefined;
  /** What keeps the items of a list apart; numpy writes no commas. */
  separator: 'none' | 'comma' | 'space';
  /** Non-text keys by the value Python compares: True and 1 are one key. */
  otherKeys: Map<JsonValue, string> | undefined;
}

// Most brackets hold either items or entries.
const NO_ITEMS: JsonValue[] = [];
const NO_ENTRIES: Record<string, JsonValue> = {};

/** What closes each. */
export const CLOSERS: Readonly<Record<FrameKind, string>> = {
  list: ']',
  tuple: ')',
  brace: '}',
  object: '}',
  set: '}',
  call: ')',
  enum: '>',
};

/** The word for each in a sentence. */
export const NOUNS: Readonly<Record<FrameKind, string>> = {
  list: 'List',
  tuple: 'Tuple',
  brace: 'Object',
  object: 'Object',
  set: 'Set',
  call: 'Call',
  enum: 'Enum value',
};

/** Opens an empty bracket at an offset; `name` is that of a call or an enum, else empty. */
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

/**
 * Turns a key into text, as Python's own json module writes it. Keys that Python takes for equal
 * become one.
 */
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
