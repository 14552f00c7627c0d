import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { CouldNotRun } from './could-not-run.ts';
import { writerTo } from './write-file.ts';

/** A stream whose writes fail so; without a listener, its error would be thrown. */
const failing = (code: string): Writable => {
  const error = Object.assign(new Error(code), { code });
  return new Writable({ write: (_, __, done) => done(error) }).on('error', () => undefined);
};

it('goes on without a reader', async () => {
  const write = writerTo(failing('EPIPE'));
  expect([await write('a'), await write('b')]).toEqual([false, false]);
});

it('says why a text cannot be written', async () => {
  await expect(writerTo(failing('ENOSPC'))('a')).rejects.toThrow(CouldNotRun);
});
