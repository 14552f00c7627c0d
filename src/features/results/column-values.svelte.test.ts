import { expect, it, vi } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import type { RunReader } from '#kernel/worker/run-reader.ts';
import { openApp, runOf } from '../../../tests/support/open-app.ts';
import { ColumnValues } from './column-values.svelte.ts';

it('reads the values of a column when they are asked for, those of most rows first', async () => {
  const app = await openApp();
  const ask = vi.spyOn(app.reader, 'ask');
  const values = new ColumnValues(app.reader, runOf(app));
  expect(values.known.size).toBe(0);
  values.read('room');
  await eventually(() => expect(values.known.get('room')).toContain('kitchen'));
  const rooms = values.known.get('room');
  expect(rooms).toHaveLength(15);
  expect(rooms?.slice(0, 3)).toEqual(['whole house', 'kitchen', 'bathroom']);
  // what is known is not read again
  expect(values.read('room')).toBeUndefined();
  expect(values.read(undefined)).toBeUndefined();
  expect(ask.mock.calls.filter(([, name]) => name === 'group')).toHaveLength(1);
});

it('knows nothing of a column that was left, or could not be read', async () => {
  const app = await openApp();
  const values = new ColumnValues(app.reader, runOf(app));
  values.read('room')?.();
  const ask = vi.fn(() => Promise.reject(new Error('lost')));
  const lost = new ColumnValues({ ask } as unknown as RunReader, runOf(app));
  lost.read('room');
  await eventually(() => expect(ask).toHaveBeenCalled());
  // a column asked for later comes, and alone
  values.read('prompt');
  await eventually(() => expect(values.known.get('prompt')).toHaveLength(18));
  expect([...values.known.keys()]).toEqual(['prompt']);
  expect(lost.known.size).toBe(0);
});
