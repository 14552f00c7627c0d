/** `yes` and `no` are answers without a verdict; `none` is not evaluated; `error` is a failed row. */
export type VerdictKind = 'pass' | 'partial' | 'fail' | 'none' | 'yes' | 'no' | 'error';

/** One `<path>`: a paint and all shapes with it. */
export interface InkedPath<Ink extends string> {
  readonly ink: Ink;
  readonly d: string;
}

type VerdictInk = Exclude<VerdictKind, 'partial'> | 'ring' | 'half';

const DISC = 'M1.6 5a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0 -6.8 0z';
const RING = 'M1.7 5a3.3 3.3 0 1 0 6.6 0a3.3 3.3 0 1 0 -6.6 0z';

/** A square with corners of 1, centred. */
function square(edge: number): string {
  const side = edge - 2;
  return `M${6 - edge / 2} ${5 - edge / 2}h${side}a1 1 0 0 1 1 1v${side}a1 1 0 0 1-1 1h${-side}a1 1 0 0 1-1-1v${-side}a1 1 0 0 1 1-1z`;
}

const SHAPES: Readonly<Record<VerdictInk, string>> = {
  pass: DISC,
  ring: RING,
  half: 'M5 1.7a3.3 3.3 0 0 0 0 6.6z',
  fail: 'M2.2 2.2l5.6 5.6m0-5.6l-5.6 5.6',
  none: 'M3 5h4',
  yes: square(5),
  no: square(5),
  error: 'M5 1.2l4.2 7.4h-8.4z',
};

/** The mark of a verdict in a square of 10, one path per ink. */
export function drawVerdict(kind: VerdictKind): readonly InkedPath<VerdictInk>[] {
  const inks = kind === 'partial' ? (['ring', 'half'] as const) : [kind];
  return inks.map((ink) => ({ ink, d: SHAPES[ink] }));
}
