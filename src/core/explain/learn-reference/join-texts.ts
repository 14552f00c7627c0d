import type { JsonValue } from '#core/base/json/json-value.ts';

/** So many texts are listed one by one; more are any text. */
const MOST_LISTED = 5;
/** Longer texts are written anew in every run. */
const LONGEST_WORD = 60;
const MOST_WORDS = 8;

/** Forms that values of every run have in common, while the values themselves differ. */
const FORMS = [
  /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/,
  /^\d{4}-\d{2}-\d{2}$/,
  /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/,
  /^[^\s@]+@[^\s@]+$/,
  /^https?:\/\/\S+$/,
];

/**
 * Describes several texts by what they have in common: a known form such as a date, the same
 * letters around other digits, or a short list. More texts never make it match fewer.
 * @param texts distinct texts
 * @returns patterns, one of which each text matches
 */
export function joinTexts(texts: readonly string[]): JsonValue[] {
  const byForm = new Map<string, string[]>();
  for (const text of texts) {
    const form = formOf(text);
    const known = byForm.get(form);
    if (known) known.push(text);
    else byForm.set(form, [text]);
  }
  const isProse = (byForm.get(PROSE) ?? []).length > 1;
  if (isProse || byForm.size > MOST_LISTED) return [{ $type: 'string' }];
  return [...byForm.keys()].sort().map((form) => patternOf(form, byForm.get(form) ?? []));
}

const PROSE = 'prose';
const SHAPE = 'shape ';

/** The form of a text: the same for texts that stand for each other in another run. */
function formOf(text: string): string {
  const known = text.length <= 200 ? FORMS.find((form) => form.test(text)) : undefined;
  if (known) return known.source;
  if (text.length > LONGEST_WORD || text.split(' ').length > MOST_WORDS) return PROSE;
  return SHAPE + text.replace(/\d+/g, '0');
}

function patternOf(form: string, texts: readonly string[]): JsonValue {
  const [first = ''] = texts;
  if (texts.length === 1) return first;
  if (!form.startsWith(SHAPE)) return { $regex: form };
  const lengths = texts.map((text) => (text.match(/\d+/g) ?? []).map(({ length }) => length));
  const digits = (lengths[0] ?? []).map((length, place) =>
    lengths.every((other) => other[place] === length) ? digitsOf(length) : '\\d+',
  );
  const between = first.split(/\d+/).map(escapeText);
  return { $regex: `^${between.map((part, place) => part + (digits[place] ?? '')).join('')}$` };
}

function digitsOf(length: number): string {
  return length === 1 ? '\\d' : `\\d{${String(length)}}`;
}

function escapeText(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
