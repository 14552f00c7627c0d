import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeBarcode, drawBarcode, drawCall } from './barcode.ts';

const slot = fc.constantFrom('=', '~', '-', '+', '<', '>');
const slots = fc.array(slot, { maxLength: 60 }).map((list) => list.join(''));
const side = fc.constantFrom('list' as const, 'empty' as const, 'missing' as const);

const inks = (text: string): readonly string[] =>
  drawBarcode(text, 'list', 'list').paths.map((path) => path.ink);

describe('drawBarcode', () => {
  it('is 10 wide per slot, 2 apart', () => {
    expect(drawBarcode('=', 'list', 'list').width).toBe(10);
    expect(drawBarcode('==~', 'list', 'list').width).toBe(34);
  });

  it('gathers all ticks of a kind in one path', () => {
    const { paths } = drawBarcode('==', 'list', 'list');
    expect(paths).toHaveLength(1);
    expect(paths[0]!.d.match(/M/g)).toHaveLength(4);
  });

  it.each([
    ['=', ['equal']],
    ['~', ['changed']],
    ['-', ['missing', 'none']],
    ['+', ['extra', 'cut', 'none']],
    ['<', ['moved', 'none']],
    ['>', ['moved', 'none']],
  ])('draws %s with its inks', (text, expected) => {
    expect(inks(text)).toEqual(expected);
  });

  it('puts the halves of a move above and below', () => {
    expect(drawBarcode('<', 'list', 'list').paths[0]!.d).toBe('M3.5 0h6.5l-3.5 8h-6.5z');
    expect(drawBarcode('>', 'list', 'list').paths[0]!.d).toBe('M3.5 10h6.5l-3.5 8h-6.5z');
  });

  it('shows brackets for an empty list, a dotted line for one not recorded', () => {
    const empty = drawBarcode('', 'empty', 'empty');
    expect(empty).toMatchObject({ width: 12, paths: [{ ink: 'bracket' }] });
    const lost = drawBarcode('--', 'list', 'missing');
    expect(lost.paths.map((path) => path.ink)).toEqual(['missing', 'void']);
    expect(lost.width).toBe(32);
  });

  it('stops at the limit and says how many are left', () => {
    expect(drawBarcode('='.repeat(36), 'list', 'list')).toMatchObject({ width: 286, more: 12 });
    expect(drawBarcode('='.repeat(24), 'list', 'list').more).toBe(0);
    expect(drawBarcode('====', 'list', 'list', 3)).toMatchObject({ width: 34, more: 1 });
  });

  it('needs at most nine paths and has a width that is not negative', () => {
    fc.assert(
      fc.property(slots, side, side, (text, reference, prediction) => {
        const { width, paths, more } = drawBarcode(text, reference, prediction);
        expect(paths.length).toBeLessThanOrEqual(9);
        expect(width).toBeGreaterThanOrEqual(0);
        expect(more).toBe(Math.max(0, text.length - 24));
      }),
    );
  });
});

describe('drawCall', () => {
  it('draws an extra call as a block with a plus cut out', () => {
    expect(drawCall('extra').map((path) => path.ink)).toEqual(['extra', 'cut']);
    expect(drawCall('moved')).toEqual([{ ink: 'moved', d: 'M3.5 0h6.5l-3.5 8h-6.5z' }]);
  });
});

describe('describeBarcode', () => {
  it.each([
    ['===~-', 'list', 'list', '3 equal, 1 changed, 1 missing'],
    ['==>=-~<+', 'list', 'list', '3 equal, 1 changed, 1 missing, 1 extra, 1 moved'],
    ['-', 'list', 'missing', '1 reference call, prediction not recorded'],
    ['++', 'missing', 'list', '2 predicted calls, reference not recorded'],
    ['-', 'list', 'empty', '1 missing, prediction empty'],
    ['+', 'empty', 'list', '1 extra, reference empty'],
    ['', 'empty', 'empty', 'no calls on either side'],
    ['', 'missing', 'missing', 'neither side recorded'],
    ['', 'empty', 'missing', 'reference empty, prediction not recorded'],
  ] as const)('%s (%s, %s): %s', (text, reference, prediction, expected) => {
    expect(describeBarcode(text, reference, prediction)).toBe(expected);
  });

  it('is never empty for a pair with slots or an absent side', () => {
    fc.assert(
      fc.property(slots, side, side, (text, reference, prediction) => {
        fc.pre(text !== '' || reference !== 'list' || prediction !== 'list');
        expect(describeBarcode(text, reference, prediction)).not.toBe('');
      }),
    );
  });
});
