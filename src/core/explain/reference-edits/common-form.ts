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
 * Describes several texts by what they have in common: a known form such as a date, or the same
 * letters around other digits.
 * @param texts distinct texts
 * @returns an expression that each text matches; undefined where there are not two texts, or they
 * have no form in common
 */
export function commonForm(texts: readonly string[]): string | undefined {
  if (texts.length < 2) return undefined;
  const known = new Set(texts.map(knownForm));
  if (known.size > 1) return undefined;
  const [form] = known;
  if (form !== undefined) return form;
  const isProse = texts.some((text) => {
    return text.length > LONGEST_WORD || text.split(' ').length > MOST_WORDS;
  });
  const around = new Set(texts.map((text) => text.replace(/\d+/g, '0')));
  return isProse || around.size > 1 ? undefined : withFreeDigits(texts);
}

function knownForm(text: string): string | undefined {
  return text.length <= 200 ? FORMS.find((form) => form.test(text))?.source : undefined;
}

/** The letters of the first text, and as many digits between them as all texts have. */
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
