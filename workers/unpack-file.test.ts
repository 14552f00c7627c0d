import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { UNPACK_LIMITS } from '#core/read/containers/format.ts';
import { unpackFile } from './unpack-file.ts';

const TEXT = '{"prompt":"Grüße, 你好 🙂"}\n';
const utf16 = (text: string, mark = true): Buffer =>
  Buffer.from((mark ? '\ufeff' : '') + text, 'utf16le');

async function textOf(...parts: BlobPart[]): Promise<{ text: string; steps: unknown[] }> {
  const unpacked = await unpackFile(new Blob(parts));
  if (unpacked.kind !== 'text') throw new TypeError(JSON.stringify(unpacked));
  const steps = unpacked.notes.map((note) => ('from' in note ? note.from : note.code));
  return { text: await unpacked.blob.text(), steps };
}

describe('unpackFile', () => {
  it('leaves UTF-8 text as it is', async () => {
    const file = new Blob([TEXT]);
    const head = new TextEncoder().encode(TEXT);
    expect(await unpackFile(file)).toEqual({ kind: 'text', blob: file, head, notes: [] });
    expect(await textOf('')).toEqual({ text: '', steps: [] });
  });

  it('converts UTF-16 in both orders, with a mark or without', async () => {
    const plain = '{"prompt":"Grüße"}\n';
    for (const bytes of [
      utf16(plain),
      utf16(plain).swap16(),
      utf16(plain, false),
      utf16(plain, false).swap16(),
    ])
      expect(await textOf(new Uint8Array(bytes))).toEqual({ text: plain, steps: ['utf_16'] });
  });

  it('unpacks gzip, and what is inside it', async () => {
    expect(await textOf(gzipSync(TEXT))).toEqual({ text: TEXT, steps: ['gzip'] });
    expect(await textOf(gzipSync(gzipSync(utf16(TEXT))))).toEqual({
      text: TEXT,
      steps: ['gzip', 'gzip', 'utf_16'],
    });
  });

  it('says when an archive breaks off', async () => {
    const broken = await unpackFile(new Blob([gzipSync(TEXT.repeat(50)).subarray(0, 40)]));
    expect(broken).toMatchObject({ kind: 'unreadable', issue: { code: 'file_broken' } });
  });

  it('stops at the size and at the ratio it is given', async () => {
    const bomb = new Blob([gzipSync(Buffer.alloc(2_000_000))]);
    const tooLarge = { kind: 'unreadable', issue: { code: 'file_unpacks_too_large' } };
    expect(await unpackFile(bomb, { bytes: 1_000_000, ratio: 5000, freeBytes: 0 })).toMatchObject(
      tooLarge,
    );
    expect(await unpackFile(bomb, { bytes: 9_000_000, ratio: 10, freeBytes: 1000 })).toMatchObject(
      tooLarge,
    );
    expect(await unpackFile(bomb, UNPACK_LIMITS)).toMatchObject({ kind: 'text' });
  });
});
