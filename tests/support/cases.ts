import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect } from 'vitest';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { parseJson } from '#core/base/json/parse-json.ts';

/** Reads the tables of cases in `tests/fixtures/<name>/cases.json`, which names their source. */
export function tablesOf<Tables>(name: string): Tables {
  const text = readFileSync(`tests/fixtures/${name}/cases.json`, 'utf8');
  const { source, ...tables } = parseJson(text) as JsonObject;
  if (!source) throw new Error(`${name} does not say where its cases come from`);
  return tables as Tables;
}

/** Reads the cases of `tests/fixtures/<name>/cases.json` where it has one table. */
export function casesOf<T>(name: string): readonly T[] {
  return tablesOf<{ readonly cases: readonly T[] }>(name).cases;
}

/** A subject and its sentences, each on its own line. */
export type Said = readonly [of: string, ...sentences: readonly string[]];

/**
 * Compares the sentences of a feature with `tests/fixtures/sentences/<feature>.txt`, which is read
 * in review.
 */
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
