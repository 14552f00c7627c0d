import {
  isJsonList,
  isJsonObject,
  ownValue,
  setOwn,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';

/** A call or constructor in Python's notation, `Name(positional, keyword=…)`; never executed. */
export interface WrittenCall {
  readonly name: string;
  readonly positional: readonly JsonValue[];
  readonly named: JsonObject;
}

/** Gives the value of a call; undefined when its arguments are unexpected. */
type CallReader = (call: WrittenCall) => JsonValue | undefined;

const firstText: CallReader = ({ positional: [value] }) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

const firstScalar: CallReader = ({ positional: [value] }) =>
  typeof value === 'object' ? undefined : value;

const list: CallReader = ({ positional, named }) => {
  if (positional.length === 0 && Object.keys(named).length === 0) return [];
  return isJsonList(positional[0]) ? positional[0] : undefined;
};

const float: CallReader = ({ positional: [value] }) => {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return undefined;
  const word = /^\s*([+-]?)(nan|inf|infinity)\s*$/i.exec(value);
  if (!word) return undefined;
  if (word[2]?.toLowerCase() === 'nan') return Number.NaN;
  return word[1] === '-' ? -Infinity : Infinity;
};

/** `OrderedDict([('a', 1)])`, `Counter({'a': 1})`, `dict(a=1)`, `defaultdict(<class 'list'>, {…})`. */
const mapping: CallReader = ({ positional, named }) => {
  const object: Record<string, JsonValue> = {};
  const source = positional.at(-1);
  if (isJsonObject(source)) for (const key of Object.keys(source)) copy(source, key, object);
  else if (isJsonList(source)) {
    for (const pair of source) {
      if (!isJsonList(pair) || pair.length !== 2) return undefined;
      const [key, value] = pair;
      if (key === undefined || value === undefined || typeof key === 'object') return undefined;
      setOwn(object, String(key), value);
    }
  } else if (positional.length > 1) return undefined;
  for (const key of Object.keys(named)) copy(named, key, object);
  return object;
};

function copy(source: JsonObject, key: string, target: Record<string, JsonValue>): void {
  const value = ownValue(source, key);
  if (value !== undefined) setOwn(target, key, value);
}

const pad = (value: number, length = 2): string => String(value).padStart(length, '0');

function wholeNumbers(values: readonly JsonValue[]): number[] | undefined {
  const numbers = values.filter((value) => typeof value === 'number' && Number.isInteger(value));
  return numbers.length === values.length ? (numbers as number[]) : undefined;
}

const date: CallReader = ({ positional }) => {
  const [year, month, day, ...rest] = wholeNumbers(positional) ?? [];
  if (year === undefined || month === undefined || day === undefined || rest.length > 0)
    return undefined;
  return `${pad(year, 4)}-${pad(month)}-${pad(day)}`;
};

function clock([hour = 0, minute = 0, second = 0, micro = 0]: readonly number[]): string {
  const fraction = micro === 0 ? '' : `.${pad(micro, 6)}`;
  return `${pad(hour)}:${pad(minute)}:${pad(second)}${fraction}`;
}

const time: CallReader = ({ positional, named }) => {
  const numbers = wholeNumbers(positional);
  return numbers && numbers.length <= 4 ? `${clock(numbers)}${zoneOf(named)}` : undefined;
};

const datetime: CallReader = ({ positional, named }) => {
  const day = date({ name: 'date', positional: positional.slice(0, 3), named: {} });
  const numbers = wholeNumbers(positional.slice(3, 7));
  if (typeof day !== 'string' || !numbers || positional.length > 8) return undefined;
  return `${day}T${clock(numbers)}${zoneOf(named, positional[7])}`;
};

/** A time zone as in ISO 8601; a named zone is in brackets. */
function zoneOf(named: JsonObject, positional?: JsonValue): string {
  const zone = ownValue(named, 'tzinfo') ?? positional ?? null;
  if (zone === null) return '';
  if (typeof zone === 'string') {
    return /\butc\b|tzutc/i.test(zone) ? '+00:00' : zone.replace(/^(?!\+|-\d).*$/s, '[$&]');
  }
  const name = isJsonObject(zone) ? (ownValue(zone, 'key') ?? ownValue(zone, 'arg_0')) : undefined;
  return typeof name === 'string' ? `[${name}]` : '[time zone]';
}

const timezone: CallReader = ({ positional: [delta] }) => {
  if (!isJsonObject(delta)) return undefined;
  const seconds = 86_400 * numberAt(delta, 'days') + numberAt(delta, 'seconds');
  const minutes = Math.abs(Math.round(seconds / 60));
  return `${seconds < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
};

function numberAt(object: JsonObject, key: string): number {
  const value = ownValue(object, key);
  return typeof value === 'number' ? value : 0;
}

const fraction: CallReader = ({ positional }) => {
  const numbers = wholeNumbers(positional);
  return numbers?.length === 2 ? numbers.join('/') : undefined;
};

/** A table by columns or by rows. */
const table: CallReader = ({ positional: [data], named }) => {
  const value = data ?? ownValue(named, 'data');
  const columns = ownValue(named, 'columns');
  if (isJsonList(value) && isJsonList(columns) && value.every(isJsonList))
    return [columns, ...value];
  return isJsonObject(value) || isJsonList(value) ? value : undefined;
};

const READERS: ReadonlyMap<string, CallReader> = new Map<string, CallReader>([
  ...names('float16 float32 float64 float128 longdouble half single double', firstScalar),
  ...names('int8 int16 int32 int64 uint8 uint16 uint32 uint64 intp uintp longlong', firstScalar),
  ...names('bool_ bool str_ bytes_ complex64 complex128 int str bytes bytearray', firstScalar),
  ...names('array ndarray list tuple set frozenset deque Index Series dict_keys dict_values', list),
  ...names('OrderedDict dict Counter mappingproxy defaultdict immutabledict frozendict', mapping),
  ...names('Timestamp Timedelta Period Decimal UUID ObjectId datetime64', firstText),
  ...names('PosixPath WindowsPath PurePosixPath PureWindowsPath Path SecretStr Url', firstText),
  ['float', float],
  ['datetime', datetime],
  ['date', date],
  ['time', time],
  ['timezone', timezone],
  ['Fraction', fraction],
  ['DataFrame', table],
]);

function names(list: string, reader: CallReader): [string, CallReader][] {
  return list.split(' ').map((name) => [name, reader]);
}

/** The key for the name of an unknown class. */
export const CLASS_KEY = '__class__';

/**
 * The value of a call in Python's notation, without executing it.
 * @returns numbers and texts for numpy scalars, dates, decimals, ids; lists for arrays; objects for
 * mappings; for other classes an object of the arguments with the name under {@link CLASS_KEY}
 */
export function callValue(call: WrittenCall): JsonValue {
  return READERS.get(plainName(call.name))?.(call) ?? classObject(call);
}

/** Whether a call gives a value only when executed: it is neither a known value nor a class. */
export function needsRunning({ name }: WrittenCall): boolean {
  return !READERS.has(plainName(name)) && !/(?:^|\.)\p{Lu}/u.test(name);
}

const plainName = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/**
 * Writes a call as an object of its arguments, arg_0 … for positional ones, with the name under
 * {@link CLASS_KEY}.
 */
export function classObject(call: WrittenCall): JsonObject {
  const { name, positional, named } = call;
  const object: Record<string, JsonValue> = { [CLASS_KEY]: name };
  for (const [index, value] of positional.entries()) object[`arg_${index}`] = value;
  for (const key of Object.keys(named)) copy(named, key, object);
  return object;
}
