import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isCallLike } from '#core/calls/read-call.ts';
import { isJsonEqual } from '#core/base/json/equal-json.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { unwrapEncoded } from '#core/base/json/pick.ts';
import { parseTolerant } from '#core/base/literals/parse-tolerant.ts';
import { readWith, type AdapterOptions } from '#core/read/framework/adapter.ts';
import { keepLeftOver } from '#core/read/framework/left-over.ts';
import { recogniseAdapter } from '#core/read/adapters/registry.ts';
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

/** What was called, under what was asked: several runs, which a record beside them makes one. */
const BY_PROMPT: JsonObject = {
  Robots: [{ tool_name: 'f', tool_input: 'write about it' }],
  Birds: [{ tool_name: 'f', tool_input: '{"n":1}' }],
};

/** An object of one key is a wrapper around records; bare calls are one run together. */
function isRecord(value: JsonValue): boolean {
  if (!isJsonObject(value) || isJsonEqual(value, BY_PROMPT)) return false;
  return Object.keys(value).length > 1 && !isCallLike(value);
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

/** The rows of a file, without what is kept beside their cells, which stands as the file has it. */
async function rowsOf(text: string): Promise<readonly JsonObject[]> {
  try {
    return (await scoreText(text)).rows.map(({ file_fields: _, other_fields: __, ...row }) => row);
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
      fc.constantFrom([PLAIN], [PLAIN, PLAIN], [BY_PROMPT], ...files),
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

/** What reading a file's values gives, as rows and notes. */
function readAll(values: readonly JsonValue[]): { rows: readonly JsonObject[]; told: string } {
  const result = readWith(recogniseAdapter(values)!, values, OPTIONS);
  const rows = keepLeftOver(values, result);
  const records = new Set([...values, ...result.origins.map(([record]) => record)]);
  // a copy of a whole record tells nothing of it
  const cells = rows.flatMap((row) => Object.values(row).filter((cell) => !records.has(cell)));
  // arguments may have come in pieces of their JSON
  const calls = JSON.stringify(rows.map((row) => row['predicted_trajectory'] ?? null));
  return { rows, told: [...cells.flatMap(textsOf), calls].join('\n') };
}

/** Every text and number of a value, also inside its JSON texts. */
function textsOf(value: JsonValue): readonly string[] {
  const opened = unwrapEncoded(value, parseTolerant);
  if (typeof opened !== 'object' || opened === null) return [String(value).trim()];
  return Object.values(opened).flatMap((item) => textsOf(item as JsonValue));
}

/** Words under these keys say what an object is. */
const KINDS = /^(?:type|role|kind|part_kind|message_type|object|from|event|lc|method|jsonrpc)$/;

/** Every text and number of a value, also inside its JSON texts. */
function leavesOf(value: JsonValue, key = ''): readonly string[] {
  if (typeof value === 'boolean' || value === null) return [];
  if (typeof value !== 'object') {
    const opened = unwrapEncoded(value, parseTolerant);
    if (typeof opened === 'object') return leavesOf(opened);
    return KINDS.test(key) && /^[\w.:/-]+$/.test(String(value)) ? [] : [String(value).trim()];
  }
  if (Array.isArray(value)) return value.flatMap((item: JsonValue) => leavesOf(item, key));
  return Object.entries(value).flatMap(([name, item]) => {
    // the name of an attribute is a key, wherever it is written
    const isName = name === 'key' && 'value' in value;
    return isName ? [] : leavesOf(item as JsonValue, name);
  });
}

it.each(everything)('every text and number stands in a row: $id', ({ values }) => {
  const { told } = readAll(values);
  expect(values.flatMap((value) => leavesOf(value)).filter((leaf) => !told.includes(leaf))).toEqual(
    [],
  );
});

/** Adds to one of a value's objects, also those inside its JSON texts, counted in the order they are visited. */
function withField(value: JsonValue, place: number, field: JsonObject): JsonValue {
  let at = 0;
  const walk = (item: JsonValue): JsonValue => {
    if (Array.isArray(item)) return item.map((inner: JsonValue) => walk(inner));
    if (typeof item === 'string') {
      const opened = unwrapEncoded(item);
      return typeof opened === 'object' ? JSON.stringify(walk(opened)) : item;
    }
    if (!isJsonObject(item)) return item;
    const isChosen = at++ === place;
    const entries = Object.entries(item).map(([key, inner]) => [key, walk(inner)]);
    return { ...(Object.fromEntries(entries) as JsonObject), ...(isChosen && field) };
  };
  return walk(value);
}

const added = fc.tuple(fc.nat(), fc.integer({ min: 10_000 })).map(([name, value]) => ({
  [`strange_${name}`]: { deep: [`value ${value}`, { number: value }] },
}));

it('what nobody knows stands in a row, wherever in a record it is', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...everything),
      fc.nat({ max: 60 }),
      added,
      ({ values }, place, field) => {
        const changed = withField(values, place, field) as readonly JsonValue[];
        fc.pre(recogniseAdapter(changed) !== undefined);
        const { rows, told } = readAll(changed);
        fc.pre(rows.length > 0 && JSON.stringify(changed).includes('strange_'));
        expect(leavesOf(field).filter((leaf) => !told.includes(leaf))).toEqual([]);
      },
    ),
    { numRuns: lawRuns(500) },
  );
});

it.each(everything)(
  'what is kept is left of the record, and nothing is kept twice: $id',
  ({ values }) => {
    const { rows } = readAll(values);
    for (const row of rows) {
      const { other_fields: kept = {}, file_fields: _, ...cells } = row;
      const own = new Set(Object.values(cells).flatMap((cell) => leavesOf(cell)));
      const texts = leavesOf(kept).filter((leaf) => leaf.length >= 16 && !/^\d+$/.test(leaf));
      expect(texts.filter((leaf) => own.has(leaf))).toEqual([]);
      expect(new Set(texts).size).toBe(texts.length);
    }
  },
);
