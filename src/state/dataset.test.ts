import { describe, expect, it } from 'vitest';
import { fileDataset, typedDataset } from './dataset.ts';

describe('fileDataset', () => {
  it.each([
    ['library.csv', 'library'],
    ['lamps.evalset.json', 'lamps.evalset'],
    ['README', 'README'],
    ['.jsonl', '.jsonl'],
  ])('titles %s “%s”', (name, title) => {
    const file = new File(['x'], name);
    expect(fileDataset(file)).toEqual({ blob: file, fileName: name, title, sampleId: '' });
  });
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

  it('has a title where there was nothing before', () => {
    expect(typedDataset('x', undefined)).toMatchObject({ title: 'Typed dataset', fileName: '' });
  });
});
