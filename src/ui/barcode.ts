import type { InkedPath } from './verdict.ts';
import { barcode as words, callMarks } from './texts.ts';

export type CallKind = 'equal' | 'moved' | 'changed' | 'missing' | 'extra';

/** `called`: where nothing was expected; then what else a step may be. */
export type MarkKind = CallKind | 'called' | 'user' | 'message' | 'error';

/** `missing`: never recorded; `empty`: recorded, without a call. */
export type Side = 'list' | 'empty' | 'missing';

export type CallInk = CallKind | 'called' | 'said' | 'error' | 'cut' | 'none' | 'bracket' | 'void';

export interface Barcode {
  readonly width: number;
  readonly paths: readonly InkedPath<CallInk>[];
  /** Slots that are not drawn. */
  readonly more: number;
}

export const TICK = { width: 10, height: 8, pitch: 12 } as const;
/** Two rows of ticks, 2 apart. */
export const BARCODE_HEIGHT = 18;

const LOWER = 10;
const MIDDLE = 5;
const BRACKETS_WIDTH = 12;
const VOID_WIDTH = 32;

/** Painting order: a cut lies on its block. */
const INKS = [
  'equal',
  'moved',
  'changed',
  'extra',
  'called',
  'said',
  'error',
  'cut',
  'missing',
  'none',
  'bracket',
  'void',
] as const satisfies readonly CallInk[];

const block = (x: number, y: number): string =>
  `M${x + 1} ${y}h8a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-8a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1z`;
const outline = (x: number, y: number): string =>
  `M${x + 1.75} ${y + 0.75}h6.5a1 1 0 0 1 1 1v4.5a1 1 0 0 1-1 1h-6.5a1 1 0 0 1-1-1v-4.5a1 1 0 0 1 1-1z`;
const slant = (x: number, y: number): string => `M${x + 3.5} ${y}h6.5l-3.5 8h-6.5z`;
const plus = (x: number, y: number): string => `M${x + 5} ${y + 1.5}v5M${x + 2.5} ${y + 4}h5`;
const dot = (x: number, y: number): string => `M${x + 4} ${y + 3}h2v2h-2z`;
const notchedBelow = (x: number, y: number): string => `M${x} ${y}h10v8h-2.5l-2.5-3-2.5 3h-2.5z`;
const notchedAbove = (x: number, y: number): string =>
  `M${x} ${y + 8}h10v-8h-2.5l-2.5 3-2.5-3h-2.5z`;
const brackets = (y: number): string => `M3.5 ${y + 0.6}h-2.9v6.8h2.9M8.5 ${y + 0.6}h2.9v6.8h-2.9`;

type Shapes = Partial<Record<CallInk, string>>;

/** The mark of one kind of call or step, 10 × 8: of a call the half that shows it best. */
export function drawCall(kind: MarkKind): readonly InkedPath<CallInk>[] {
  const shapes: Readonly<Record<MarkKind, Shapes>> = {
    called: { called: block(0, 0) },
    equal: { equal: block(0, 0) },
    moved: { moved: slant(0, 0) },
    changed: { changed: notchedBelow(0, 0) },
    missing: { missing: outline(0, 0) },
    extra: { extra: block(0, 0), cut: plus(0, 0) },
    user: { said: 'M2 4a3 3 0 1 1 6 0a3 3 0 1 1-6 0z' },
    message: { said: 'M1 1.5h8M1 4h8M1 6.5h5' },
    error: { error: 'M5 0 9.4 8H.6z' },
  };
  return collect([shapes[kind]]);
}

function drawSlot(slot: string, x: number, hasUpper: boolean, hasLower: boolean): Shapes {
  switch (slot) {
    case '=':
      return { equal: block(x, 0) + block(x, LOWER) };
    case '~':
      return { changed: notchedBelow(x, 0) + notchedAbove(x, LOWER) };
    case '-':
      return { missing: outline(x, 0), none: hasLower ? dot(x, LOWER) : '' };
    case '+':
      return {
        extra: block(x, LOWER),
        cut: plus(x, LOWER),
        none: hasUpper ? dot(x, 0) : '',
      };
    case '<':
      return { moved: slant(x, 0), none: dot(x, LOWER) };
    case '>':
      return { moved: slant(x, LOWER), none: dot(x, 0) };
    default:
      return {};
  }
}

function drawAbsent(side: Side, y: number): Shapes {
  if (side === 'empty') return { bracket: brackets(y) };
  return side === 'missing' ? { void: `M0 ${y + 4}h${VOID_WIDTH}` } : {};
}

function collect(parts: readonly Shapes[]): readonly InkedPath<CallInk>[] {
  return INKS.map((ink) => ({ ink, d: parts.map((part) => part[ink] ?? '').join('') })).filter(
    (path) => path.d !== '',
  );
}

/**
 * A row as two lines of ticks, reference above prediction, one column per alignment slot.
 * One character per slot: `=` equal, `~` changed, `-` missing, `+` extra, `<` moved away from here
 * (reference half), `>` moved to here (prediction half). Lengths in px.
 */
export function drawBarcode(slots: string, reference: Side, prediction: Side, max = 24): Barcode {
  const shown = slots.slice(0, max);
  // nothing was expected: calls are just that
  const isObserved = reference === 'missing' && prediction !== 'missing';
  const parts: readonly Shapes[] = Array.from(shown, (slot, index) => {
    const x = index * TICK.pitch;
    if (isObserved) return { called: block(x, MIDDLE) };
    return drawSlot(slot, x, reference === 'list', prediction === 'list');
  });
  const absent = isObserved
    ? [drawAbsent(prediction, MIDDLE)]
    : [drawAbsent(reference, 0), drawAbsent(prediction, LOWER)];
  const width = Math.max(
    shown.length * TICK.pitch - (TICK.pitch - TICK.width),
    reference === 'empty' || prediction === 'empty' ? BRACKETS_WIDTH : 0,
    !isObserved && (reference === 'missing' || prediction === 'missing') ? VOID_WIDTH : 0,
    0,
  );
  return { width, paths: collect([...parts, ...absent]), more: slots.length - shown.length };
}

/** The barcode in words: "3 equal, 1 changed, 1 moved". A move counts once, not per half. */
export function describeBarcode(slots: string, reference: Side, prediction: Side): string {
  const count = (slot: string): number => slots.split(slot).length - 1;
  if (reference === 'missing' && prediction === 'missing') return words.nothingRecorded;
  if (reference === 'empty' && prediction === 'empty') return words.noCalls;
  if (prediction === 'missing' && reference === 'list') {
    return `${words.referenceCalls(slots.length)}, ${words.predictionMissing}`;
  }
  if (reference === 'missing' && prediction === 'list') {
    return `${words.predictedCalls(slots.length)}, ${words.referenceMissing}`;
  }
  const counts: readonly (readonly [number, string])[] = [
    [count('='), callMarks.equal],
    [count('~'), callMarks.changed],
    [count('-'), callMarks.missing],
    [count('+'), callMarks.extra],
    [Math.max(count('<'), count('>')), callMarks.moved],
  ];
  const sides: readonly (string | false)[] = [
    reference === 'empty' && words.referenceEmpty,
    reference === 'missing' && words.referenceMissing,
    prediction === 'empty' && words.predictionEmpty,
    prediction === 'missing' && words.predictionMissing,
  ];
  return [
    ...counts.filter(([n]) => n > 0).map(([n, word]) => `${n} ${word}`),
    ...sides.filter((side) => side !== false),
  ].join(', ');
}
