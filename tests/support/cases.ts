import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect } from 'vitest';

/** Reads the cases of `tests/fixtures/<name>/cases.json`, which says where they come from. */
export function casesOf<T>(name: string): readonly T[] {
  const text = readFileSync(`tests/fixtures/${name}/cases.json`, 'utf8');
  return (JSON.parse(text) as { readonly cases: readonly T[] }).cases;
}

/** What something is said of, and the sentences; each on a line of its own. */
export type Said = readonly [of: string, ...sentences: readonly string[]];

/** Holds what a feature says to `tests/fixtures/sentences/<feature>.txt`, which is read in review. */
export async function expectSentences(
  feature: string,
  said: Readonly<Record<string, readonly Said[]>>,
): Promise<void> {
  const parts = Object.entries(said).map(([title, list]) => [
    `# ${title}`,
    ...list.map(([of, ...sentences]) =>
      [of, ...sentences.map((sentence) => `    ${sentence}`.trimEnd())].join('\n'),
    ),
  ]);
  const file = resolve('tests/fixtures/sentences', `${feature}.txt`);
  await expect(`${parts.flat().join('\n\n')}\n`).toMatchFileSnapshot(file);
}
