import { describe, expect, it } from 'vitest';
import { fileDataset, isReplaced, typedDataset } from './open-dataset.ts';

it.each([
  ['library.csv', 'library'],
  ['lamps.evalset.json', 'lamps.evalset'],
  ['README', 'README'],
  ['.jsonl', '.jsonl'],
])('fileDataset titles %s “%s”', (name, title) => {
  const file = new File(['x'], name);
  expect(fileDataset(file)).toEqual({ blob: file, fileName: name, title, sampleId: '' });
});

describe('typedDataset', () => {
  const old = { blob: new Blob(), fileName: 'a.csv', title: 'Mine', sampleId: '' };

  it('goes on with the dataset it was typed over', async () => {
    const typed = typedDataset('id\n1', old);
    expect(typed).toMatchObject({ fileName: 'a.csv', title: 'Mine', sampleId: '' });
    expect(await typed.blob.text()).toBe('id\n1');
  });

  it('makes an edited sample a dataset of its own', () => {
    expect(typedDataset('x', { ...old, sampleId: 'lamps' })).toMatchObject({
      title: 'Mine, edited',
      sampleId: '',
    });
  });

  it('is a person’s own where no row of a sample is left', async () => {
    const sample = { ...old, blob: new Blob(['[\n{"id": 1},\n{"id": 2}\n]']), sampleId: 'lamps' };
    expect(await isReplaced('[\n{"id": 3}\n]', sample)).toBe(true);
    expect(await isReplaced('{"id": 2}\n{"id": 3}', sample)).toBe(false);
    expect(await isReplaced('[\n{"id": 3}\n]', { ...sample, sampleId: '' })).toBe(false);
    expect(await isReplaced('{"id": 3}', undefined)).toBe(false);
  });

  it('has a title where there was nothing before', () => {
    expect(typedDataset('x', undefined)).toMatchObject({ title: 'Typed dataset', fileName: '' });
  });
});
