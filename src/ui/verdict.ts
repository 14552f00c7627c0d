/** `yes` and `no` are answers without a verdict; `none` is not evaluated; `error` is a failed row. */
export type VerdictKind = 'pass' | 'partial' | 'fail' | 'none' | 'yes' | 'no' | 'error';

/** One `<path>`: a way to paint and all shapes painted so. */
export interface InkedPath<Ink extends string> {
  readonly ink: Ink;
  readonly d: string;
}

export type VerdictInk = 'pass' | 'ring' | 'half' | 'fail' | 'none' | 'yes' | 'no' | 'error';

/** A glyph is 10 × 10, the next one begins 12 further. */
export const GLYPH = 10;
export const PITCH = 12;

const round = (n: number): number => Math.round(n * 10) / 10;

const disc = (x: number, r: number): string =>
  `M${round(x + 5 - r)} 5a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

/** A square with corners of 1, centred in the glyph. */
function square(x: number, edge: number): string {
  const side = round(edge - 2);
  return `M${round(x + 6 - edge / 2)} ${round(5 - edge / 2)}h${side}a1 1 0 0 1 1 1v${side}a1 1 0 0 1-1 1h${-side}a1 1 0 0 1-1-1v${-side}a1 1 0 0 1 1-1z`;
}

function shapes(kind: VerdictKind, x: number): Partial<Record<VerdictInk, string>> {
  switch (kind) {
    case 'pass':
      return { pass: disc(x, 3.4) };
    case 'partial':
      return { ring: disc(x, 3.3), half: `M${x + 5} 1.7a3.3 3.3 0 0 0 0 6.6z` };
    case 'fail':
      return { fail: `M${round(x + 2.2)} 2.2l5.6 5.6m0-5.6l-5.6 5.6` };
    case 'none':
      return { none: `M${x + 3} 5h4` };
    case 'yes':
      return { yes: square(x, 5.2) };
    case 'no':
      return { no: square(x, 4.8) };
    case 'error':
      return { error: `M${x + 5} 1.2l4.2 7.4h-8.4z` };
  }
}

/** The glyphs of a row of verdicts, one path per ink. */
export function drawVerdicts(kinds: readonly VerdictKind[]): readonly InkedPath<VerdictInk>[] {
  const byInk = new Map<VerdictInk, string>();
  kinds.forEach((kind, index) => {
    for (const [ink, d] of Object.entries(shapes(kind, index * PITCH))) {
      byInk.set(ink as VerdictInk, (byInk.get(ink as VerdictInk) ?? '') + d);
    }
  });
  return [...byInk].map(([ink, d]) => ({ ink, d }));
}
