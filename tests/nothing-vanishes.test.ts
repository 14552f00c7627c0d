import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isCallLike } from '#core/calls/locate-call.ts';
import { isJsonEqual } from '#core/json/equal-json.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/json/json-value.ts';
import { scoreText } from './support/score-text.ts';

const FIXTURES = new URL('./fixtures/adapters/', import.meta.url);

interface Golden {
  readonly cases: readonly { readonly values: readonly JsonValue[] }[];
}

/** Frameworks whose files are a record for each run. */
const RECORDS = [
  ...['agentcore', 'anthropic', 'azure-ai-evaluation', 'bfcl', 'deepeval', 'gemini', 'inspect'],
  ...['langchain', 'langchain-steps', 'openai-chat', 'ragas', 'tau-bench', 'tool-lists', 'vertex'],
];

/** An object of one key is a wrapper around records; bare calls are one run together. */
function isRecord(value: JsonValue): boolean {
  return isJsonObject(value) && Object.keys(value).length > 1 && !isCallLike(value);
}

const files = RECORDS.flatMap((id) => {
  const text = readFileSync(new URL(`${id}/cases.json`, FIXTURES), 'utf8');
  const { cases } = JSON.parse(text) as Golden;
  return cases.map(({ values }) => values).filter((values) => values.every(isRecord));
});

const CALL = { tool_name: 'renew', tool_input: { title: 'Emma' } };

/** Records that none of these frameworks writes, each with a text by which it is found again. */
const foreign = fc
  .tuple(
    fc.constantFrom<JsonObject>(
      { input: 'q', error: 'timeout' },
      { prompt: 'q', failure: 1 },
      { question: 'q', notes: [{ deep: [1, { n: null }] }] },
      { prompt: 'q', predicted_trajectory: [CALL], reference_trajectory: [CALL], kind: [1] },
    ),
    fc.nat({ max: 999 }),
  )
  .map(([record, number]): JsonObject => ({ ...record, mark: `foreign ${number}` }));

const CONTAINERS: readonly ((values: readonly JsonValue[]) => string)[] = [
  (values) => values.map((value) => JSON.stringify(value)).join('\n'),
  (values) => JSON.stringify(values),
  (values) => JSON.stringify(values, null, 2),
  (values) => JSON.stringify({ rows: values }),
  (values) => JSON.stringify({ version: 2, results: values }, null, 1),
  (values) => values.map((value) => JSON.stringify(value, null, 2)).join('\n\n'),
  (values) => `\`\`\`json\n${JSON.stringify(values)}\n\`\`\`\n`,
];

async function rowsOf(text: string): Promise<readonly JsonObject[]> {
  try {
    return (await scoreText(text)).rows;
  } catch {
    return [];
  }
}

const isMarked = (row: JsonObject): boolean =>
  JSON.stringify(row['mark'] ?? '').includes('foreign');

it('every fixture of frameworks with records is there', () => {
  expect(readdirSync(FIXTURES)).toEqual(expect.arrayContaining(RECORDS));
  expect(files.length).toBeGreaterThan(30);
});

it('a foreign record is a row of its own in any container, and changes no other', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...files),
      fc.constantFrom(...CONTAINERS),
      foreign,
      fc.nat(),
      async (values, write, record, place) => {
        const before = await rowsOf(write(values));
        // a file that is taken for one row keeps its list as a column
        fc.pre(before.length > 0 && before.every((row) => !('results' in row || 'rows' in row)));
        const mixed = values.toSpliced(1 + (place % values.length), 0, record);
        const rows = await rowsOf(write(mixed));
        const own = rows.filter(isMarked);
        expect(own).toHaveLength(1);
        // nothing of it is lost, whatever role its cells play
        for (const [key, cell] of Object.entries(record)) {
          expect([key, Object.values(own[0]!).some((kept) => isJsonEqual(kept, cell))]).toEqual([
            key,
            true,
          ]);
        }
        expect(rows.filter((row) => !isMarked(row))).toEqual(before);
      },
    ),
    { numRuns: 60 },
  );
}, 120_000);
