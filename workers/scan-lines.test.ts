import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readOwnLines, scanLines } from './scan-lines.ts';

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
        scanLines(bytes, {
          line: (content, offset, length) => {
            expect(decoder.decode(bytes.subarray(offset, offset + length))).toBe(content);
            found.push(content);
          },
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
    scanLines(bytes, { line: (_, offset, length) => void places.push([offset, length]) });
    expect(places).toEqual([
      [0, 2],
      [3, 1],
      [5, 1],
    ]);
  });

  it('leaves a byte order mark before a line out of its text', () => {
    const found: unknown[] = [];
    scanLines(encoder.encode('\ufeffa\n\ufeffb\ufeff'), {
      line: (...line) => void found.push(line),
    });
    expect(found).toEqual([
      ['a', 0, 4, 1],
      ['b\ufeff', 5, 7, 2],
    ]);
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
          scanLines(bytes, {
            line: (content, at) => {
              expect(offset + at).toBeGreaterThanOrEqual(start);
              expect(offset + at).toBeLessThan(end);
              found.push(content);
            },
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
