import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { escapeKey } from '#core/base/json/json-path.ts';

/** A problem within a schema, and its place. */
export interface SchemaProblem {
  readonly path: string;
  readonly reason: string;
}

/** Names of types that JSON Schema does not have; `any` allows everything. */
const TYPES: Readonly<Record<string, string>> = {
  dict: 'object',
  float: 'number',
  double: 'number',
  int: 'integer',
  long: 'integer',
  str: 'string',
  char: 'string',
  bool: 'boolean',
  list: 'array',
  tuple: 'array',
  arraylist: 'array',
  none: 'null',
};
const KNOWN = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']);
const ANY = new Set(['any', 'type_unspecified']);

const MAPS = new Set(['properties', '$defs', 'definitions', 'dependentSchemas']);
const LISTS = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const SCHEMAS = new Set([
  'items',
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'additionalItems',
  'unevaluatedItems',
  'unevaluatedProperties',
]);
/**
 * Keywords that are dropped: patterns and `uniqueItems` can take for ever, formats are only notes,
 * and `$id` would redirect references.
 */
const LEFT_OUT = new Set([
  'pattern',
  'patternProperties',
  'format',
  'uniqueItems',
  '$id',
  'id',
  'nullable',
]);
/** Keywords whose object is not a schema. */
const OBJECTS = new Set(['const', 'dependentRequired']);
/** Keywords that allow or restrict arguments outside `properties`. */
const OPENERS = [
  'additionalProperties',
  'unevaluatedProperties',
  'patternProperties',
  '$ref',
  '$dynamicRef',
  'allOf',
  'anyOf',
  'oneOf',
  'if',
];
const DEEPEST = 64;

/**
 * Converts a schema to plain JSON Schema: types under their standard names (`STRING`, `dict`),
 * nullable as a type, without patterns and formats. A tool takes only its declared parameters
 * unless the schema says otherwise. No schema where it is unusable.
 */
export function plainSchema(schema: JsonObject): {
  readonly schema?: JsonObject;
  readonly problems: readonly SchemaProblem[];
} {
  const problems: SchemaProblem[] = [];
  const plain = rewrite(schema, '', 0, problems);
  if (!isJsonObject(plain)) return { problems };
  const isOpen = !isJsonObject(schema['properties']) || OPENERS.some((key) => key in schema);
  return { schema: isOpen ? plain : { ...plain, additionalProperties: false }, problems };
}

function rewrite(
  schema: JsonValue,
  path: string,
  depth: number,
  problems: SchemaProblem[],
): JsonValue {
  if (!isJsonObject(schema)) return schema === false ? false : {};
  if (depth > DEEPEST) {
    problems.push({
      path,
      reason: `More than ${String(DEEPEST)} levels; what is below is not checked.`,
    });
    return {};
  }
  const inner = (value: JsonValue, at: string): JsonValue =>
    rewrite(value, `${path}${at}`, depth + 1, problems);
  const entries: [string, JsonValue][] = [];
  for (const [key, value] of Object.entries(schema)) {
    if (LEFT_OUT.has(key)) continue;
    if (key === 'type') {
      const type = plainType(value, `${path}/type`, problems);
      if (type !== undefined) entries.push([key, type]);
    } else if (MAPS.has(key)) {
      if (isJsonObject(value)) {
        const schemas = Object.entries(value).map(
          ([name, one]) => [name, inner(one, `/${key}/${escapeKey(name)}`)] as const,
        );
        entries.push([key, Object.fromEntries(schemas)]);
      } else if (value !== null)
        problems.push({ path: `${path}/${key}`, reason: `“${key}” has to be an object.` });
    } else if (LISTS.has(key) || (key === 'items' && isJsonList(value))) {
      if (isJsonList(value))
        entries.push([key, value.map((one, at) => inner(one, `/${key}/${String(at)}`))]);
      else if (value !== null)
        problems.push({ path: `${path}/${key}`, reason: `“${key}” has to be a list.` });
    } else if (SCHEMAS.has(key)) entries.push([key, inner(value, `/${key}`)]);
    else if (key === 'required') {
      // old schemas write `required: true` on each parameter
      if (isJsonList(value)) entries.push([key, value.filter((one) => typeof one === 'string')]);
    } else if (key === 'enum') {
      if (isJsonList(value)) entries.push([key, value]);
    } else if (!isJsonObject(value) || OBJECTS.has(key)) entries.push([key, value]);
  }
  const plain = Object.fromEntries(entries);
  const others = 'patternProperties' in schema ? without(plain, CLOSERS) : plain;
  return schema['nullable'] === true ? orNull(others) : others;
}

const CLOSERS = ['additionalProperties', 'unevaluatedProperties'];

function without(object: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}

function orNull(schema: JsonObject): JsonObject {
  const { type, enum: values } = schema;
  return {
    ...schema,
    ...(type !== undefined && { type: [...(isJsonList(type) ? type : [type]), 'null'] }),
    ...(isJsonList(values) && { enum: [...values, null] }),
  };
}

/** The JSON Schema name of a type; undefined where it allows everything. */
function plainType(
  value: JsonValue,
  path: string,
  problems: SchemaProblem[],
): JsonValue | undefined {
  const names = isJsonList(value) ? value : [value];
  const types: string[] = [];
  for (const name of names) {
    const word = typeof name === 'string' ? name.toLowerCase() : '';
    const type = TYPES[word] ?? word;
    if (ANY.has(type)) return undefined;
    if (!KNOWN.has(type)) {
      const found = typeof name === 'string' ? `“${name.slice(0, 80)}”` : 'no text';
      problems.push({ path, reason: `The type is ${found}, which is not known: not checked.` });
      return undefined;
    }
    types.push(type);
  }
  return isJsonList(value) ? types : types[0];
}
