import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { summarise as summariseColumns } from '#core/explain/summary/summarise.ts';
import { printMetricSet } from '#core/score/metric-sets/metric-set.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import { DEFAULT_SETTINGS, nameInFiles } from '#core/score/metrics/registry.ts';
import { joinColumns } from '#core/score/columns/growing-columns.ts';
import type { ScoredColumns } from '#core/score/columns/scored-columns.ts';
import { scoreDataset } from '#engine/score-dataset.ts';
import { FileUnreadable } from '#engine/score-whole.ts';
import { readDataset, type Dataset } from '#package/dataset.ts';
import { score, summarise } from '#package/scored-run.ts';
import { useFolder } from './support/folder.ts';
import { FORMATS } from './support/format-fixtures.ts';
import { runInTest } from './support/test-terminal.ts';
import { threadPool } from './support/thread-pool.ts';

/** A file that all doors score: its bytes, the name it has, and how it is scored. */
interface Golden {
  readonly title: string;
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly settings: MetricSettings;
}

const FIXTURES = new URL('./fixtures/', import.meta.url);
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** The cases of a metric, as one file for each of the settings that they are scored under. */
function goldenMetrics(folder: string): Golden[] {
  const file = new URL(`metrics/${folder}/cases.json`, FIXTURES);
  const { cases } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly cases: readonly {
      readonly row?: unknown;
      readonly rowText?: string;
      readonly settings?: Partial<MetricSettings>;
    }[];
  };
  const bySettings = new Map<string, string[]>();
  for (const { row, rowText, settings = {} } of cases) {
    const lines = bySettings.get(JSON.stringify(settings)) ?? [];
    lines.push(rowText ?? JSON.stringify(row));
    bySettings.set(JSON.stringify(settings), lines);
  }
  const metrics = [folder.replaceAll('-', '_')];
  return [...bySettings].map(([settings, lines]) => ({
    title: `${folder} ${settings}`,
    name: 'cases.jsonl',
    bytes: bytesOf(lines.join('\n')),
    settings: {
      ...DEFAULT_SETTINGS,
      metrics,
      ...(JSON.parse(settings) as Partial<MetricSettings>),
    },
  }));
}

/** Small files of every format. */
function goldenFormats(): Golden[] {
  const names = readdirSync(FORMATS).filter(
    (name) => !['README.md', 'binary.png', 'empty.jsonl'].includes(name),
  );
  return names.map((name) => ({
    title: name,
    name,
    bytes: new Uint8Array(readFileSync(join(FORMATS, name))),
    settings: DEFAULT_SETTINGS,
  }));
}

/** The first records of every framework; some are no file on their own, and all doors say so. */
function goldenAdapters(): Golden[] {
  const url = new URL('adapters/', FIXTURES);
  const folders = readdirSync(url, { withFileTypes: true }).filter((one) => one.isDirectory());
  return folders.map(({ name }) => {
    const text = readFileSync(new URL(`${name}/cases.json`, url), 'utf8');
    const [first] = (JSON.parse(text) as { readonly cases: readonly { values: unknown }[] }).cases;
    const bytes = bytesOf(JSON.stringify(first!.values));
    return { title: `${name} records`, name: 'records.json', bytes, settings: DEFAULT_SETTINGS };
  });
}

const GOLDEN = [
  ...readdirSync(new URL('metrics/', FIXTURES)).flatMap(goldenMetrics),
  ...goldenFormats(),
  ...goldenAdapters(),
];

/** Means and standard deviations as the page downloads them, and the scores of every row. */
interface Digits {
  readonly summary: Readonly<Record<string, number | null>>;
  readonly scores: Readonly<Record<string, readonly (number | null)[]>>;
}

/** What came of a file; of some no row can be read. */
type Result = Digits | 'unreadable';

function digitsOf(
  columns: Pick<ScoredColumns, 'scores'>,
  summaries: readonly { columnId: string; mean: number | null; std: number | null }[],
): Digits {
  return {
    summary: Object.fromEntries(
      summaries.flatMap(({ columnId, mean, std }) => [
        [`${columnId}/mean`, mean],
        [`${columnId}/std`, std],
      ]),
    ),
    scores: Object.fromEntries(
      columns.scores.map(({ id, values }) => [
        id,
        Array.from(values, (value) => (Number.isNaN(value) ? null : value)),
      ]),
    ),
  };
}

async function byPage({ name, bytes, settings }: Golden): Promise<Result> {
  const parts: ScoredColumns[] = [];
  const result = await scoreDataset(threadPool(), {
    mode: 'file',
    blob: new Blob([bytes]),
    ...{ name, settings, chosenRoles: {}, reading: {} },
    isTrusted: () => false,
    signal: new AbortController().signal,
    onPart: (columns) => parts.push(columns),
    onRecognised: () => undefined,
  });
  if (result.kind !== 'scored') return 'unreadable';
  const columns = joinColumns(parts);
  return digitsOf(columns, summariseColumns(columns));
}

async function byPackage({ name, bytes, settings }: Golden): Promise<Result> {
  const dataset = await readDataset(bytes, { name }).catch((error: unknown) => error);
  if (dataset instanceof FileUnreadable) return 'unreadable';
  const run = await score(dataset as Dataset, settings);
  return digitsOf(run.columns, summarise(run).metrics);
}

const { path, read, write } = useFolder(true);

async function byCommand({ name, bytes, settings }: Golden): Promise<Result> {
  const set = write('set.json', printMetricSet({ name: 'golden', settings }));
  const out = path('out.jsonl');
  const args = ['score', write(name, bytes), '--metrics', set, '--json', '--out', out];
  const { exitCode, out: json, told } = await runInTest(args);
  if (json === '') return 'unreadable';
  if (exitCode === 3) expect(told).toContain('error No row of');
  else expect([exitCode, /^error/m.test(told)]).toEqual([0, false]);
  const { summary_metrics: summary, columns } = JSON.parse(json) as {
    readonly summary_metrics: Record<string, number | null>;
    readonly columns: readonly { readonly columnId: string; readonly metricId: string }[];
  };
  delete summary['row_count'];
  const rows = read('out.jsonl')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, number | null>);
  const all = columns.map(({ columnId, metricId }) => ({ id: columnId, metricId }));
  const named = all.map((column) => ({ ...column, name: nameInFiles(column, all) }));
  const scores = named.map(({ id, name }) => [
    id,
    rows.map((row) => row[`${name}/score`] ?? row[name] ?? null),
  ]);
  const byId = Object.entries(summary).map(([key, value]) => {
    const own = named.find(({ name }) => key.startsWith(`${name}/`));
    return [own ? key.replace(own.name, () => own.id) : key, value];
  });
  return {
    summary: Object.fromEntries(byId) as Digits['summary'],
    scores: Object.fromEntries(scores) as Digits['scores'],
  };
}

/** What the page made of each file. */
const results: Result[] = [];

describe('page, package and command give the same digits', () => {
  it.each(GOLDEN.map((golden) => [golden.title, golden] as const))('%s', async (_title, golden) => {
    const page = await byPage(golden);
    results.push(page);
    expect(await byPackage(golden)).toEqual(page);
    expect(await byCommand(golden)).toEqual(page);
  });

  it('which most of the files have', () => {
    expect(results).toHaveLength(GOLDEN.length);
    const scored = results.filter((result) => result !== 'unreadable');
    expect(scored.length).toBeGreaterThan(GOLDEN.length * 0.8);
    const counts = scored.map(({ scores }) => Object.values(scores)[0]?.length ?? 0);
    expect(Math.min(...counts)).toBeGreaterThan(0);
  });
});
