import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lawRuns } from '../tests/support/law-runs.ts';
import { TextPlaces } from './text-places.ts';

it('finds parts of any bytes as they are decoded', () => {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const piece = fc.oneof(
    fc
      .constantFrom('{', '}', ' ', 'é', '日', '😀', '\ufeff', '\ufffd')
      .map((text) => [...encoder.encode(text)]),
    fc.constantFrom([0xf0, 0x9f, 0x98], [0xe0, 0x80], [0xc0], [0xed, 0xa0], [0xf4, 0x90], [0xff]),
    fc.uint8Array({ maxLength: 4 }).map((bytes) => [...bytes]),
  );
  fc.assert(
    fc.property(fc.array(piece), fc.boolean(), (pieces, isMarked) => {
      const own = Uint8Array.from(pieces.flat());
      const text = decoder.decode(own);
      const mark = isMarked ? [0xef, 0xbb, 0xbf] : [];
      const bytes = Uint8Array.from([...mark, ...own]);
      // parts that begin and end with ASCII, as rows do
      const cuts = [...text.matchAll(/[{}]/g)].map(({ index }) => index);
      const places = new TextPlaces(bytes, 100, mark.length);
      for (let at = 0; at + 1 < cuts.length; at += 2) {
        const span = { from: cuts[at]!, to: cuts[at + 1]! + 1 };
        const { offset, length } = places.placeOf(span);
        const part = bytes.subarray(offset - 100, offset - 100 + length);
        expect(decoder.decode(part)).toBe(text.slice(span.from, span.to));
      }
    }),
    { numRuns: lawRuns(2000) },
  );
});
