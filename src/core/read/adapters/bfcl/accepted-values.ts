import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  ownValue,
} from '#core/base/json/json-value.ts';
import { parseJson, rewriteNumbers } from '#core/base/json/parse-json.ts';
import { canonicalText } from '#core/base/json/equal-json.ts';
import { pick, pickList, pickObject, pickText } from '#core/base/json/pick.ts';

/** A type as Python's `type()` distinguishes them. */
export type PythonType = 'str' | 'int' | 'float' | 'bool' | 'list' | 'dict' | 'NoneType';

/** Marks a whole number that was written with a point or an exponent: Python distinguishes 1.0 from 1. */
const FLOAT = '\u0000float';

/**
 * Reads JSON text as Python's `json.loads` does, as far as types go.
 * @returns the value, in which whole numbers written as 1.0 are marked; see {@link plainOf} and
 *   {@link typeOf}; undefined where the text is no JSON
 */
export function loadJson(text: string): JsonValue | undefined {
  const marked = rewriteNumbers(text, (token) => {
    const isWritten = /[.eE]/.test(token) && Number.isInteger(Number(token));
    return isWritten ? `{${JSON.stringify(FLOAT)}:${token}}` : token;
  });
  try {
    return parseJson(marked);
  } catch {
    return undefined; // who asks says what it means
  }
}

const PYTHON_NUMBER = /(?<![\w.])\d+(?:\.\d*)?(?:[eE][+-]?\d+)?(?![\w.])/g;

/** Marks the floats of a Python text, those in strings left alone, as {@link loadJson} does those of JSON. */
export function markFloats(source: string): string {
  const parts: string[] = [];
  let from = 0;
  let quote = '';
  for (let at = 0; at < source.length; at++) {
    const character = source.charAt(at);
    if (quote === '' && (character === '"' || character === "'")) {
      parts.push(markNumbers(source.slice(from, at)));
      from = at;
      quote = character;
    } else if (quote !== '' && character === '\\') at++;
    else if (quote !== '' && character === quote) {
      parts.push(source.slice(from, at + 1));
      from = at + 1;
      quote = '';
    }
  }
  return [...parts, markNumbers(source.slice(from))].join('');
}

function markNumbers(source: string): string {
  return source.replace(PYTHON_NUMBER, (token) =>
    /[.eE]/.test(token) && Number.isInteger(Number(token)) ? `{'${FLOAT}': ${token}}` : token,
  );
}

function isFloat(value: JsonValue): value is JsonObject {
  return isJsonObject(value) && Object.hasOwn(value, FLOAT);
}

/** The value without marks. */
export function plainOf(value: JsonValue): JsonValue {
  if (isFloat(value)) return value[FLOAT] as JsonValue;
  if (isJsonList(value)) return value.map(plainOf);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plainOf(item)]));
}

/** The type that Python gives a value that {@link loadJson} read. */
export function typeOf(value: JsonValue): PythonType {
  if (value === null) return 'NoneType';
  if (typeof value === 'string') return 'str';
  if (typeof value === 'boolean') return 'bool';
  if (isJsonList(value)) return 'list';
  if (isFloat(value)) return 'float';
  if (isJsonObject(value)) return 'dict';
  return typeof value === 'bigint' || Number.isInteger(value) ? 'int' : 'float';
}

/**
 * What the leaderboard's checker accepts, as patterns of a reference. Its rules are those of
 * `eval_checker/checker.py` in ShishirPatil/gorilla at de8307b4; each function here names the one it
 * follows. A value that its type check refuses is written as `{"float": 1}` or `{"integer": 1}` on
 * the side of the prediction, because as JSON both are 1.
 */

/** The type in Python of each type that a function's schema names. */
const TYPES: Readonly<Record<string, PythonType>> = {
  string: 'str',
  integer: 'int',
  float: 'float',
  boolean: 'bool',
  array: 'list',
  tuple: 'list',
  dict: 'dict',
  any: 'str',
};

/** What a function's schema says about an argument. */
interface Wanted {
  readonly type: PythonType | undefined;
  /** The type of a list's items. */
  readonly items: PythonType | undefined;
  readonly isRequired: boolean;
  /** Whether the schema has other arguments, but not this one. */
  readonly isUnknown: boolean;
}

/** What stands for an argument that the checker always refuses: nobody makes a call with it. */
const NEVER = 'no value is accepted here';

/** The version of the checker: later ones let members of objects be left out, too. */
export type Version = 'first' | 'later';

/** Says what a schema wants of an argument; nothing is known without one. */
function wantedOf(schema: JsonObject | undefined, argument: string): Wanted {
  const parameters = pickObject(schema, 'parameters');
  const described = ownValue(pickObject(parameters, 'properties') ?? {}, argument);
  const isList = ['array', 'tuple'].includes(pickText(described, 'type') ?? '');
  return {
    type: TYPES[pickText(described, 'type') ?? ''],
    items: isList ? TYPES[pickText(pickObject(described, 'items'), 'type') ?? ''] : undefined,
    isUnknown: schema !== undefined && described === undefined,
    isRequired: (pickList(parameters, 'required') ?? []).includes(argument),
  };
}

/** The type of the first accepted value that is not the empty text; `get_possible_answer_type`. */
function typeOfAccepted(accepted: readonly JsonValue[]): PythonType | undefined {
  const first = accepted.find((value) => value !== '');
  return first === undefined ? undefined : typeOf(first);
}

/**
 * Writes the accepted arguments of a call as patterns; `simple_function_checker`.
 * @param accepted by argument the list of its accepted values
 * @param schema the function as the question describes it; undefined where it is not known
 */
export function inputPattern(
  accepted: JsonObject,
  schema: JsonObject | undefined,
  version: Version,
): JsonObject {
  const members = Object.entries(accepted).flatMap(([argument, values]): [string, JsonValue][] => {
    const list = isJsonList(values) ? values : [values];
    const wanted = wantedOf(schema, argument);
    const patterns = wanted.isUnknown ? [] : patternsOf(list, wanted, version);
    const mayBeAbsent = list.includes('') && !wanted.isRequired;
    if (patterns.length === 0) return mayBeAbsent ? [] : [[argument, NEVER]];
    const pattern = oneOf(patterns);
    return [[argument, mayBeAbsent ? { $optional: pattern } : pattern]];
  });
  const required = pickList(pickObject(schema, 'parameters'), 'required') ?? [];
  const unknown = required.filter(
    (name): name is string => typeof name === 'string' && !Object.hasOwn(accepted, name),
  );
  return Object.fromEntries([...members, ...unknown.map((name) => [name, NEVER] as const)]);
}

/** The accepted values of one argument; `type_checker` and what it leads to. */
function patternsOf(
  accepted: readonly JsonValue[],
  { type, items }: Wanted,
  version: Version,
): readonly JsonValue[] {
  const own = typeOfAccepted(accepted);
  const wanted = type ?? own ?? 'str';
  const filled = accepted.filter((value) => value !== '');
  // values of another type than the schema’s are names of variables, and compared as they are
  if (own !== undefined && own !== wanted) {
    const asTheyAre = own === 'str' || wanted === 'str' ? accepted : filled;
    return asTheyAre.map((value) => literal(plainOf(value)));
  }
  switch (wanted) {
    case 'str':
      return accepted.filter((value) => typeof value === 'string').map(textPattern);
    case 'dict':
      return filled.map((value) => dictPattern(value, version));
    case 'list': {
      const isOfDicts = (value: JsonValue): boolean =>
        items === undefined ? isJsonList(value) && value.some(isDict) : items === 'dict';
      // the empty text has as many items as the empty list
      return accepted.map((value) =>
        value === '' ? [] : isOfDicts(value) ? dictsPattern(value, version) : listPattern(value),
      );
    }
    default:
      return filled.filter((value) => typeof value !== 'string').map(plainOf);
  }
}

function isDict(value: JsonValue): boolean {
  return typeOf(value) === 'dict';
}

function oneOf(patterns: readonly JsonValue[]): JsonValue {
  const distinct = new Map(patterns.map((pattern) => [canonicalText(pattern), pattern]));
  const [only] = distinct.values();
  return distinct.size === 1 && only !== undefined ? only : { $any: [...distinct.values()] };
}

/** A value that is compared as it is, also where it looks like a pattern. */
function literal(value: JsonValue): JsonValue {
  return isJsonObject(value) && Object.keys(value).some((key) => key.startsWith('$'))
    ? { $literal: value }
    : value;
}

/** `string_checker`: case, spaces and some punctuation do not count. */
function textPattern(value: JsonValue): JsonValue {
  return typeof value === 'string'
    ? { $text: { value, ignore: ['bfcl'] } }
    : literal(plainOf(value));
}

/** `list_checker`: texts in a list are compared as texts are, all else in it as it is. */
function listPattern(value: JsonValue): JsonValue {
  return isJsonList(value) ? value.map(textPattern) : literal(plainOf(value));
}

/** `list_dict_checker`: objects in their order. */
function dictsPattern(value: JsonValue, version: Version): JsonValue {
  if (!isJsonList(value)) return literal(plainOf(value));
  return value.map((item) => dictPattern(item, version));
}

/** `dict_checker`: each member lists its accepted values, or is an object of such members. */
function dictPattern(value: JsonValue, version: Version): JsonValue {
  if (!isDict(value) || !isJsonObject(value)) return literal(plainOf(value));
  const members = Object.entries(value).map(([key, accepted]): [string, JsonValue] => {
    if (isDict(accepted)) return [key, dictPattern(accepted, version)];
    if (!isJsonList(accepted)) return [key, textPattern(accepted)];
    const pattern = accepted.length === 0 ? NEVER : oneOf(accepted.map(textPattern));
    const mayBeAbsent = version === 'later' && accepted.includes('');
    return [key, mayBeAbsent ? { $optional: pattern } : pattern];
  });
  return Object.fromEntries(members);
}

/**
 * Writes the arguments of a call made, those of a wrong type so that no accepted value equals them.
 * @param made the arguments with marks, see `loadJson`
 * @param accepted the accepted values of the calls it may be; none where none is known
 */
export function madeInput(
  made: JsonValue,
  accepted: readonly JsonObject[],
  schema: JsonObject | undefined,
): JsonValue {
  if (!schema || !isJsonObject(made)) return plainOf(made);
  return Object.fromEntries(
    Object.entries(made).map(([argument, value]) => {
      const lists = accepted.flatMap((values) => {
        const list = ownValue(values, argument);
        return isJsonList(list) ? [list] : [];
      });
      return [argument, writeTyped(value, lists, wantedOf(schema, argument))];
    }),
  );
}

function writeTyped(
  value: JsonValue,
  accepted: readonly (readonly JsonValue[])[],
  { type, items }: Wanted,
): JsonValue {
  if (type === undefined || accepted.length === 0) return plainOf(value);
  if (!isJsonList(value)) {
    const own = typeOf(value);
    const isTyped = own === type || (type === 'float' && own === 'int');
    const isAccepted = isTyped || accepted.some((values) => own === typeOfAccepted(values));
    return isAccepted ? plainOf(value) : named(value);
  }
  if (type !== 'list' || items === undefined) return plainOf(value);
  // all items have the type of the schema, or that of the first item of one accepted list
  const isTyped = accepted
    .flat()
    .some(
      (list) =>
        !isJsonList(list) ||
        value.every((item) => typeOf(item) === items || typeOf(item) === typeOfAccepted(list)),
    );
  const write = (item: JsonValue): JsonValue =>
    isTyped || typeOf(item) === items ? plainOf(item) : named(item);
  return value.map(write);
}

/** A number with its type: the other one would have been right. */
function named(value: JsonValue): JsonValue {
  const type = typeOf(value);
  if (type === 'int') return { integer: plainOf(value) };
  return type === 'float' ? { float: plainOf(value) } : plainOf(value);
}

/**
 * Finds the description of a function; `find_description`.
 * @param functions one, where a question offers only one; or a list
 * @param name a key of the accepted answers: the function's name, in the first version with a number
 *   behind it where it is called several times
 */
export function findSchema(
  functions: JsonObject | readonly JsonObject[],
  name: string,
  version: Version,
): JsonObject | undefined {
  if (isJsonObject(functions)) return functions;
  return functions.find((schema) => {
    const own = pick(schema, 'name');
    return typeof own === 'string' && (version === 'first' ? name.includes(own) : name === own);
  });
}
