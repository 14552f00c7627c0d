import { KEY_SHAPES } from '#core/judge/redact.ts';

/** The kinds searched for, in order; values already found are not searched again. */
export const FOUND_KINDS = [
  'key',
  'email',
  'uuid',
  'iban',
  'card',
  'phone',
  'ip',
  'number',
] as const;

/** A kind of value recognised by its form. */
export type FoundKind = (typeof FOUND_KINDS)[number];

/** The kinds redacted by default; UUIDs and long numbers are more often ids and times. */
export const DEFAULT_KINDS: readonly FoundKind[] = ['email', 'key', 'phone', 'card', 'iban', 'ip'];

/** A span of text: its start, and its end (exclusive). */
type Span = readonly [from: number, to: number];

/** Finds the spans of a kind in a text, ascending and without overlap, in linear time. */
export type FindSpans = (text: string) => Span[];

/** Keys and tokens of services, and those of {@link KEY_SHAPES}. */
const KEYS = new RegExp(
  [
    KEY_SHAPES,
    /\b(?:AKIA|ASIA)[A-Z\d]{16}\b/.source,
    /\b(?:gh[opsru]_|github_pat_|glpat-|hf_|npm_|pypi-|xox[abeprs]-|ya29\.)[\w-]{16,}/.source,
    /\b[prs]k_(?:live|test)_\w{10,}/.source,
    /(?<![\w-])SG\.[\w-]{16,}\.[\w-]{16,}/.source,
    /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/.source,
    /\bBasic [\w+/]{16,}={0,2}/.source,
    /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[\w+/=\s\\]*/.source,
  ].join('|'),
  'g',
);
const LOCAL_PART = /[\p{L}\p{N}._%+'-]/u;
const LONGEST_LOCAL = 64;
const DOMAIN = /(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}/uy;
const UUID = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi;
const IBAN_START = /[A-Z]{2}\d{2}/g;
const DIGIT_GROUPS = /\d+(?:[ -]\d+)*/g;
const INTERNATIONAL_PHONE = /\+\d{1,4}(?:[ ()./-]{0,3}\d){5,13}/g;
const NATIONAL_PHONE =
  /\(0?\d{2,5}\) ?\d{3,4}[ .-]?\d{3,5}|\d{3}[ .-]\d{3}[ .-]\d{4}|0\d{2,4}[ /-]\d{3,8}/g;
const IP_4 = /\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}/g;
const IP_6 = /[\da-f:]{3,39}/gi;
const LONG_NUMBER = /\d{8,}/g;

/** The search for each kind. */
export const FINDERS: Readonly<Record<FoundKind, FindSpans>> = {
  key: (text) => matches(KEYS, text),
  email: findEmails,
  uuid: (text) => matches(UUID, text),
  iban: findIbans,
  card: findCards,
  phone: findPhones,
  ip: findAddresses,
  number: (text) =>
    // the digits of 0.123456789 are not a separate number
    matches(LONG_NUMBER, text).filter(
      ([from]) => !/\d\.$/.test(text.slice(Math.max(0, from - 2), from)),
    ),
};

function matches(pattern: RegExp, text: string): Span[] {
  return Array.from(text.matchAll(pattern), ({ index, 0: found }) => [index, index + found.length]);
}

function findEmails(text: string): Span[] {
  const found: Span[] = [];
  let end = 0;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    let from = at;
    while (from > end && at - from < LONGEST_LOCAL && LOCAL_PART.test(text.charAt(from - 1)))
      from--;
    while (from < at && /[.'%+-]/.test(text.charAt(from))) from++;
    DOMAIN.lastIndex = at + 1;
    const domain = from < at && DOMAIN.exec(text);
    if (!domain) continue;
    end = at + 1 + domain[0].length;
    found.push([from, end]);
  }
  return found;
}

/** Lengths of IBANs by country, including the country's letters; SWIFT's registry of 2024. */
const IBAN_LENGTHS = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 ' +
    'DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 ' +
    'IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 ' +
    'MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 ' +
    'SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

function findIbans(text: string): Span[] {
  const found: Span[] = [];
  let end = 0;
  for (const { index, 0: start } of text.matchAll(IBAN_START)) {
    const length = IBAN_LENGTHS.get(start.slice(0, 2));
    if (length === undefined || index < end) continue;
    let number = '';
    let at = index;
    for (; number.length < length && at < text.length; at++) {
      const char = text.charAt(at);
      if (/[A-Z\d]/.test(char)) number += char;
      else if (char !== ' ' || text.charAt(at - 1) === ' ') break;
    }
    if (number.length < length || !isIban(number)) continue;
    end = at;
    found.push([index, at]);
  }
  return found;
}

/** ISO 13616: the number with letters as 10 and up is 1 modulo 97. */
function isIban(number: string): boolean {
  let rest = 0;
  for (const char of number.slice(4) + number.slice(0, 4)) {
    const digits = Number.parseInt(char, 36);
    rest = (rest * (digits > 9 ? 100 : 10) + digits) % 97;
  }
  return rest === 1;
}

const CARD_DIGITS = { least: 13, most: 19 };

/** Finds card numbers: neighbouring groups of digits with the right length and check digit. */
function findCards(text: string): Span[] {
  const found: Span[] = [];
  for (const { index, 0: run } of text.matchAll(DIGIT_GROUPS)) {
    const groups = Array.from(run.matchAll(/\d+/g), ({ index: at, 0: digits }) => ({ at, digits }));
    for (let first = 0; first < groups.length; first++) {
      const last = cardFrom(groups, first);
      if (last === undefined) continue;
      const { at, digits } = groups[last] as (typeof groups)[number];
      found.push([index + (groups[first]?.at ?? 0), index + at + digits.length]);
      first = last;
    }
  }
  return found;
}

function cardFrom(
  groups: readonly { readonly digits: string }[],
  first: number,
): number | undefined {
  let number = '';
  for (let last = first; last < groups.length; last++) {
    number += groups[last]?.digits ?? '';
    if (number.length > CARD_DIGITS.most) return undefined;
    if (number.length >= CARD_DIGITS.least && isCard(number)) return last;
  }
  return undefined;
}

/** Luhn's check, ISO/IEC 7812; payment cards begin with 2 to 6. */
function isCard(number: string): boolean {
  if (!/^[2-6]/.test(number)) return false;
  let sum = 0;
  for (let place = 0; place < number.length; place++) {
    const digit = Number(number.charAt(number.length - 1 - place));
    const doubled = place % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

function findPhones(text: string): Span[] {
  const international = matches(INTERNATIONAL_PHONE, text);
  const national = matches(NATIONAL_PHONE, text).filter(
    ([from, to]) => !isDigitAt(text, from - 1) && !isDigitAt(text, to),
  );
  const kept = international.filter(([, to]) => !isDigitAt(text, to));
  return withoutOverlaps([...kept, ...national]);
}

function isDigitAt(text: string, at: number): boolean {
  return /\d/.test(text.charAt(at));
}

function findAddresses(text: string): Span[] {
  const four = matches(IP_4, text).filter(
    ([from, to]) =>
      !/[\d.]/.test(text.charAt(from - 1)) &&
      !isDigitAt(text, to) &&
      text
        .slice(from, to)
        .split('.')
        .every((part) => Number(part) <= 255),
  );
  const six = text.includes(':')
    ? matches(IP_6, text).filter(
        ([from, to]) =>
          !/[\w:]/.test(text.charAt(from - 1)) &&
          !/[\w:]/.test(text.charAt(to)) &&
          isAddress6(text.slice(from, to)),
      )
    : [];
  return withoutOverlaps([...four, ...six]);
}

function isAddress6(text: string): boolean {
  const halves = text.split('::');
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  if (halves.length > 2 || !groups.every((group) => /^[\da-f]{1,4}$/i.test(group))) return false;
  return halves.length === 1 ? groups.length === 8 : groups.length >= 2 && groups.length < 8;
}

function withoutOverlaps(spans: Span[]): Span[] {
  spans.sort(([a], [b]) => a - b);
  let end = 0;
  return spans.filter(([from, to]) => {
    if (from < end) return false;
    end = to;
    return true;
  });
}
