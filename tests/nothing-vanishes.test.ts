import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isCallLike } from '#core/calls/read-call.ts';
import { isJsonEqual } from '#core/base/json/equal-json.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import type { AdapterOptions } from '#core/read/framework/adapter.ts';
import { readRecords, recogniseAdapter } from '#core/read/adapters/registry.ts';
import { lawRuns } from './support/law-runs.ts';
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

const PLAIN: JsonValue = {
  prompt: 'q',
  predicted_trajectory: [CALL],
  reference_trajectory: [CALL],
};

const CHAT: readonly JsonValue[] = [
  { role: 'user', content: 'Is this chat lost?' },
  {
    role: 'assistant',
    content: '',
    tool_calls: [{ function: { name: 'look', arguments: '{"at": 1}' } }],
  },
];

const isOfChat = (row: JsonObject): boolean =>
  row['prompt'] === 'Is this chat lost?' && JSON.stringify(row).includes('"look"');

/** Rows and skips that tell of the chat. */
async function tracesOf(text: string): Promise<{ rows: number; skips: number }> {
  const { rows, skips } = await scoreText(text);
  return { rows: rows.filter(isOfChat).length, skips: skips.length };
}

it('a bare chat among records is a row of its own in any container, and changes no other', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom([PLAIN], [PLAIN, PLAIN], ...files),
      fc.constantFrom(...CONTAINERS),
      fc.nat(),
      async (values, write, place) => {
        const before = await rowsOf(write(values));
        // a file that is taken for one row keeps its list as a column
        fc.pre(before.length > 0 && before.every((row) => !('results' in row || 'rows' in row)));
        const text = write(values.toSpliced(place % (values.length + 1), 0, CHAT));
        // it may stand where a file's first value does not show it
        const { rows, skips } = await tracesOf(text);
        expect(rows + skips).toBe(1);
        const others = (await rowsOf(text)).filter((row) => !isOfChat(row));
        expect(others).toEqual(before);
      },
    ),
    { numRuns: lawRuns(80) },
  );
}, 120_000);

it.each([
  ['lines', 0],
  ['a list', 1],
  ['a list in an object', 3],
])('a bare chat beside plain rows is read by the adapter of chats: %s', async (_, container) => {
  const write = CONTAINERS[container]!;
  for (const values of [
    [PLAIN, CHAT],
    [CHAT, PLAIN],
    [CHAT, PLAIN, CHAT],
  ]) {
    const chats = values.filter((value) => value === CHAT).length;
    expect(await tracesOf(write(values))).toEqual({ rows: chats, skips: 0 });
    expect(await rowsOf(write(values))).toHaveLength(values.length);
  }
});

it('a bare chat far down among rows is noted with its line', async () => {
  const rows = Array.from({ length: 1000 }, () => PLAIN);
  const { rows: read, skips } = await scoreText(
    [...rows, CHAT].map((value) => JSON.stringify(value)).join('\n'),
  );
  expect(read).toHaveLength(1000);
  expect(skips).toMatchObject([{ code: 'row_not_object', line: 1001 }]);
});

it('a bare chat after rows written over several lines is noted with its line', async () => {
  const text = [PLAIN, PLAIN, CHAT, PLAIN]
    .map((value) => JSON.stringify(value, null, 2))
    .join('\n');
  const { rows, skips, skipped } = await scoreText(text);
  expect(rows).toEqual([PLAIN, PLAIN, PLAIN]);
  expect(skips).toMatchObject([{ code: 'row_not_object', found: 'list' }]);
  expect(skipped).toContain('Is this chat lost?');
});

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
    { numRuns: lawRuns(60) },
  );
}, 120_000);

const OPTIONS: AdapterOptions = { turns: 'rows', subAgents: 'all', droppedTools: [] };

/** What every adapter's fixtures hold. */
const everything = readdirSync(FIXTURES).flatMap((id) => {
  const text = readFileSync(new URL(`${id}/cases.json`, FIXTURES), 'utf8');
  return (JSON.parse(text) as Golden).cases.map(({ values }) => ({ id, values }));
});

/** Copies a value, with other entries for each object, counted in the order they are visited. */
function withEntries(
  value: JsonValue,
  change: (entries: readonly [string, JsonValue][], path: string) => readonly [string, JsonValue][],
  path = '',
): JsonValue {
  if (Array.isArray(value)) {
    const inner = path === '' ? '' : `${path}[]`;
    return (value as JsonValue[]).map((item) => withEntries(item, change, inner));
  }
  if (!isJsonObject(value)) return value;
  const entries = change(Object.entries(value), path);
  return Object.fromEntries(
    entries.map(([key, item]) => [
      key,
      withEntries(item, change, path === '' ? key : `${path}.${key}`),
    ]),
  );
}

it('a key that nobody knows is in a row or reported, wherever in a record it stands', () => {
  fc.assert(
    fc.property(fc.constantFrom(...everything), fc.nat(), fc.nat(), ({ values }, place, mark) => {
      const name = `strange_${mark}`;
      const text = `value ${mark}`;
      let objects = 0;
      withEntries(values, (entries) => (objects++, entries));
      fc.pre(objects > 0);
      let at = 0;
      const changed = withEntries(values, (entries) =>
        at++ === place % objects ? [...entries, [name, text]] : entries,
      ) as readonly JsonValue[];
      const adapter = recogniseAdapter(changed);
      fc.pre(adapter !== undefined);
      const { rows, unused } = readRecords(adapter!, changed, OPTIONS);
      const isKept = JSON.stringify(rows).includes(text);
      const isReported = unused?.paths.some((path) => path.endsWith(name)) ?? false;
      expect([isKept, isReported]).toEqual([isKept, !isKept]);
    }),
    { numRuns: lawRuns(500) },
  );
});

it.each(everything)(
  'a record without what is reported as not used gives the same rows: $id',
  ({ values }) => {
    const adapter = recogniseAdapter(values);
    const { rows, unused } = readRecords(adapter!, values, OPTIONS);
    const gone = new Set(unused?.paths);
    const without = withEntries(values, (entries, path) =>
      entries.filter(([key, item]) => {
        const own = path === '' ? key : `${path}.${key}`;
        const isGone = gone.has(own) || (Array.isArray(item) && gone.has(`${own}[]`));
        return !isGone || JSON.stringify(rows).includes(`"${key}":${JSON.stringify(item)}`);
      }),
    ) as readonly JsonValue[];
    expect(readRecords(adapter!, without, OPTIONS).rows).toEqual(rows);
  },
);
