import { isJsonList, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { constantOf } from '#core/base/python/expression.ts';
import { readPythonProgram } from '#core/base/python/program.ts';

/** Python types that are plain JSON values. */
const TYPES: Readonly<Record<string, string>> = {
  str: 'string',
  bytes: 'string',
  date: 'string',
  datetime: 'string',
  time: 'string',
  timedelta: 'string',
  UUID: 'string',
  Path: 'string',
  EmailStr: 'string',
  HttpUrl: 'string',
  int: 'integer',
  integer: 'integer',
  float: 'number',
  number: 'number',
  Decimal: 'number',
  bool: 'boolean',
  boolean: 'boolean',
  string: 'string',
  None: 'null',
  NoneType: 'null',
};
const LISTS = 'list List Sequence MutableSequence Iterable Collection set Set frozenset FrozenSet'
  .concat(' tuple Tuple array')
  .split(' ');
const OBJECTS = 'dict Dict Mapping MutableMapping OrderedDict defaultdict object'.split(' ');
const WRAPPERS = ['Required', 'NotRequired', 'Final', 'ClassVar'];
const DEEPEST = 20;

/** The schemas of a program's classes by name. */
export type KnownTypes = ReadonlyMap<string, JsonObject>;

/**
 * Converts a Python type, also from a docstring, to JSON Schema; empty where it allows everything.
 */
export function schemaOfType(type: string, known: KnownTypes, depth = 0): JsonObject {
  const text = type.trim();
  const inner = (part: string): JsonObject => schemaOfType(part, known, depth + 1);
  if (text === '' || depth > DEEPEST) return {};
  const quoted = text.length > 1 && `"'`.includes(text.charAt(0)) && constant(text);
  if (typeof quoted === 'string') return inner(quoted);
  const options = splitOutside(text, '|');
  if (options.length > 1) return anyOf(options.map(inner));
  const open = text.indexOf('[');
  const name = (open < 0 ? text : text.slice(0, open)).split('.').at(-1)?.trim() ?? '';
  const args = open < 0 ? [] : splitOutside(text.slice(open + 1, -1), ',');
  const [first = '', second = ''] = args;
  if (known.has(name)) return known.get(name) ?? {};
  if (Object.hasOwn(TYPES, name)) return { type: TYPES[name] ?? '' };
  if (name === 'Optional') return anyOf([inner(first), { type: 'null' }]);
  if (name === 'Union') return anyOf(args.map(inner));
  if (name === 'Literal')
    return choiceOf(args.map(constant).filter((value) => value !== undefined));
  if (name === 'Annotated') return { ...inner(first), ...describedBy(args.slice(1)) };
  if (WRAPPERS.includes(name)) return inner(first);
  if (LISTS.includes(name)) {
    const isPair = name.toLowerCase() === 'tuple' && args.length > 1 && second.trim() !== '...';
    if (isPair) return { type: 'array', prefixItems: args.map(inner) };
    const items = inner(first);
    return Object.keys(items).length === 0 ? { type: 'array' } : { type: 'array', items };
  }
  if (OBJECTS.includes(name)) {
    const values = inner(second);
    const isOpen = Object.keys(values).length === 0;
    return isOpen ? { type: 'object' } : { type: 'object', additionalProperties: values };
  }
  return {};
}

/** A schema that allows just these values. */
export function choiceOf(values: readonly JsonValue[]): JsonObject {
  const isText = values.length > 0 && values.every((value) => typeof value === 'string');
  return isText ? { type: 'string', enum: values } : values.length > 0 ? { enum: values } : {};
}

/** A schema that allows any of several; an empty one allows everything. */
function anyOf(schemas: readonly JsonObject[]): JsonObject {
  if (schemas.some((schema) => Object.keys(schema).length === 0)) return {};
  const types = schemas.flatMap(({ type = null, ...others }) =>
    Object.keys(others).length === 0 ? type : [],
  );
  if (types.length === schemas.length) return { type: [...new Set(types)] };
  return { anyOf: schemas };
}

/** The description in `Annotated`: a text, or that of `Field`. */
function describedBy(notes: readonly string[]): JsonObject {
  for (const note of notes) {
    const [statement] = readPythonProgram(`x = ${note}`);
    const value = statement?.kind === 'assignment' ? statement.value : undefined;
    const named =
      value?.kind === 'call' && value.keywords.find((one) => one.name === 'description');
    const words = value && constantOf(named ? named.value : value);
    if (typeof words === 'string') return { description: words };
  }
  return {};
}

function constant(text: string): JsonValue | undefined {
  const [statement] = readPythonProgram(`x = ${text}`);
  return statement?.kind === 'assignment' ? constantOf(statement.value) : undefined;
}

/** Splits a text at a character outside of brackets and quotes. */
function splitOutside(text: string, sign: string): string[] {
  const parts = [''];
  let depth = 0;
  let quote = '';
  for (const char of text) {
    if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
    else if ('[({'.includes(char)) depth++;
    else if ('])}'.includes(char)) depth--;
    if (char === sign && depth === 0 && quote === '') parts.push('');
    else parts.push(`${parts.pop() ?? ''}${char}`);
  }
  return parts.filter((part) => part.trim() !== '');
}

/** Adds null to what a schema allows. */
export function orNull(schema: JsonObject): JsonObject {
  const { type } = schema;
  const takesNull =
    type === 'null' ||
    (isJsonList(type ?? null) && (type as readonly JsonValue[]).includes('null'));
  return takesNull || 'anyOf' in schema ? schema : anyOf([schema, { type: 'null' }]);
}
