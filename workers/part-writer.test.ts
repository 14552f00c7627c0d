import { beforeEach, describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { assignRoles } from '#core/read/dataset/columns.ts';
import { hashBytes } from '#core/base/json/equal-json.ts';
import { DEFAULT_SETTINGS } from '#core/score/metrics/registry.ts';
import { lawRuns } from '../tests/support/law-runs.ts';
import { PartWriter, GarbageGuard, TextPlaces } from './part-writer.ts';
import type { ScoreJob } from './score-job.ts';

const RECORD = { id: 'é', predicted_trajectory: ['a'], reference_trajectory: ['a'] };

function job(change: Partial<ScoreJob> = {}): ScoreJob {
  return {
    ...{ blob: new Blob(), head: { text: '', isWhole: true, name: '' }, formatId: 'csv' },
    ...{ roles: assignRoles(Object.keys(RECORD)), settings: DEFAULT_SETTINGS, notes: [] },
    ...change,
  };
}

let parts: PartWriter;

beforeEach(() => {
  parts = new PartWriter(job());
});

const skip = (line: number, text = 'bad'): void => parts.skip({ code: 'row_not_csv', line }, text);

describe('a part', () => {
  it('has its rows as lines, and where each of them stands', async () => {
    parts.row(RECORD, 5);
    parts.row({ ...RECORD, id: 'b' }, 7);
    const { columns, rows } = parts.finish(9);
    const text = new TextEncoder().encode(await rows!.text());
    const lines = Array.from(columns.offsets, (from, row) =>
      new TextDecoder().decode(text.subarray(from, from + columns.lengths[row]!)),
    );
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
      RECORD,
      { ...RECORD, id: 'b' },
    ]);
    expect([...columns.lines]).toEqual([5, 7]);
    expect(columns.scores[0]!.values[0]).toBe(1);
  });

  it('has the bytes read for it, their hash, and what was skipped', async () => {
    const pieces = ['some', ' bytes'].map((text) => new TextEncoder().encode(text));
    for (const piece of pieces) parts.count(piece);
    skip(2);
    parts.note({ code: 'reading_remembered' });
    const part = parts.finish(3);
    const hash = hashBytes(pieces[1]!, hashBytes(pieces[0]!));
    expect(part).toMatchObject({ lineCount: 3, bytesRead: 10, hash });
    expect(await part.skipped!.text()).toBe('bad\n');
    expect(part.columns.issues.counts).toEqual({ row_not_csv: 1, reading_remembered: 1 });
    expect(part.columns.skippedCount).toBe(1);
  });

  it('is followed by one that begins anew', async () => {
    parts.row(RECORD, 1);
    parts.count(new Uint8Array(3));
    skip(2);
    parts.finish();
    expect(parts.rowCount).toBe(0);
    parts.row(RECORD, 3);
    const { columns, bytesRead, hash, skipped, rows } = parts.finish();
    expect({ bytesRead, hash, skipped }).toEqual({ bytesRead: 0, hash: 0, skipped: null });
    expect([...columns.offsets]).toEqual([0]);
    expect((await rows!.text()).split('\n')).toHaveLength(2);
  });

  it('has the rows for custom metrics only where those want them', async () => {
    parts.row(RECORD, 1);
    expect(parts.finish().instances).toBeUndefined();
    const wanted = new PartWriter(job({ hasCustom: true }));
    wanted.row(RECORD, 1);
    const { instances } = wanted.finish();
    expect(instances?.batches).toEqual([{ rowCount: 1, bytes: instances!.json.size }]);
    wanted.row({ ...RECORD, id: 'next' }, 2);
    expect(await wanted.finish().instances?.json.text()).toContain('"next"');
  });
});

describe('reading on', () => {
  it('makes no sense after a failure of the file', () => {
    expect(parts.failure).toBeUndefined();
    parts.fail({ code: 'file_empty' });
    expect(parts.failure).toEqual({ code: 'file_empty' });
  });

  it('makes no sense after noise, unless there are rows among it', () => {
    for (let line = 1; line < 20_000; line++) skip(line);
    parts.row(RECORD, 20_000);
    for (let line = 1; line < 20_000; line++) skip(line);
    expect(parts.failure).toBeUndefined();
    skip(40_000);
    expect(parts.failure).toEqual({ code: 'records_broken', line: 40_000, count: 20_000 });
  });
});

function countTo(bytes: number, rowsEvery = Infinity): number | undefined {
  const noise = new GarbageGuard();
  for (let line = 1; line <= 50_000 && !noise.failure; line++) {
    if (line % rowsEvery === 0) noise.row();
    else noise.broken(bytes, line);
  }
  return noise.failure?.code === 'records_broken' ? noise.failure.line : undefined;
}

it('gives up after many broken records, after fewer that are long, and not while rows come', () => {
  expect(countTo(100)).toBe(20_000);
  expect(countTo(4000)).toBe(2000);
  expect(countTo(1_000_000)).toBe(1000);
  expect(countTo(100, 15_000)).toBeUndefined();
});

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
