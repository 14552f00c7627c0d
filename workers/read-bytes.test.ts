import { afterEach, expect, it, vi } from 'vitest';
import { readBytes } from './scan-lines.ts';

const SIZE = 1_000_003;
const bytes = Uint8Array.from({ length: SIZE }, (_, at) => (at * 7 + (at >> 8)) & 0xff);
const blob = new Blob([bytes]);

/** Comparing a million items one by one takes seconds. */
const isSame = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

afterEach(() => {
  vi.restoreAllMocks();
});

it.each([
  ['all', 0, SIZE],
  ['many', 11, 700_001],
  ['few', 500_000, 500_009],
  ['none', 5, 5],
])('reads %s', async (_, start, end) => {
  expect(isSame(await readBytes(blob, start, end), bytes.subarray(start, end))).toBe(true);
});

it('reads many into the room that there is for them, and two ranges side by side', async () => {
  const room = new Uint8Array(2 * SIZE);
  const at = vi.spyOn(Blob.prototype, 'arrayBuffer');
  const [first, second, third] = await Promise.all([
    readBytes(blob, 0, SIZE, (length) => room.subarray(1, 1 + length)),
    readBytes(blob, 1, SIZE, (length) => room.subarray(SIZE + 1, SIZE + 1 + length)),
    readBytes(blob, 2, SIZE, () => undefined),
  ]);
  expect([first.buffer, first.byteOffset]).toEqual([room.buffer, 1]);
  expect(isSame(first, bytes)).toBe(true);
  expect(isSame(second, bytes.subarray(1))).toBe(true);
  expect(isSame(third, bytes.subarray(2))).toBe(true);
  // nothing is read at once
  expect(at).not.toHaveBeenCalled();
});

it.each<[string, () => ReadableStream<Uint8Array<ArrayBuffer>>]>([
  ['takes no buffer', () => new ReadableStream()],
  [
    'breaks off',
    () => new ReadableStream({ type: 'bytes', pull: () => Promise.reject(new Error('network')) }),
  ],
  [
    'ends too early',
    () =>
      new ReadableStream({
        type: 'bytes',
        pull: (controller) => {
          controller.close();
          controller.byobRequest?.respond(0);
        },
      }),
  ],
])('reads at once where a stream %s', async (_, stream) => {
  vi.spyOn(Blob.prototype, 'stream').mockImplementation(stream);
  expect(isSame(await readBytes(blob, 3, SIZE), bytes.subarray(3))).toBe(true);
});

it('says why bytes cannot be read, whichever way they are', async () => {
  const gone = Object.assign(new Error('gone'), { name: 'NotReadableError' });
  vi.spyOn(Blob.prototype, 'stream').mockImplementation(
    () => new ReadableStream({ type: 'bytes', pull: () => Promise.reject(new Error('network')) }),
  );
  vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValue(gone);
  await expect(readBytes(blob, 0, SIZE)).rejects.toBe(gone);
  await expect(readBytes(blob, 0, 9)).rejects.toBe(gone);
});
