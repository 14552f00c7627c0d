import { describe, expect, it } from 'vitest';
import {
  exampleColumns,
  exampleDraft,
  exampleRun,
  exampleSource,
  finishedRun,
} from '../../../tests/fixtures/storage/example-records.ts';
import { PAIR_WAYS } from '#core/read/choices/reading-shape.ts';
import { isRun, isSource } from '#engine/run-file/records.ts';
import { areChunksWhole, isChunk } from './read-records.ts';
import { isDraft } from './schema.ts';

const chunk = { runId: 'a', index: 0, columns: exampleColumns(0) };
const [score] = chunk.columns.scores;

describe('guards', () => {
  it('accept what the page writes', () => {
    expect(isRun(exampleRun('a'))).toBe(true);
    expect(isRun(finishedRun('a'))).toBe(true);
    const counts = { paired: 2, alonePredictions: 0, aloneReferences: 0, repeated: 0 };
    for (const by of PAIR_WAYS) {
      const reading = { joined: { by, ...counts, added: 'expected.jsonl' } };
      expect(isRun({ ...finishedRun('a'), reading })).toBe(true);
    }
    expect(isSource(exampleSource('a'))).toBe(true);
    expect(isSource({ ...exampleSource('a'), original: null })).toBe(true);
    expect(isDraft(exampleDraft())).toBe(true);
    expect(isDraft(exampleDraft({ text: null, runId: null }))).toBe(true);
    expect(isChunk(chunk)).toBe(true);
    expect(isChunk({ ...chunk, columns: exampleColumns(0, 0) })).toBe(true);
  });

  it.each([undefined, null, 7, 'text', [], {}, new Date(0)])('refuse %s', (value) => {
    for (const guard of [isRun, isSource, isDraft, isChunk]) expect(guard(value)).toBe(false);
  });

  it('refuse a record without one of its properties', () => {
    const records = [
      [isRun, finishedRun('a')],
      [isSource, exampleSource('a')],
      [isDraft, exampleDraft()],
      [isChunk, chunk],
    ] as const;
    for (const [guard, record] of records) {
      for (const key of Object.keys(record)) {
        expect(guard({ ...record, [key]: undefined }), key).toBe(false);
      }
    }
    for (const key of Object.keys(chunk.columns)) {
      expect(isChunk({ ...chunk, columns: { ...chunk.columns, [key]: undefined } }), key).toBe(
        false,
      );
    }
  });

  it('accept what was accepted into references, of every kind', () => {
    const base = { id: 1, row: 0, place: 1, tool: 'a', prediction: 0 };
    const edits = [
      { ...base, kind: 'call', key: null, was: 'extra' },
      { ...base, kind: 'call', key: '7:2', prediction: null, was: 'missing' },
      { ...base, kind: 'argument', key: '0', path: '/x' },
      { id: 2, kind: 'row', row: 3 },
      { id: 3, kind: 'signature', signature: 'extra\t\t\t\ta', rows: Uint32Array.of(1, 2) },
    ];
    const references = { from: 'a', edits, rows: Uint32Array.of(0), before: new Blob(['{}\n']) };
    expect(isRun({ ...finishedRun('b'), references })).toBe(true);
    for (const edit of edits) {
      const [key] = Object.keys(edit)
        .filter((name) => name !== 'id')
        .slice(-1);
      const broken = { ...edit, [key ?? '']: { not: 'known' } };
      expect(isRun({ ...finishedRun('b'), references: { ...references, edits: [broken] } })).toBe(
        false,
      );
    }
  });

  it.each([
    ['an unknown state', { state: 'paused' }],
    ['a negative count', { rowCount: -1 }],
    ['an unknown role', { roles: { __proto__: null, other: 'x' } }],
    ['a summary that is none', { summary: [{}] }],
    ['tasks without a name', { taskSet: { count: 3, ids: 'a' } }],
    [
      'a threshold that is no number',
      { settings: { ...exampleRun('a').settings, thresholds: { a: 'x' } } },
    ],
    ['unknown settings', { settings: { ...exampleRun('a').settings, duplicates: 'other' } }],
  ])('refuse a run with %s', (_title, change) => {
    expect(isRun({ ...finishedRun('a'), ...change })).toBe(false);
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
    expect(isChunk({ ...chunk, columns: { ...chunk.columns, ...change } })).toBe(false);
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
