import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  NO_ROWS,
  type ScoredColumns,
  type ScoreValues,
} from '#core/score/columns/scored-columns.ts';
import { packColumns, unpackColumns } from '#core/score/columns/pack-columns.ts';
import { StoredChunk } from './read-records.ts';

const scoresOf = (values: readonly number[], outcomes: readonly number[]): ScoreValues => ({
  id: 'm',
  metricId: 'm',
  values: Float64Array.from(values),
  outcomes: Uint8Array.from(outcomes),
});

function columnsOf(scores: readonly ScoreValues[], keys?: readonly number[]): ScoredColumns {
  const rowCount = scores[0]?.values.length ?? 0;
  const numbers = (): Float64Array => new Float64Array(rowCount);
  const labels = { names: [], starts: new Uint32Array(rowCount + 1), ids: new Uint32Array() };
  return {
    ...NO_ROWS,
    rowCount,
    offsets: numbers(),
    lengths: new Uint32Array(rowCount),
    lines: new Uint32Array(rowCount),
    idKeys: numbers(),
    contentKeys: keys ? Float64Array.from(keys) : numbers().fill(Number.NaN),
    scores,
    tools: labels,
    signatures: labels,
  };
}

describe('packColumns', () => {
  it('says few different scores in a byte a row, and leaves out keys that no row has', () => {
    const packed = packColumns(columnsOf([scoresOf([1, 0.5, Number.NaN, 1], [0, 0, 3, 0])]));
    expect(packed.contentKeys).toBeUndefined();
    expect(packed.scores).toEqual([
      {
        id: 'm',
        metricId: 'm',
        levels: Float64Array.of(1, 0.5, Number.NaN),
        levelOutcomes: Uint8Array.of(0, 0, 3),
        codes: Uint8Array.of(0, 1, 2, 0),
      },
    ]);
  });

  it('leaves many different scores, and keys that some row has, as they are', () => {
    const many = scoresOf(
      Array.from({ length: 257 }, (_, row) => row / 257),
      Array.from({ length: 257 }, () => 0),
    );
    const keys = Array.from({ length: 257 }, (_, row) => (row === 9 ? 12 : Number.NaN));
    const columns = columnsOf([many], keys);
    expect(packColumns(columns)).toEqual(columns);
  });

  it('gives back every column bit by bit, and what a stored chunk may hold', () => {
    const score = fc.oneof(
      fc.constantFrom(0, 1, -0, -1, -2, 0.5, Number.NaN, Infinity),
      fc.double(),
    );
    const row = fc.tuple(score, fc.nat({ max: 7 }), fc.constantFrom(Number.NaN, 5));
    fc.assert(
      fc.property(fc.array(row, { maxLength: 400 }), (rows) => {
        const scores = scoresOf(
          rows.map(([value]) => value),
          rows.map(([, outcome]) => outcome),
        );
        const columns = columnsOf(
          [scores, { ...scores, texts: rows.map(() => 'x'), agreement: scores.values }],
          rows.map(([, , key]) => key),
        );
        const packed = packColumns(columns);
        expect(v.is(StoredChunk, { runId: 'r', index: 0, columns: packed })).toBe(true);
        expect(unpackColumns(packed)).toEqual(columns);
      }),
    );
  });
});

describe('many columns', () => {
  const columns = {
    ...columnsOf([scoresOf([1], [0])]),
    columns: Array.from({ length: 2000 }, (_, i) => ({ name: `key ${i}`, filled: i % 2 })),
  };
  const chunkOf = (stored: unknown): unknown => ({ runId: 'r', index: 0, columns: stored });

  it('are stored without an object for each, and are the same when they are read', () => {
    const packed = structuredClone(packColumns(columns));
    expect(packed.columns).toMatchObject({ names: { length: 2000 } });
    expect(v.is(StoredChunk, chunkOf(packed))).toBe(true);
    expect(unpackColumns(packed)).toEqual(columns);
  });

  it('are not read without a count for each name', () => {
    const packed = packColumns(columns);
    const cut = { names: ['a', 'b'], filled: Uint32Array.of(1) };
    expect(v.is(StoredChunk, chunkOf({ ...packed, columns: cut }))).toBe(false);
  });
});

it('unpackColumns reads what older versions have stored', () => {
  const columns = columnsOf([scoresOf([1, 0], [0, 0])]);
  expect(unpackColumns(columns)).toEqual(columns);
});

it.each([
  ['a code without a level', { codes: Uint8Array.of(0, 2) }],
  ['a row without a code', { codes: Uint8Array.of(0) }],
  ['a level without an outcome', { levelOutcomes: Uint8Array.of(0) }],
  ['an unknown outcome', { levelOutcomes: Uint8Array.of(0, 99) }],
  ['levels that are no numbers', { levels: ['1', '0'] }],
])('a stored chunk is not read with %s', (_, part) => {
  const packed = packColumns(columnsOf([scoresOf([1, 0], [0, 0])]));
  const chunkOf = (scores: unknown): unknown => ({
    runId: 'r',
    index: 0,
    columns: { ...packed, scores },
  });
  expect(v.is(StoredChunk, chunkOf(packed.scores))).toBe(true);
  expect(v.is(StoredChunk, chunkOf([{ ...packed.scores[0], ...part }]))).toBe(false);
});
