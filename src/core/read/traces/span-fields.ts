import {
  isJsonList,
  isJsonObject,
  ownValue,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import {
  amountOf,
  fold,
  foldKey,
  hasKey,
  keysOf,
  type Maybe,
  perKeys,
  perName,
  pick,
  pickList,
  pickObject,
  pickText,
  unwrapEncoded,
} from '#core/base/json/pick.ts';
import { mapFlat } from '#core/base/lists/lists.ts';
import { CONTENTS, WORDS, type Field } from './span-words.ts';

const DEPTH = 6;

/** What a record says, by folded names: those of its keys, and of keys in objects in it. */
export class Fields {
  readonly #values: ReadonlyMap<string, JsonValue>;

  constructor(values: ReadonlyMap<string, JsonValue>) {
    this.#values = values;
  }

  get size(): number {
    return this.#values.size;
  }

  /** What is known of two records of one thing; what the richer one says counts. */
  with(richer: Fields): Fields {
    if (richer.size === 0) return this;
    const values = new Map(this.#values);
    for (const [name, value] of richer.#values)
      if (!isEmpty(value) || !values.has(name)) values.set(name, value);
    return new Fields(values);
  }

  /** The values of a field, the best name's first. */
  all(field: Field): readonly JsonValue[] {
    const values: JsonValue[] = [];
    for (const word of WORDS[field]) {
      const value = this.#values.get(word);
      if (value !== undefined) values.push(value);
    }
    return values;
  }

  /** The best name that is there, folded, with its value. */
  named(field: Field): readonly [name: string, value: JsonValue] | undefined {
    const name = WORDS[field].find((word) => this.#values.has(word));
    return name === undefined ? undefined : [name, this.#values.get(name) ?? null];
  }

  first(field: Field): Maybe {
    for (const word of WORDS[field]) {
      const value = this.#values.get(word);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  text(field: Field): string | undefined {
    for (const word of WORDS[field]) {
      const value = this.#values.get(word);
      if (typeof value === 'string') return value;
    }
    return undefined;
  }

  amount(field: Field): number | undefined {
    return this.all(field)
      .map(amountOf)
      .find((amount) => amount !== undefined);
  }
}

function isEmpty(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** Objects of a record that say more of it. */
const OPENED = new Set(
  (
    'context spancontext parentspancontext spandata spanattributes metrics metadata extra meta ' +
    'status timestamp timestamps event trace span parent transaction usage prompttokendetails ' +
    'error input output toolcall properties'
  ).split(' '),
);
/** Where records keep attributes. */
const ATTRIBUTES = new Set(
  'attributes tags fields spanattributes annotations labels numericlabels logattributes'.split(' '),
);
const HOLDERS = new Set(
  'attributes Attributes tags labels annotations SpanAttributes LogAttributes'.split(' '),
);
const PREFIX = 'attributes.';
/** Attributes that only what traces agents writes. */
export const OF_AGENTS = /^(?:gen_ai|llm|openinference|traceloop)\./;
const WRITTEN = /"(?:gen_ai|llm|openinference|traceloop)\./;

/** What a span says under its own keys, and then in its attributes, which have the better names. */
interface SpanFields {
  readonly own: Fields;
  readonly said: Fields;
}

/** A span is asked what it says to be known as one, and again to be read. */
const KNOWN = new WeakMap<JsonObject, SpanFields>();

/** Reads what a span says. */
export function readFields(record: JsonObject): SpanFields {
  const known = KNOWN.get(record) ?? fieldsOf({ ...record, ...wholeIn(record) });
  KNOWN.set(record, known);
  return known;
}

/** The span that a service has whole as the attributes of its answer. */
function wholeIn(record: JsonObject): JsonObject | undefined {
  const held = pickObject(record, 'attributes');
  return hasKey(held, 'span_id') && hasKey(held, 'trace_id') ? held : undefined;
}

function fieldsOf(record: JsonObject): SpanFields {
  const own = new Map<string, JsonValue>();
  const attributes = new Map<string, JsonValue>();
  const lists = new Map<string, Numbered>();
  for (const key in record) {
    const value = record[key] ?? null;
    const name = foldKey(key);
    if (key.startsWith(PREFIX)) add(attributes, lists, key.slice(PREFIX.length), value, 0);
    else add(own, undefined, key, value, OPENED.has(name) ? 3 : 0);
    const pairs = pairsOf(ATTRIBUTES.has(name) ? value : (attributesIn(value) ?? []));
    for (const [inner, cell] of pairs) add(attributes, lists, inner, cell, DEPTH);
  }
  for (const [name, list] of lists)
    if (!attributes.has(fold(name))) attributes.set(fold(name), written(list));
  const ownFields = new Fields(own);
  return { own: ownFields, said: ownFields.with(new Fields(attributes)) };
}

/** Whether a record has attributes, under whatever name, or is nothing but attributes. */
export function hasAttributes(record: JsonObject): boolean {
  for (const key in record) if (HOLDERS.has(key) || key.startsWith(PREFIX)) return true;
  return attributesIn(record) !== undefined;
}

/** The attributes of an agent that a value is, or holds; services may have them as text. */
function attributesIn(value: JsonValue): JsonObject | undefined {
  const opened = typeof value === 'string' && WRITTEN.test(value) ? unwrapEncoded(value) : value;
  if (!isJsonObject(opened)) return undefined;
  return isOfAgent(opened) ? opened : Object.values<JsonValue>(opened).find(isOfAgent);
}

const areOfAgent = perKeys((names) => names.some((name) => OF_AGENTS.test(name)));
const isOfAgent = (value: JsonValue): value is JsonObject =>
  isJsonObject(value) && areOfAgent(keysOf(value));

function add(
  to: Map<string, JsonValue>,
  lists: Map<string, Numbered> | undefined,
  name: string,
  value: JsonValue,
  depth: number,
): void {
  if (value === null || value === '') return;
  if (lists && addNumbered(lists, name, value)) return;
  const word = foldKey(name);
  if (!to.has(word)) to.set(word, value);
  if (depth === 0 || !isJsonObject(value)) return;
  if (CONTENTS.has(word) && !hasKey(value, 'value', 'messages')) return;
  for (const key in value) add(to, lists, `${name}.${key}`, value[key] ?? null, depth - 1);
}

/** A list of which every value has an attribute of its own, named after its place. */
type Numbered = Map<string, JsonValue | Numbered>;

/** The parts of a name with a place in it, and where that is. */
const numberedParts = perName((name) => {
  const parts = name.split('.');
  const at = parts.findIndex((part, index) => index > 0 && /^\d{1,6}$/.test(part));
  return at < 0 || at === parts.length - 1 ? undefined : { parts, at };
});

function addNumbered(lists: Map<string, Numbered>, name: string, value: JsonValue): boolean {
  const numbered = numberedParts(name);
  if (!numbered) return false;
  const { parts, at } = numbered;
  const list = parts.slice(0, at).join('.');
  let node = lists.get(list) ?? new Map<string, JsonValue | Numbered>();
  lists.set(list, node);
  for (const part of parts.slice(at, -1)) {
    const inner = node.get(part);
    const next = inner instanceof Map ? inner : new Map<string, JsonValue | Numbered>();
    node.set(part, next);
    node = next;
  }
  node.set(parts.at(-1) ?? '', value);
  return true;
}

/** OpenInference names the kind of each item once more. */
const ITEM_KINDS = ['message', 'tool_call', 'message_content', 'tool'];

function written(node: JsonValue | Numbered): JsonValue {
  if (!(node instanceof Map)) return node;
  const keys = [...node.keys()];
  if (keys.every((key) => /^\d+$/.test(key))) {
    const places = keys.sort((a, b) => Number(a) - Number(b));
    return places.map((key) => written(node.get(key) ?? null));
  }
  const [only = ''] = keys;
  if (keys.length === 1 && ITEM_KINDS.includes(only)) return written(node.get(only) ?? null);
  return Object.fromEntries(keys.map((key) => [key, written(node.get(key) ?? null)]));
}

/** Attributes as names with values: an object, or a list of pairs. */
export function pairsOf(
  attributes: JsonValue,
  depth = DEPTH,
): readonly (readonly [string, JsonValue])[] {
  if (isJsonObject(attributes)) return Object.entries(attributes);
  if (!isJsonList(attributes)) return [];
  return mapFlat(attributes, (pair) => {
    const key = pickText(pair, 'key', 'Key');
    return key === undefined ? [] : [[key, plainValue(pick(pair, 'value', 'Value'), depth)]];
  });
}

/** A value in the wrapper that names its type. */
function plainValue(value: Maybe, depth: number): JsonValue {
  if (!isJsonObject(value)) return value ?? null;
  const list = pick(value, 'arrayValue', 'array_value');
  const pairs = pick(value, 'kvlistValue', 'kvlist_value');
  const items = pickList(list ?? pairs, 'values') ?? [];
  if (list !== undefined) return depth > 0 ? items.map((item) => plainValue(item, depth - 1)) : [];
  if (pairs !== undefined) return Object.fromEntries(depth > 0 ? pairsOf(items, depth - 1) : []);
  const whole = pick(value, 'intValue', 'int_value');
  if (typeof whole === 'string' && /^-?\d+$/.test(whole)) {
    const number = Number(whole);
    return Number.isSafeInteger(number) ? number : BigInt(whole);
  }
  const known = ['stringValue', 'string_value', 'doubleValue', 'double_value', 'boolValue'];
  return whole ?? pick(value, ...known, 'bool_value', 'Value') ?? null;
}

/** A log’s body, which may be in the wrapper that names its type. */
export function bodyOf(record: JsonObject): Maybe {
  const body = ownValue(record, 'body') ?? ownValue(record, 'Body');
  const isWrapped = hasKey(body, 'stringValue', 'kvlistValue', 'string_value', 'kvlist_value');
  return isWrapped ? plainValue(body, DEPTH) : (body ?? undefined);
}
