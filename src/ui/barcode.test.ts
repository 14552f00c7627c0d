import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeBarcode, drawBarcode, drawCall } from './barcode.ts';

const slot = fc.constantFrom('=', '~', '-', '+', '<', '>');
const slots = fc.array(slot, { maxLength: 60 }).map((list) => list.join(''));
const side = fc.constantFrom('list' as const, 'empty' as const, 'missing' as const);

const inks = (paths: readonly { readonly ink: string }[]) => paths.map(({ ink }) => ink).join(' ');

describe('drawBarcode', () => {
  it.each([
    ['=', 'list', 'list', 10, 0, 'equal'],
    ['~', 'list', 'list', 10, 0, 'changed'],
    ['-', 'list', 'list', 10, 0, 'missing none'],
    ['+', 'list', 'list', 10, 0, 'extra cut none'],
    ['<', 'list', 'list', 10, 0, 'moved none'],
    ['>', 'list', 'list', 10, 0, 'moved none'],
    ['==~', 'list', 'list', 34, 0, 'equal changed'],
    // brackets for an empty list, a dotted line for one not recorded
    ['', 'empty', 'empty', 12, 0, 'bracket'],
    ['--', 'list', 'missing', 32, 0, 'missing void'],
    ['='.repeat(24), 'list', 'list', 286, 0, 'equal'],
    ['='.repeat(36), 'list', 'list', 286, 12, 'equal'],
  ] as const)(
    'draws %s (%s, %s) %i wide, %i left out',
    (text, reference, made, width, more, all) => {
      const { paths, ...drawn } = drawBarcode(text, reference, made);
      expect(drawn).toMatchObject({ width, more });
      expect(inks(paths)).toBe(all);
    },
  );

  it('gathers ticks of a kind in one path, up to a limit, the halves of a move above and below', () => {
    const [both] = drawBarcode('==', 'list', 'list').paths;
    expect(both!.d.match(/M/g)).toHaveLength(4);
    expect(drawBarcode('====', 'list', 'list', 3)).toMatchObject({ width: 34, more: 1 });
    expect(drawBarcode('<', 'list', 'list').paths[0]!.d).toBe('M3.5 0h6.5l-3.5 8h-6.5z');
    expect(drawBarcode('>', 'list', 'list').paths[0]!.d).toBe('M3.5 10h6.5l-3.5 8h-6.5z');
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

it('an extra call is a block with a plus cut out', () => {
  expect(inks(drawCall('extra'))).toBe('extra cut');
  expect(drawCall('moved')).toEqual([{ ink: 'moved', d: 'M3.5 0h6.5l-3.5 8h-6.5z' }]);
});

describe('describeBarcode', () => {
  it.each([
    ['===~-', 'list', 'list', '3 equal, 1 changed, 1 missing'],
    ['==>=-~<+', 'list', 'list', '3 equal, 1 changed, 1 missing, 1 extra, 1 moved'],
    ['-', 'list', 'missing', '1 expected, calls not recorded'],
    ['++', 'missing', 'list', '2 called, no expected calls'],
    ['-', 'list', 'empty', '1 missing, no call'],
    ['+', 'empty', 'list', '1 extra, no call expected'],
    ['', 'empty', 'empty', 'no calls on either side'],
    ['', 'missing', 'missing', 'neither side recorded'],
    ['', 'empty', 'missing', 'no call expected, calls not recorded'],
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
