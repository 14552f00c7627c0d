import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasLongDigits, readOwnLines, scanLines } from './scan-lines.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

const line = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', '1', ' ', '\r', 'ü', '你', '🎹'), maxLength: 30 }),
  fc.constant('long'.repeat(60_000)),
);
const text = fc
  .tuple(fc.array(line, { maxLength: 12 }), fc.boolean())
  .map(([lines, ends]) => lines.join('\n') + (ends ? '\n' : ''));

describe('scanLines', () => {
  it('gives every line with its bytes, in order', () => {
    fc.assert(
      fc.property(text, (source) => {
        const bytes = encoder.encode(source);
        const found: string[] = [];
        scanLines(bytes, ({ offset, length, text: content }) => {
          expect(decoder.decode(bytes.subarray(offset, offset + length))).toBe(content);
          found.push(content);
        });
        const lines = source.split('\n');
        if (lines.at(-1) === '') lines.pop();
        expect(found).toEqual(lines);
      }),
    );
  });

  it('counts bytes that are no UTF-8 as they stand', () => {
    const bytes = Uint8Array.of(97, 0xff, 10, 0xc3, 10, 98);
    const places: [number, number][] = [];
    scanLines(bytes, ({ offset, length }) => places.push([offset, length]));
    expect(places).toEqual([
      [0, 2],
      [3, 1],
      [5, 1],
    ]);
  });

  it('marks pieces with long runs of digits', () => {
    const marks: boolean[] = [];
    scanLines(encoder.encode(`{"id":9007199254740993}\n`), (found) =>
      marks.push(found.mayHaveLongDigits),
    );
    scanLines(encoder.encode(`{"id":900719925474099}\n`), (found) =>
      marks.push(found.mayHaveLongDigits),
    );
    expect(marks).toEqual([true, false]);
  });
});

describe('hasLongDigits', () => {
  it('finds what the pattern finds', () => {
    const mixed = fc.array(
      fc.oneof(fc.stringMatching(/^\d{1,20}$/), fc.constantFrom('a', 'ab', '-', '.', ' 1 ')),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(mixed, (parts) => {
        const source = parts.join('');
        expect(hasLongDigits(encoder.encode(source))).toBe(/\d{16}/.test(source));
      }),
      { numRuns: 500 },
    );
  });
});

describe('readOwnLines', () => {
  it('gives each line to one range, whole, wherever the ranges meet', async () => {
    await fc.assert(
      fc.asyncProperty(text, fc.array(fc.nat(), { maxLength: 5 }), async (source, places) => {
        const blob = new Blob([source]);
        const cuts = [0, ...places.map((at) => at % (blob.size + 1)), blob.size];
        const bounds = [...new Set(cuts)].sort((a, b) => a - b);
        const found: string[] = [];
        for (const [index, start] of bounds.entries()) {
          const end = bounds[index + 1];
          if (end === undefined) break;
          const { bytes, offset } = await readOwnLines(blob, start, end);
          scanLines(bytes, (own) => {
            expect(offset + own.offset).toBeGreaterThanOrEqual(start);
            expect(offset + own.offset).toBeLessThan(end);
            found.push(own.text);
          });
        }
        const lines = source.split('\n');
        if (lines.at(-1) === '') lines.pop();
        expect(found).toEqual(lines);
      }),
    );
  });

  it('reads a line much longer than its range', async () => {
    const long = 'x'.repeat(9_000_000);
    const blob = new Blob([`${long}\nnext\n`]);
    const { bytes } = await readOwnLines(blob, 0, 1000);
    expect(bytes.length).toBe(long.length);
    const rest = await readOwnLines(blob, 1000, blob.size);
    expect(decoder.decode(rest.bytes)).toBe('next\n');
  });

  it('passes over a line beyond the limit, and says where it is', async () => {
    const blob = new Blob([`one\n${'x'.repeat(9_000_000)}\nnext\n`]);
    const { bytes, tooLong } = await readOwnLines(blob, 0, 1000, 8_000_000);
    expect(decoder.decode(bytes)).toBe('one\n');
    expect(tooLong).toEqual({ offset: 4, length: 9_000_000 });
    const rest = await readOwnLines(blob, 1000, blob.size, 8_000_000);
    expect(decoder.decode(rest.bytes)).toBe('next\n');
  });
});
