import { expect, it } from 'vitest';
import type { WorkerPool } from '#kernel/worker/worker-pool.ts';
import { joinParts } from './rare-files.ts';
import { partOfDataset } from './questions.ts';

const pool = { ask: (_: string, file: Blob) => partOfDataset(file) } as unknown as WorkerPool;

function file(name: string, ...records: object[]): File {
  return new File([records.map((record) => JSON.stringify(record)).join('\n')], name);
}

const QUESTIONS = file('q.jsonl', { id: 's_0', question: 'Do it', function: { name: 'f' } });
const ANSWERS = file('a.jsonl', { id: 's_0', ground_truth: { f: { x: [1] } } });
const RESULT = file('one.jsonl', { id: 's_0', result: [{ f: '{"x":1}' }] });
const OTHER = file('two.jsonl', { id: 's_0', result: [{ f: '{"x":2}' }] });
const FURTHER = file('more.jsonl', { id: 'm_0', result: [{ f: '{"x":2}' }] });

async function join(...files: File[]): Promise<[string, number][]> {
  const joined = await joinParts(files, pool);
  return Promise.all(
    joined.map(async (one): Promise<[string, number]> => {
      const lines = (await one.text()).split('\n').filter((line) => line !== '');
      return [one.name, lines.length];
    }),
  );
}

it('makes one file of questions, accepted answers and a model’s answers, in any order', async () => {
  expect(await join(QUESTIONS, ANSWERS, RESULT)).toEqual([['one.jsonl', 3]]);
  expect(await join(RESULT, QUESTIONS, ANSWERS)).toEqual([['one.jsonl', 3]]);
});

it('makes one for each model, and puts the categories of one model together', async () => {
  expect(await join(QUESTIONS, ANSWERS, RESULT, OTHER, FURTHER)).toEqual([
    ['one.jsonl', 4],
    ['two.jsonl', 3],
  ]);
});

it('leaves other files as they are', async () => {
  const rows = file('rows.jsonl', { id: 1, predicted_trajectory: [] });
  expect(await joinParts([QUESTIONS, rows], pool)).toEqual([QUESTIONS, rows]);
  expect(await joinParts([RESULT, OTHER], pool)).toEqual([RESULT, OTHER]);
  expect(await joinParts([RESULT], pool)).toEqual([RESULT]);
});
