import * as v from 'valibot';
import { type Shape } from '#core/base/json/json-shape.ts';
import { isJsonEqual } from '#core/base/json/equal-json.ts';
import { isJsonList, isJsonObject, ownValue, type JsonValue } from '#core/base/json/json-value.ts';

/** The schema of {@link AcceptedForm}. */
export const AcceptedForm = v.variant('kind', [
  // one more value beside the expected ones
  v.object({
    kind: v.literal('one-of'),
    value: v.custom<JsonValue>((value) => value !== undefined),
  }),
  v.object({ kind: v.literal('anything') }),
  // all numbers from the least to the greatest of the expected ones and this one
  v.object({ kind: v.literal('range'), number: v.number() }),
  v.object({ kind: v.literal('regex'), source: v.string() }),
  // the argument may be left out
  v.object({ kind: v.literal('absent') }),
]);

/** A way to accept further values of an argument. Plain data, kept with the edit. */
export type AcceptedForm = Shape<typeof AcceptedForm>;

/** One of {@link AcceptedForm}, by its kind. */
export type FormKind = AcceptedForm['kind'];

/** A form that can be chosen, or why it cannot. */
export type FormChoice =
  | { readonly kind: FormKind; readonly form: AcceptedForm }
  | { readonly kind: FormKind; readonly why: 'not_numbers' | 'not_texts' | 'no_form' };

/** Lists the forms in which a differing argument may be accepted, and why others cannot be. */
export function formsFor(
  expected: JsonValue | undefined,
  made: JsonValue | undefined,
): FormChoice[] {
  if (made === undefined) return [{ kind: 'absent', form: { kind: 'absent' } }];
  return [
    { kind: 'one-of', form: { kind: 'one-of', value: made } },
    { kind: 'anything', form: { kind: 'anything' } },
    rangeFor(expected, made),
    regexFor(expected, made),
  ];
}

function rangeFor(expected: JsonValue | undefined, made: JsonValue): FormChoice {
  const isRange = expected !== undefined && numbersIn(expected) !== undefined;
  return typeof made === 'number' && Number.isFinite(made) && isRange
    ? { kind: 'range', form: { kind: 'range', number: made } }
    : { kind: 'range', why: 'not_numbers' };
}

function regexFor(expected: JsonValue | undefined, made: JsonValue): FormChoice {
  const texts = expected === undefined ? undefined : textsIn(expected);
  if (typeof made !== 'string' || texts === undefined) return { kind: 'regex', why: 'not_texts' };
  const source = commonForm([...new Set([...texts, made])]);
  if (source !== undefined) return { kind: 'regex', form: { kind: 'regex', source } };
  // lower-case words still have a form in common
  const letters = [...texts, made].every((text) => /^[a-z]+$/.test(text)) ? '^[a-z]+$' : undefined;
  return letters === undefined
    ? { kind: 'regex', why: 'no_form' }
    : { kind: 'regex', form: { kind: 'regex', source: letters } };
}

/** The numbers of a value or pattern; undefined where it has other values. */
function numbersIn(expected: JsonValue): readonly number[] | undefined {
  if (typeof expected === 'number') return [expected];
  const range = reserved(expected, '$range');
  if (isJsonObject(range ?? null)) {
    return ['min', 'max'].map((end) => {
      const value = ownValue(range as object as never, end);
      if (typeof value === 'number') return value;
      return end === 'min' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    });
  }
  return namedBy(expected, numbersIn);
}

function textsIn(expected: JsonValue): readonly string[] | undefined {
  return typeof expected === 'string' ? [expected] : namedBy(expected, textsIn);
}

function namedBy<T>(
  expected: JsonValue,
  find: (value: JsonValue) => readonly T[] | undefined,
): readonly T[] | undefined {
  const listed = reserved(expected, '$any');
  if (listed === undefined || !isJsonList(listed)) return undefined;
  const found = listed.map(find);
  return found.includes(undefined) ? undefined : found.flatMap((values) => values ?? []);
}

/** The value under a reserved key that is an object's only key. */
function reserved(value: JsonValue, key: string): JsonValue | undefined {
  return isJsonObject(value) && Object.keys(value).length === 1 ? ownValue(value, key) : undefined;
}

/** Writes a pattern for the expected value, if any, and what the form adds. */
export function writeForm(expected: JsonValue | undefined, form: AcceptedForm): JsonValue {
  const inner = expected === undefined ? undefined : reserved(expected, '$optional');
  if (inner !== undefined) return { $optional: writeForm(inner, form) };
  if (expected === undefined) {
    return {
      $optional: form.kind === 'one-of' ? literalPattern(form.value) : writeForm(null, form),
    };
  }
  switch (form.kind) {
    case 'one-of':
      return writeOneOf(expected, literalPattern(form.value));
    case 'anything':
      return { $anything: true };
    case 'range':
      return writeRange(expected, form.number);
    case 'regex':
      return { $regex: form.source };
    case 'absent':
      return { $optional: expected };
  }
}

/** Writes a value so that it is read as itself, whatever its keys. */
function literalPattern(value: JsonValue): JsonValue {
  if (isJsonList(value)) return value.map(literalPattern);
  if (!isJsonObject(value)) return value;
  const [key, ...others] = Object.keys(value);
  // any key with a dollar, so that later kinds of patterns are safe too
  if (key?.startsWith('$') && others.length === 0) return { $literal: value };
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, literalPattern(item)]),
  );
}

function writeOneOf(expected: JsonValue, value: JsonValue): JsonValue {
  const listed = reserved(expected, '$any');
  const values = listed !== undefined && isJsonList(listed) ? listed : [expected];
  return values.some((one) => isJsonEqual(one, value)) ? expected : { $any: [...values, value] };
}

function writeRange(expected: JsonValue, number: number): JsonValue {
  const known = numbersIn(expected);
  if (!known) return expected;
  const [min, max] = [Math.min(number, ...known), Math.max(number, ...known)];
  return {
    $range: {
      ...(Number.isFinite(min) ? { min } : {}),
      ...(Number.isFinite(max) ? { max } : {}),
    },
  };
}

/** Longer texts are not generalised: they differ in every run. */
const LONGEST_WORD = 60;
const MAX_WORDS = 8;

/** Forms whose values change from run to run. */
const FORMS = [
  /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/,
  /^\d{4}-\d{2}-\d{2}$/,
  /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/,
  /^[^\s@]+@[^\s@]+$/,
  /^https?:\/\/\S+$/,
];

/**
 * Describes at least two distinct texts by a regular expression: a known form such as a date, or
 * equal letters with varying digits; undefined without a common form.
 */
function commonForm(texts: readonly string[]): string | undefined {
  if (texts.length < 2) return undefined;
  const known = new Set(texts.map(knownForm));
  if (known.size > 1) return undefined;
  const [form] = known;
  if (form !== undefined) return form;
  const isProse = texts.some((text) => {
    return text.length > LONGEST_WORD || text.split(' ').length > MAX_WORDS;
  });
  const around = new Set(texts.map((text) => text.replace(/\d+/g, '0')));
  return isProse || around.size > 1 ? undefined : withFreeDigits(texts);
}

function knownForm(text: string): string | undefined {
  return text.length <= 200 ? FORMS.find((form) => form.test(text))?.source : undefined;
}

/** Matches the first text with any digits: as many as in every text, else any number of them. */
function withFreeDigits(texts: readonly string[]): string {
  const [first = ''] = texts;
  const lengths = texts.map((text) => (text.match(/\d+/g) ?? []).map(({ length }) => length));
  const digits = (lengths[0] ?? []).map((length, place) =>
    lengths.every((other) => other[place] === length) ? digitsOf(length) : '\\d+',
  );
  const between = first.split(/\d+/).map(escapeText);
  return `^${between.map((part, place) => part + (digits[place] ?? '')).join('')}$`;
}

function digitsOf(length: number): string {
  return length === 1 ? '\\d' : `\\d{${String(length)}}`;
}

function escapeText(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
