import { expect, it } from 'vitest';
import { packInfos, unpackInfos } from './pack-infos.ts';

const infosOf = (count: number): { name: string; filled: number }[] =>
  Array.from({ length: count }, (_, index) => ({ name: `key ${index}`, filled: index % 3 }));

it.each([0, 1, 1000, 1001, 5000])('%i columns are the same after being passed on', (count) => {
  const infos = infosOf(count);
  expect(unpackInfos(structuredClone(packInfos({ columns: infos })))).toEqual({ columns: infos });
});

it('many columns are passed on without an object for each', () => {
  expect(packInfos({ columns: infosOf(1001) }).columns).toMatchObject({ names: { length: 1001 } });
  const few = infosOf(1000);
  expect(packInfos({ columns: few }).columns).toBe(few);
});
