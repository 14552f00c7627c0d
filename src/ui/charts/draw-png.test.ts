import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wrap } from './draw-png.ts';

describe('wrap', () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { maxLength: 20 });

  it('keeps every word in its order, and lines within the width where words allow it', () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 40 }), (list, width) => {
        const lines = wrap(list.join(' '), width, (text) => text.length);
        expect(lines.join(' ')).toBe(list.join(' '));
        for (const line of lines) expect(line.length <= width || !line.includes(' ')).toBe(true);
        for (const [place, line] of lines.entries()) {
          const [next] = lines[place + 1]?.split(' ') ?? [];
          if (next !== undefined) expect(`${line} ${next}`.length).toBeGreaterThan(width);
        }
      }),
    );
  });
});
