import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  exampleColumns,
  exampleDraft,
  exampleRun,
  exampleSource,
  finishedRun,
} from '../../../tests/fixtures/storage/example-records.ts';
import { PAIR_WAYS } from '#core/read/choices/reading-shape.ts';
import { RunRecord, SourceRecord } from '#engine/run-file/run-records.ts';
import { areChunksWhole, Chunk } from './read-records.ts';
import { DraftRecord } from './schema.ts';

const chunk = { runId: 'a', index: 0, columns: exampleColumns(0) };
const [score] = chunk.columns.scores;

describe('guards', () => {
  it('accept what the page writes', () => {
    expect(v.is(RunRecord, exampleRun('a'))).toBe(true);
    expect(v.is(RunRecord, finishedRun('a'))).toBe(true);
    const counts = { paired: 2, alonePredictions: 0, aloneReferences: 0, repeated: 0 };
    for (const by of PAIR_WAYS) {
      const reading = { joined: { by, ...counts, added: 'expected.jsonl' } };
      expect(v.is(RunRecord, { ...finishedRun('a'), reading })).toBe(true);
    }
    expect(v.is(SourceRecord, exampleSource('a'))).toBe(true);
    expect(v.is(SourceRecord, { ...exampleSource('a'), original: null })).toBe(true);
    expect(v.is(DraftRecord, exampleDraft())).toBe(true);
    expect(v.is(DraftRecord, exampleDraft({ text: null, runId: null }))).toBe(true);
    expect(v.is(Chunk, chunk)).toBe(true);
    expect(v.is(Chunk, { ...chunk, columns: exampleColumns(0, 0) })).toBe(true);
  });

  it.each([
    ['too few values', { scores: [{ ...score, values: new Float64Array(2) }] }],
    ['an unknown outcome', { scores: [{ ...score, outcomes: new Uint8Array([0, 99, 0]) }] }],
    ['labels without a name', { tools: { ...chunk.columns.tools, names: [] } }],
    [
      'labels of fewer rows',
      { tools: { names: [], starts: new Uint32Array(1), ids: new Uint32Array() } },
    ],
    ['an unknown issue', { issues: { counts: {}, first: [{ code: 'other' }] } }],
    ['integers for numbers', { offsets: new Uint32Array(3) }],
  ])('refuse a chunk with %s', (_title, change) => {
    expect(v.is(Chunk, { ...chunk, columns: { ...chunk.columns, ...change } })).toBe(false);
  });
});

describe('areChunksWhole', () => {
  const at = (index: number) => ({ ...chunk, index });

  it('wants every chunk, in order', () => {
    expect(areChunksWhole([])).toBe(true);
    expect(areChunksWhole([at(0), at(1)])).toBe(true);
    expect(areChunksWhole([at(1)])).toBe(false);
    expect(areChunksWhole([at(0), at(2)])).toBe(false);
  });

  it('wants the same score columns', () => {
    const fewer = {
      ...at(1),
      columns: { ...chunk.columns, scores: chunk.columns.scores.slice(1) },
    };
    expect(areChunksWhole([at(0), fewer])).toBe(false);
    const renamed = chunk.columns.scores.map((column) => ({ ...column, id: `${column.id}2` }));
    const other = { ...at(1), columns: { ...chunk.columns, scores: renamed } };
    expect(areChunksWhole([at(0), other])).toBe(false);
  });
});
