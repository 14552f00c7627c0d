import { utf8ToBytes } from '@noble/hashes/utils.js';

/** The forms of providers' keys. */
export const KEY_SHAPES =
  /\b(?:sk-(?:ant-|or-|proj-)?[\w-]{8,}|AIza[\w-]{20,}|gsk_\w{10,}|xai-\w{10,})|\bBearer\s+[\w.~+/=-]{8,}/
    .source;

const MASK = '[key removed]';

/** Removes keys in use, and anything that looks like a key, from a text about a request. */
export function redact(text: string, keys: readonly string[] = []): string {
  return withoutShapes(without(text, keys));
}

/** Removes what looks like a key, and keys of 12 characters or more, from a judge's answer. */
export function redactAnswer(text: string, keys: readonly string[]): string {
  return withoutShapes(withoutKeys(text, keys));
}

/** Removes only keys of 12 characters or more from an agent's answer, which is data. */
export function withoutKeys(text: string, keys: readonly string[]): string {
  // local servers accept `test` or `EMPTY` as a key
  return without(
    text,
    keys.filter((key) => key.length >= SHORTEST_PIECE),
  );
}

/** Whether a text has one of the keys, or what looks like a key; empty keys do not count. */
export function holdsKey(text: string, keys: readonly string[]): boolean {
  const known = keys.filter((key) => key !== '');
  return redactAnswer(text, known) !== text || known.includes(text.trim());
}

/** Removes keys; parts already removed are left alone, whatever the mask contains. */
function without(text: string, keys: readonly string[]): string {
  if (keys.length === 0) return text;
  return text
    .split(MASK)
    .map((part) => {
      let [clean, done] = ['', 0];
      for (const [start, end] of findKeys(part, keys)) {
        clean += part.slice(done, start) + MASK;
        done = end;
      }
      return clean + part.slice(done);
    })
    .join(MASK);
}

function withoutShapes(text: string): string {
  return text.replace(new RegExp(KEY_SHAPES, 'g'), MASK);
}

/** The shortest part of a key that is searched for; shorter ones are ordinary words. */
const SHORTEST_PIECE = 12;
/** Every part of that length has one whole block of this length. */
const BLOCK = SHORTEST_PIECE / 2;
/** Texts are searched in windows of this length, with an overlap. */
const WINDOW = 200_000;
const OVERLAP = 20_000;
/** The most forms of a text, each with one more level of escapes undone. */
const MAX_BASES = 6;

/** A text with escapes undone, and where each of its characters begins and ends. */
interface View {
  readonly text: string;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/** The place of a key in a text: its first character, and the one after its last. */
type Place = readonly [start: number, end: number];

const fromHex = (digits: string): string => String.fromCodePoint(Number.parseInt(digits, 16));

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", sol: '/', bsol: '\\', plus: '+' },
  ...{ equals: '=', colon: ':', semi: ';', comma: ',', period: '.', lowbar: '_', hyphen: '-' },
  ...{ dash: '-', num: '#', excl: '!', percnt: '%', ast: '*', commat: '@', dollar: '$', vert: '|' },
};

/** An escape, and its decoding; undefined where it stands for itself. */
type Escape = readonly [pattern: RegExp, decode: (match: readonly string[]) => string | undefined];

const LINE_END: Escape = [/=?\r?\n[\t ]*|\r/g, () => ''];
const JSON_ESCAPE: Escape = [
  /\\(?:u([0-9a-f]{4})|(.))/gis,
  ([, hex, char = '']) => (hex ? fromHex(hex) : /[rn]/.test(char) ? '\n' : char),
];
const PERCENT: Escape = [/%([0-9a-f]{2})/gi, ([, hex = '']) => fromHex(hex)];
const ENTITY: Escape = [
  /&(?:#x([0-9a-f]{1,4})|#(\d{1,5})|([a-z]+));/gi,
  ([, hex, code, name = '']) => {
    if (hex) return fromHex(hex);
    return code ? String.fromCodePoint(Number(code)) : ENTITIES[name.toLowerCase()];
  },
];
const QUOTED_PRINTABLE: Escape = [/=([0-9a-f]{2})/gi, ([, hex = '']) => fromHex(hex)];

/** Encodings that servers apply before JSON, or before JSON within JSON. */
const WITHIN_JSON = [[PERCENT], [PERCENT, PERCENT], [ENTITY], [QUOTED_PRINTABLE]] as const;

/** Finds keys, or twelve characters of one, also escaped, in base64 or cut. */
function findKeys(text: string, keys: readonly string[]): readonly Place[] {
  const wanted = keys.flatMap(writingsOf);
  if (wanted.length === 0) return [];
  const found: Place[] = [];
  for (let from = 0; from === 0 || from + OVERLAP < text.length; from += WINDOW - OVERLAP) {
    const views = viewsOf(text.slice(from, from + WINDOW));
    for (const [start, end] of views.flatMap((view) =>
      wanted.flatMap((key) => piecesIn(view, key)),
    ))
      found.push([from + start, from + end]);
  }
  const places: [number, number][] = [];
  for (const [start, end] of found.sort((a, b) => a[0] - b[0])) {
    const last = places.at(-1);
    if (last && start < last[1]) last[1] = Math.max(last[1], end);
    else places.push([start, end]);
  }
  return places;
}

/** The key, and its base64 at each of three alignments. */
function writingsOf(key: string): readonly string[] {
  const plain = key.replaceAll(/[\r\n]/g, '');
  if (plain === '') return [];
  if (plain.length < SHORTEST_PIECE) return [plain];
  const bytes = utf8ToBytes(plain);
  const shifted = [0, 1, 2].map((shift) => {
    const whole = base64([...new Array<number>(shift).fill(0), ...bytes]);
    // the first and last characters mix with neighbouring bytes
    const isEven = (shift + bytes.length) % 3 === 0;
    return whole.slice(shift === 0 ? 0 : shift + 1, isEven ? undefined : -1);
  });
  return [
    plain,
    ...shifted,
    ...shifted.map((one) => one.replaceAll('+', '-').replaceAll('/', '_')),
  ];
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function base64(bytes: readonly number[]): string {
  let [text, held, bits] = ['', 0, 0];
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 6; bits -= 6) text += ALPHABET[(held >> (bits - 6)) & 63] ?? '';
    held &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + (ALPHABET[(held << (6 - bits)) & 63] ?? '');
}

/** The text, and its forms with escapes undone. */
function viewsOf(text: string): readonly View[] {
  const starts = Uint32Array.from({ length: text.length }, (_, at) => at);
  const whole = { text, starts, ends: starts.map((at) => at + 1) };
  const bases = new Set([whole, decoded(whole, LINE_END)]);
  // JSON within JSON is JSON in an answer
  for (const base of bases) if (bases.size < MAX_BASES) bases.add(decoded(base, JSON_ESCAPE));
  const views = [...bases].flatMap((base) => [
    base,
    ...WITHIN_JSON.map((escapes) => escapes.reduce(decoded, base)),
  ]);
  return [...new Set(views)];
}

/** The view with an escape undone; the same where it has none. */
function decoded(view: View, [pattern, decode]: Escape): View {
  const { text, starts, ends } = view;
  if (text.search(pattern) < 0) return view;
  const parts: string[] = [];
  const [from, to] = [new Uint32Array(text.length), new Uint32Array(text.length)];
  let length = 0;
  const take = (part: string, at: number, until: number): void => {
    parts.push(part);
    for (let index = 0; index < part.length; index++) {
      from[length] = starts[Math.min(at + index, until - 1)] ?? 0;
      to[length++] = ends[part.length === until - at ? at + index : until - 1] ?? 0;
    }
  };
  let done = 0;
  for (const match of text.matchAll(pattern)) {
    const char = decode(match);
    if (char === undefined) continue;
    take(text.slice(done, match.index), done, match.index);
    done = match.index + match[0].length;
    // line ends within a key are not part of it
    if (!/[\r\n]/.test(char)) take(char, match.index, done);
  }
  take(text.slice(done), done, text.length);
  return { text: parts.join(''), starts: from.subarray(0, length), ends: to.subarray(0, length) };
}

function piecesIn({ text, starts, ends }: View, key: string): readonly Place[] {
  const shortest = Math.min(key.length, SHORTEST_PIECE);
  const size = key.length < SHORTEST_PIECE ? key.length : BLOCK;
  const places: Place[] = [];
  for (let block = 0; block + size <= key.length; block += size) {
    const part = key.slice(block, block + size);
    for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
      let [before, after] = [0, size];
      while (before < Math.min(block, at) && text[at - before - 1] === key[block - before - 1])
        before++;
      while (block + after < key.length && text[at + after] === key[block + after]) after++;
      if (before + after < shortest) continue;
      places.push([starts[at - before] ?? 0, ends[at + after - 1] ?? 0]);
    }
  }
  return places;
}
