/**
 * Fonts of our own whose letters have known widths, so that a layout is the same on every machine.
 * Each letter is a bar; a font is a TrueType file of a few tables.
 * @see https://learn.microsoft.com/typography/opentype/spec/otff
 */

export interface Widths {
  /** Advance in em of a character. */
  readonly of: (character: string) => number;
}

/** Widths by kind of character: i, f, n, N, m. */
function byKind(hair: number, slim: number, plain: number, broad: number, full: number): Widths {
  const kinds: readonly (readonly [RegExp, number])[] = [
    [/[ijl'|!.,·’]/, hair],
    [/[frt \-()[\]{}/\\:;"“”*I]/, slim],
    [/[mwMW@%—…→⌘]/, full],
    [/[A-Z_=+<>~&#Δ±≥≤]/, broad],
  ];
  return { of: (character) => kinds.find(([kind]) => kind.test(character))?.[1] ?? plain };
}

/** Wide as Verdana and DejaVu Sans, with their bold and their mono; narrow as Arial Narrow. */
export const TEST_FONTS = {
  wide: {
    sans: byKind(0.32, 0.43, 0.63, 0.73, 0.98),
    bold: byKind(0.38, 0.5, 0.7, 0.79, 1.08),
    mono: { of: () => 0.61 },
  },
  narrow: {
    sans: byKind(0.19, 0.25, 0.45, 0.54, 0.7),
    bold: byKind(0.22, 0.28, 0.48, 0.57, 0.74),
    mono: { of: () => 0.5 },
  },
} as const satisfies Record<string, Record<'sans' | 'bold' | 'mono', Widths>>;

const UNITS = 1000;
const ASCENT = 930;
const DESCENT = 240;
/** First and last characters of what the page writes; others come from the machine's fonts. */
const BLOCKS = [
  [0x20, 0x24f],
  [0x370, 0x3ff],
  [0x2010, 0x2044],
  [0x2190, 0x22ff],
  [0x2318, 0x2318],
] as const;

const u16 = (...values: readonly number[]): number[] =>
  values.flatMap((value) => [(value >> 8) & 0xff, value & 0xff]);
const u32 = (...values: readonly number[]): number[] =>
  values.flatMap((value) => u16(value >>> 16, value & 0xffff));
const ascii = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0));
const padded = (bytes: readonly number[]): number[] => [
  ...bytes,
  ...Array.from({ length: -bytes.length & 3 }, () => 0),
];

/** A bar as wide as its advance allows: one contour of four points, no instructions. */
function bar(advance: number): number[] {
  const [left, right, top] = [60, Math.max(61, advance - 60), 500];
  const box = u16(1, left, 0, right, top, 3, 0);
  const dx = u16(left, 0, right - left, 0);
  const dy = u16(0, top, 0, -top);
  return padded([...box, 1, 1, 1, 1, ...dx, ...dy]);
}

/** The bytes of a font whose characters are so wide. */
export function makeFont(widths: Widths): Uint8Array {
  const codes = BLOCKS.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, at) => first + at),
  );
  const advances = [0x6e, ...codes].map((code) =>
    Math.round(UNITS * widths.of(String.fromCodePoint(code))),
  );
  const glyphs = advances.map(bar);
  const size = glyphs[0]?.length ?? 0;
  let next = 1;
  const groups = BLOCKS.flatMap(([first, last]) => {
    const group = u32(first, last, next);
    next += last - first + 1;
    return group;
  });
  const name = 'Test';
  const widest = Math.max(...advances);

  // in the order of their tags, as the directory has to be
  const tables: Readonly<Record<string, readonly number[]>> = {
    'OS/2': [
      ...u16(4, UNITS / 2, 400, 5, 0, 650, 600, 0, 75, 650, 600, 0, 350, 50, 250, 0),
      ...Array.from({ length: 10 }, () => 0),
      ...u32(0, 0, 0, 0),
      ...ascii('TEST'),
      ...u16(0x40, 0x20, 0xffff, ASCENT, -DESCENT, 0, ASCENT, DESCENT),
      ...u32(1, 0),
      ...u16(500, 700, 0, 0x20, 1),
    ],
    cmap: [
      ...u16(0, 1, 3, 10),
      ...u32(12),
      ...u16(12, 0),
      ...u32(16 + groups.length, 0, BLOCKS.length),
      ...groups,
    ],
    glyf: glyphs.flat(),
    head: [
      ...u32(0x10000, 0x10000, 0, 0x5f0f3cf5),
      ...u16(3, UNITS),
      ...u32(0, 0, 0, 0),
      ...u16(0, 0, widest, ASCENT, 0, 8, 2, 1, 0),
    ],
    hhea: [
      ...u32(0x10000),
      ...u16(ASCENT, -DESCENT, 0, widest, 0, 0, widest, 1, 0, 0, 0, 0, 0, 0, 0, advances.length),
    ],
    hmtx: advances.flatMap((advance) => u16(advance, 60)),
    loca: [...glyphs, []].flatMap((_, at) => u32(at * size)),
    maxp: [...u32(0x10000), ...u16(advances.length, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)],
    name: [
      ...u16(0, 2, 30),
      ...[1, 4].flatMap((id) => u16(3, 1, 0x409, id, name.length * 2, 0)),
      ...u16(...ascii(name)),
    ],
    post: [...u32(0x30000, 0), ...u16(-75, 50), ...u32(0, 0, 0, 0, 0)],
  };

  const entries = Object.entries(tables);
  let at = 12 + 16 * entries.length;
  const directory = entries.flatMap(([tag, bytes]) => {
    const entry = [...ascii(tag), ...u32(checksum(bytes), at, bytes.length)];
    at += padded(bytes).length;
    return entry;
  });
  const power = Math.floor(Math.log2(entries.length));
  const range = 16 * 2 ** power;
  return Uint8Array.from([
    ...u32(0x10000),
    ...u16(entries.length, range, power, 16 * entries.length - range),
    ...directory,
    ...entries.flatMap(([, bytes]) => padded(bytes)),
  ]);
}

function checksum(bytes: readonly number[]): number {
  const all = padded(bytes);
  let sum = 0;
  for (let at = 0; at < all.length; at += 4) {
    const [a = 0, b = 0, c = 0, d = 0] = all.slice(at, at + 4);
    sum = (sum + ((a << 24) | (b << 16) | (c << 8) | d)) >>> 0;
  }
  return sum;
}
