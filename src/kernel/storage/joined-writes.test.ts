import fc from 'fast-check';
import { expect, it } from 'vitest';
import { JoinedWrites } from './joined-writes.ts';

it('stores every record once, in order, before it says so, in fewer transactions', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(3), { minLength: 1, maxLength: 40 }), async (pauses) => {
      const stored: number[] = [];
      let transactions = 0;
      let underWay = 0;
      const writes = new JoinedWrites<number>(async (records) => {
        expect(++underWay).toBe(1);
        transactions++;
        for (let turn = 0; turn < 5; turn++) await Promise.resolve();
        stored.push(...records);
        underWay--;
      });
      const puts: Promise<void>[] = [];
      for (const [record, pause] of pauses.entries()) {
        puts.push(writes.put(record).then(() => expect(stored).toContain(record)));
        for (let turn = 0; turn < pause; turn++) await Promise.resolve();
      }
      await Promise.all(puts);
      expect(stored).toEqual(pauses.map((_, record) => record));
      expect(transactions).toBeLessThanOrEqual(pauses.length);
    }),
  );
});

it('rejects what a transaction lost, and goes on with the next', async () => {
  let fails = true;
  const writes = new JoinedWrites<string>(async () => {
    await Promise.resolve();
    if (fails) throw new Error('full');
  });
  const lost = writes.put('a');
  const next = writes.put('b').catch(() => 'lost');
  await expect(lost).rejects.toThrow('full');
  expect(await next).toBe('lost');
  fails = false;
  await expect(writes.put('c')).resolves.toBeUndefined();
});
