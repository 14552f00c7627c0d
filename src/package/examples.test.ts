import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { step } from '../../tests/support/build.ts';
import * as api from './api.ts';

/** The code of the examples in the docs of a module. */
function examplesOf(source: string): string[] {
  return [...source.matchAll(/@example\n((?: \* .*\n)+?) \*\//g)].map(([, block]) =>
    block!.replace(/^ \* /gm, ''),
  );
}

const EXPECTED = [step('find_book', { title: 'Momo' }), step('lend', { days: 14 })];

/** What the examples take as given. */
async function given() {
  const read = (predicted: readonly api.JsonObject[]) =>
    api.readDataset([{ id: 'a', predicted_trajectory: predicted, reference_trajectory: EXPECTED }]);
  const metrics = { metrics: ['trajectory_recall'] };
  const dataset = await read(EXPECTED.slice(0, 1));
  const run = await api.score(dataset, metrics);
  const after = await api.score(await read(EXPECTED), metrics);
  return { dataset, run, before: run, after };
}

const AsyncFunction = Object.getPrototypeOf(async () => Promise.resolve()) as {
  constructor: new (...parts: string[]) => (...values: unknown[]) => Promise<void>;
};

const files = readdirSync(new URL('.', import.meta.url)).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
);
const examples = files.flatMap((name) =>
  examplesOf(readFileSync(new URL(name, import.meta.url), 'utf8')).map((code) => [name, code]),
);

it('the examples of the package are one for each function', () => {
  const functions = Object.entries(api).filter(
    ([name, value]) => typeof value === 'function' && name !== 'FileUnreadable',
  );
  expect(examples).toHaveLength(functions.length);
});

it.each(examples)('the examples of the package of %s give what they say', async (_name, code) => {
  const checks = code!.replace(/^(.*); \/\/ (.*)$/gm, '__check($1, $2);');
  expect(checks).toContain('__check');
  const { dataset, ...rest } = await given();
  const names = { ...api, ...rest, ...(code!.includes('const dataset') ? {} : { dataset }) };
  const own = Object.entries(names).filter(([name]) => !code!.includes(`const ${name} `));
  const run = new AsyncFunction.constructor(...own.map(([name]) => name), '__check', checks);
  await run(...own.map(([, value]) => value), (value: unknown, stated: unknown) =>
    expect(value).toEqual(stated),
  );
});
