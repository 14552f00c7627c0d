import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { THREE_ROWS } from '../../tests/e2e/rows.ts';
import { compare, explainRow, FileUnreadable, readDataset, score, summarise } from './api.ts';

const ROW =
  '{"id":"a","predicted_trajectory":[{"tool_name":"t","tool_input":{}}],"reference_trajectory":[]}';

describe('readDataset', () => {
  it.each([
    ['text', ROW],
    ['bytes', new TextEncoder().encode(ROW)],
    ['packed bytes', new Uint8Array(gzipSync(ROW))],
    ['a Blob', new Blob([ROW])],
    ['rows', [JSON.parse(ROW) as Record<string, never>]],
  ])('reads %s', async (_what, source) => {
    const dataset = await readDataset(source);
    expect(dataset.rowCount).toBe(1);
    expect(await dataset.row(0)).toMatchObject({ id: 'a' });
    expect(await dataset.row(1)).toBeUndefined();
  });

  it('takes rows of a type of one’s own, with fields that may be absent', async () => {
    interface Row {
      readonly id: string;
      readonly predicted_trajectory: readonly { tool_name: string; tool_input: object }[];
      readonly reference_trajectory?: undefined;
    }
    const rows: readonly Row[] = [{ id: 'a', predicted_trajectory: [] }];
    expect((await readDataset(rows)).rowCount).toBe(1);
  });

  it.each([
    [Number.NaN, 'NaN'],
    [Infinity, '1e999'],
    [2n ** 70n, '1180591620717411303424'],
  ])('reads %s in a row as the same row of a file', async (number, text) => {
    const calls = (n: unknown) => [{ tool_name: 'pay', tool_input: { n } }];
    const row = { predicted_trajectory: calls(number), reference_trajectory: calls(null) };
    const [given, file] = await Promise.all([
      readDataset([row]),
      readDataset(
        `${JSON.stringify({ ...row, predicted_trajectory: calls(0) }).replace('0', text)}\n`,
      ),
    ]);
    expect(await given.row(0)).toEqual(await file.row(0));
    expect((await score(given)).values('trajectory_exact_match')).toEqual([0]);
    expect(given.issues).toEqual(file.issues);
  });

  it('takes columns by their role and keeps what could not be read', async () => {
    const { columns, issues, skippedCount } = await readDataset(`${ROW}\n{broken\n`, {
      columns: { prompt: 'id' },
    });
    expect(columns.prompt).toBe('id');
    expect(skippedCount).toBe(1);
    expect(issues).toMatchObject([{ code: 'row_not_json', line: 2 }]);
  });

  it('throws a sentence where no row can be read', async () => {
    const error = await readDataset('').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(FileUnreadable);
    expect(error).toMatchObject({ issue: { code: 'file_empty' } });
    expect((error as Error).message).toContain('The file is empty.');
  });
});

describe('score', () => {
  it('refuses a metric that it does not know, and a column that there is not', async () => {
    const dataset = await readDataset(ROW);
    await expect(score(dataset, { metrics: ['sweetness'] })).rejects.toThrow(
      'The metric “sweetness” is not known. Known are trajectory_exact_match,',
    );
    const run = await score(dataset, { metrics: ['bleu'] });
    expect(() => run.values('rouge_1')).toThrow('It has bleu.');
    expect(run.values('bleu')).toEqual([null]);
  });

  it('runs no code of a metric set', async () => {
    const custom = [
      { name: 'mine', code: '() => 1', scale: 'number', better: 'none', isOn: true } as const,
    ];
    const run = await score(await readDataset(ROW), { metrics: [], custom });
    expect(summarise(run).metrics).toMatchObject([{ columnId: 'custom:mine', notEvaluated: 1 }]);
  });
});

describe('a wrong argument is named', () => {
  const never = (value: unknown): never => value as never;

  it.each([undefined, null, 5, {}, [1], [null], new Map()])('source: %j', async (source) => {
    await expect(readDataset(never(source))).rejects.toThrow(/^source must be text, bytes, a Blob/);
  });

  it.each([
    [null, 'options must be an object'],
    [{ name: 5 }, 'options.name must be the name of a file.'],
    [{ columns: { id: 5 } }, 'options.columns must be names of columns by id,'],
    [{ columns: { case: 'id' } }, 'options.columns must be names of columns by id,'],
    [{ column: {} }, 'options.column is not known. Known are name and columns.'],
  ])('options of readDataset: %j', async (options, message) => {
    await expect(readDataset(ROW, never(options))).rejects.toThrow(message);
  });

  it.each([
    [null, 'options must be an object'],
    [{ metrics: 'bleu' }, 'options.metrics cannot be used. '],
    [{ metrics: [5] }, 'options.metrics[0] cannot be used. '],
    [{ metricz: [] }, 'options.metricz is not known. Known are metrics, tools,'],
    [{ emptyTrajectories: 'foo' }, 'options.emptyTrajectories cannot be used. '],
    [{ matching: 5 }, 'options.matching: Expected an object with rule,'],
    [
      { matching: { rule: { mode: 'x' }, tools: [], optionalCalls: true } },
      'options.matching.rule.mode: Expected one of exact,',
    ],
    [{ rules: 'never x' }, 'options.rules cannot be used. '],
    [{ rules: [{ text: 'never never', isOn: true }] }, 'options.rules: “never never”: '],
    [{ thresholds: { bleu: 'a' } }, 'options.thresholds cannot be used.'],
  ])('options of score: %j', async (options, message) => {
    await expect(score(await readDataset(ROW), never(options))).rejects.toThrow(message);
  });

  it.each([undefined, null, {}, [], 'x'])('dataset and runs: %j', async (value) => {
    const run = await score(await readDataset(ROW));
    await expect(score(never(value))).rejects.toThrow('dataset must be a dataset of readDataset.');
    expect(() => summarise(never(value))).toThrow('run must be a run of score.');
    await expect(explainRow(never(value), 0)).rejects.toThrow('run must be');
    await expect(compare(never(value), run)).rejects.toThrow('baseline must be');
    await expect(compare(run, never(value))).rejects.toThrow('candidate must be');
  });

  it('an option that is undefined is absent', async () => {
    const options = never({ metrics: undefined, tools: undefined });
    const { settings } = await score(await readDataset(ROW), options);
    expect(settings).toEqual((await score(await readDataset(ROW))).settings);
  });
});

it('what runs did is counted where it is recorded, however late', async () => {
  const rows = Array.from({ length: 20 }, (_, at) => ({
    predicted_trajectory: [
      { tool_name: 't', tool_input: {}, ...(at > 9 && { tool_output: 'ok', cost_usd: 0.5 }) },
    ],
    reference_trajectory: [{ tool_name: 't', tool_input: {} }],
  }));
  const { metrics } = summarise(await score(await readDataset(rows)));
  const meanOf = (id: string) => metrics.find(({ metricId }) => metricId === id)?.mean;
  expect(meanOf('call_count')).toBe(1);
  expect(meanOf('tool_error_count')).toBe(0);
  expect(meanOf('total_cost')).toBe(0.5);
  expect(meanOf('trajectory_exact_match')).toBe(1);
});

it('costs in another currency than the first are not added up', async () => {
  const rows = ['EUR', 'USD', 'EUR', undefined].map((currency, at) => ({
    predicted_trajectory: [{ tool_name: 't', tool_input: {}, cost: at + 1, currency }],
    reference_trajectory: [{ tool_name: 't', tool_input: {} }],
  }));
  const dataset = await readDataset(rows);
  for (const run of [await score(dataset), await score(dataset, { metrics: ['total_cost'] })])
    expect(run.values('total_cost')).toEqual([1, null, 3, null]);
});

it('explainRow refuses a row that there is not', async () => {
  const run = await score(await readDataset(ROW));
  await expect(explainRow(run, 1)).rejects.toThrow('The run has 1 row, none with number 1.');
});

it('compare pairs by prompt and reference where a run has no ids', async () => {
  const runOf = async (text: string) => score(await readDataset(text));
  const [a, b] = [await runOf(ROW), await runOf(ROW.replace('"id":"a",', ''))];
  expect((await compare(a, b)).pairedBy).toBe('prompt and reference');
  expect((await compare(a, a)).pairedBy).toBe('id');
});

const LONG = { ...THREE_ROWS[0], note: 'x'.repeat(70_000) };

it.each([
  ['lines', THREE_ROWS.map((row) => `${JSON.stringify(row)}\n`).join('')],
  ['a list on one line', JSON.stringify(THREE_ROWS)],
  ['a list on many', JSON.stringify(THREE_ROWS, null, 2)],
])('a dataset of %s is read, written as JSONL and scored', async (_, text) => {
  const dataset = await readDataset(text);
  expect(dataset).toMatchObject({ rowCount: 3, skippedCount: 0, issues: [] });
  expect(await dataset.row(1)).toEqual(THREE_ROWS[1]);
  const lines = (await dataset.jsonl.text()).trimEnd().split('\n');
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual(THREE_ROWS);
  const run = await score(dataset);
  expect(run.values('trajectory_exact_match')).toEqual([1, 0, 0]);
});

it('a list in a large object is written as JSONL', async () => {
  const rows = [...THREE_ROWS, LONG];
  const dataset = await readDataset(JSON.stringify({ rows }, null, 1));
  const lines = (await dataset.jsonl.text()).trimEnd().split('\n');
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual(rows);
});
