import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import { parseJson, printJson } from '#core/base/json/parse-json.ts';
import { readWith, USUAL_OPTIONS, type AdapterOptions } from '#core/read/framework/adapter.ts';
import { recogniseAdapter } from '#core/read/adapters/registry.ts';
import { assignRoles } from '#core/read/dataset/columns.ts';
import { EXACT_RULES } from '#core/match/rules.ts';
import { isErrorOutcome, OUTCOMES } from '#core/calls/outcome.ts';
import { isInWarehouse } from '#core/warehouse/write-script.ts';
import { DEFAULT_SETTINGS, listColumns, METRICS } from '#core/score/metrics/registry.ts';
import type { ColumnRoles } from '#core/read/names/column-roles.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import type { ColumnScore } from '#core/warehouse/row-scorer.ts';
import { lawRuns } from './support/law-runs.ts';
import { json } from './support/arbitraries.ts';
import { cellsOf, functionFor, pageScores } from './support/row-function.ts';
import { fixtureBytes, FORMATS } from './support/format-fixtures.ts';
import { scoreText } from './support/score-text.ts';

/** A golden row with what it is scored by. */
interface GoldenRow {
  readonly place: string;
  readonly record: JsonObject;
  /** The columns by what they hold; absent: those with the usual names. */
  readonly roles?: ColumnRoles;
  readonly settings: MetricSettings;
}

const FIXTURES = new URL('./fixtures/', import.meta.url);
const read = <T>(path: string): T => JSON.parse(readFileSync(new URL(path, FIXTURES), 'utf8')) as T;
const foldersOf = (path: string): string[] =>
  readdirSync(new URL(path, FIXTURES), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

const ALL: MetricSettings = {
  ...DEFAULT_SETTINGS,
  metrics: METRICS.filter(isInWarehouse).map(({ id }) => id),
  tools: ['search', 'book'],
};

/** The same metrics by other choices. */
const CHOICES: readonly MetricSettings[] = [
  ALL,
  { ...ALL, duplicates: 'multiset', emptyTrajectories: 'skip' },
  { ...ALL, matching: { ...EXACT_RULES, rule: { mode: 'superset', numbersAsText: true } } },
];

interface MetricCase {
  readonly name: string;
  readonly row?: JsonObject;
  readonly rowText?: string;
  readonly settings?: Partial<MetricSettings>;
}

const PROCESS = METRICS.filter((metric) => !isInWarehouse(metric)).map(({ id }) =>
  id.replaceAll('_', '-'),
);

function metricRows(): GoldenRow[] {
  const folders = foldersOf('metrics').filter((folder) => !PROCESS.includes(folder));
  return folders.flatMap((folder) =>
    read<{ cases: MetricCase[] }>(`metrics/${folder}/cases.json`).cases.map(
      ({ name, row, rowText, settings }) => ({
        place: `${folder}: ${name}`,
        record: (rowText === undefined ? row : parseJson(rowText)) as JsonObject,
        settings: { ...DEFAULT_SETTINGS, ...settings, metrics: [folder.replaceAll('-', '_')] },
      }),
    ),
  );
}

interface AdapterCase {
  readonly name: string;
  readonly values: readonly JsonValue[];
  readonly options?: Partial<AdapterOptions>;
}

function adapterRows(): GoldenRow[] {
  return readdirSync('tests/fixtures/adapters').flatMap((id) =>
    read<{ cases: AdapterCase[] }>(`adapters/${id}/cases.json`).cases.flatMap(
      ({ name, values, options }) =>
        readWith(recogniseAdapter(values)!, values, { ...USUAL_OPTIONS, ...options }).rows.map(
          (record) => ({ place: `${id}: ${name}`, record, settings: ALL }),
        ),
    ),
  );
}

async function formatRows(): Promise<GoldenRow[]> {
  const names = readdirSync(FORMATS).filter(
    (name) => !/README|binary|empty|backslash|numbered|quoted/.test(name),
  );
  const files = await Promise.all(
    names.map(async (name) => ({ name, ...(await scoreText(fixtureBytes(name), name)) })),
  );
  return files.flatMap(({ name, rows, roles }) =>
    rows.map((record) => ({ place: name, record, roles, settings: ALL })),
  );
}

interface Comparison {
  readonly place: string;
  readonly made: readonly ColumnScore[];
  readonly expected: readonly ColumnScore[];
}

function compare(rows: readonly GoldenRow[]): Comparison[] {
  return rows.map(({ place, record, settings, roles = assignRoles(Object.keys(record)) }) => {
    const columns = listColumns(settings);
    const score = functionFor(settings, columns);
    return {
      place,
      made: plain(score(cellsOf(record, roles))),
      expected: pageScores(record, roles, settings, columns),
    };
  });
}

/** What another context made has other prototypes. */
function plain(scores: readonly ColumnScore[]): ColumnScore[] {
  return JSON.parse(JSON.stringify(scores)) as ColumnScore[];
}

/** A warehouse gives the page's score, or says that the row cannot be read. */
function expectPageScores({ place, made, expected }: Comparison): number {
  let unread = 0;
  for (const [index, { outcome }] of made.entries()) {
    const isUnread = isErrorOutcome(OUTCOMES.indexOf(outcome));
    if (isUnread && expected[index]?.outcome !== outcome) unread++;
    else expect(made[index], place).toEqual(expected[index]);
  }
  return unread;
}

describe.each([
  ['metrics', metricRows, 250],
  ['frameworks', adapterRows, 200],
  ['formats', formatRows, 80],
] as const)('rows of %s', (_, list, least) => {
  it('score in a warehouse as in the page, digit by digit, or are unreadable', async () => {
    const comparisons = compare(await list());
    expect(comparisons.length).toBeGreaterThan(least);
    const unread = comparisons.filter((comparison) => expectPageScores(comparison) > 0);
    expect(unread.length).toBeLessThan(comparisons.length / 10);
  });
});

describe('the function', () => {
  const columns = listColumns(ALL);

  const exact = { ...DEFAULT_SETTINGS, metrics: ['trajectory_exact_match'] };
  const scoreExact = functionFor(exact, listColumns(exact));
  const compared = (predicted: string | null, expected = '[]') =>
    scoreExact([predicted, expected])[0];

  it('tells integers beyond 2^53 apart', () => {
    const call = (id: string): string => `[{"tool_name":"f","tool_input":{"id":${id}}}]`;
    const [odd, even] = [call('9007199254740993'), call('9007199254740992')];
    expect(compared(odd, odd)).toMatchObject({ score: 1, outcome: 'scored' });
    expect(compared(odd, even)).toMatchObject({ score: 0, outcome: 'scored' });
  });

  it('never throws, and gives the page’s score or none', () => {
    const recorded = { latency_in_seconds: recordedArbitrary, failure: recordedArbitrary };
    const sides = { predicted_trajectory: cellArbitrary, reference_trajectory: cellArbitrary };
    const answers = { response: fc.oneof(fc.json(), json), reference: fc.oneof(fc.json(), json) };
    const further = fc.oneof(cellArbitrary, fc.array(cellArbitrary, { maxLength: 3 }));
    const row = fc.record(
      { ...sides, ...answers, ...recorded, reference_trajectories: further },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(row, fc.constantFrom(...CHOICES), (record: JsonObject, settings) => {
        const roles = assignRoles(Object.keys(record));
        const made = plain(functionFor(settings, columns)(cellsOf(record, roles)));
        const page = pageScores(record, roles, settings, columns);
        expectPageScores({ place: printJson(record), made, expected: page });
      }),
      { numRuns: lawRuns(1000) },
    );
  });

  it('takes what is no JSON as not recorded, and what is too deep as unreadable', () => {
    const outcome = (predicted: string | null) => compared(predicted)?.outcome;
    expect(outcome(null)).toBe('prediction_missing');
    expect(outcome('null')).toBe('prediction_missing');
    expect(outcome('NaN')).toBe('prediction_missing');
    expect(outcome('['.repeat(100_000) + ']'.repeat(100_000))).toBe('prediction_unreadable');
    expect(outcome(JSON.stringify("[{'tool_name': 'f'}]"))).toBe('prediction_unreadable');
    expect(outcome('[{"tool_name":"f","amount":900}]')).toBe('prediction_unreadable');
    expect(outcome('[{"tool_name":"f","id":"c1"}]')).not.toBe('prediction_unreadable');
  });

  it('leaves a trajectory that can be read beside one that cannot', () => {
    const settings = { ...DEFAULT_SETTINGS, metrics: ['trajectory_single_tool_use'], tools: ['f'] };
    const score = functionFor(settings, listColumns(settings));
    const cells = ['[{"tool_name":"f","tool_input":{}}]', JSON.stringify("[{'tool_name': 'f'}]")];
    expect(score(cells)[0]).toMatchObject({ score: 1, outcome: 'scored' });
  });
});

/** Few calls, so that the two sides of a row are often alike. */
const fewCalls = fc.array(
  fc.record({
    tool_name: fc.constantFrom('search', 'book'),
    tool_input: fc.constantFrom<JsonValue>({}, { a: 1 }, { a: '1' }, { a: 1, b: null }, []),
  }),
  { maxLength: 3 },
);
const recordedArbitrary = fc.oneof(
  fc.constantFrom<JsonValue>(0, 1, 0.5, -1, '1', ' 2 ', '1,5', 'true', 'n/a', '3 s', '', null),
  json,
);
/** Cells of all kinds: calls and other values, as such and as text, in JSON and in Python. */
const callsArbitrary = fc.array(
  fc.record(
    {
      tool_name: fc.constantFrom('search', 'book', ''),
      tool_input: fc.oneof(json, fc.constant("{'a': 1}"), fc.constant('{"a": 1}')),
      amount: json,
      tool_params: json,
    },
    { requiredKeys: ['tool_name'] },
  ),
  { maxLength: 4 },
);
const cellArbitrary: fc.Arbitrary<JsonValue> = fc.oneof(
  { weight: 3, arbitrary: fewCalls },
  fewCalls.map((calls) => printJson(calls)),
  fewCalls.map((calls) => [...calls, { tool_name: 'search', tool_input: { a: '\ufffd' } }]),
  callsArbitrary,
  callsArbitrary.map((calls) => printJson(calls)),
  callsArbitrary.map((calls) => printJson(calls).replaceAll('"', "'")),
  fc.array(fc.constantFrom('search', "search(query='x')", 'None', '{')),
  fc.constantFrom<JsonValue>('None', 'search | book', '-', "['search']", 'nan', '[1, ]'),
  fc.constant([{ role: 'assistant', content: '', tool_calls: [{ name: 'search', args: {} }] }]),
  json,
);
