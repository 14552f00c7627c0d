import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { lawRuns } from '../../../../tests/support/law-runs.ts';
import { calls, recordOf, scoreRecords } from '../../../../tests/support/build.ts';
import { json } from '../../../../tests/support/arbitraries.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { parseJson, printJson } from '#core/base/json/parse-json.ts';
import { addCustomScores, gatherResults } from '#core/score/columns/gather-results.ts';
import { EXACT_RULES } from '#core/match/rules.ts';
import { DEFAULT_SETTINGS } from '#core/score/metrics/registry.ts';
import { summarise } from '#core/explain/summary/summarise.ts';
import {
  csvRecord,
  planResultColumns,
  resultCells,
  resultLine,
  resultNames,
} from './result-table.ts';
import { printSummary, isSummary, type SummaryFile } from './summary-file.ts';

const METRICS = [
  'trajectory_recall',
  'trajectory_single_tool_use',
  'latency_in_seconds',
  'failure',
];
const RECORDS: JsonObject[] = [
  { id: '1', ...recordOf(calls('a'), calls('ab')), latency_in_seconds: '2.50', failure: false },
  { id: '2', ...recordOf([], calls('ab')), note: 'x' },
];
const RUN = scoreRecords(RECORDS, {
  metrics: METRICS,
  tools: ['a'],
  emptyTrajectories: 'skip',
});
const PLAN = planResultColumns(RUN);

describe('the result table', () => {
  it('has the data, a score for each metric, what was recorded, and what differs', () => {
    expect(resultNames(PLAN)).toEqual([
      ...['id', 'predicted_trajectory', 'reference_trajectory', 'note'],
      ...[
        'trajectory_recall/score',
        'trajectory_single_tool_use/score',
        'latency_in_seconds',
        'failure',
        'trajectory/differences',
      ],
    ]);
  });

  it('names single tool use as the service does, and of several tools by their names', () => {
    const nameOf = (...tools: string[]): readonly string[] => {
      const records = RECORDS.map((record) => ({
        ...record,
        ...{ 'trajectory_single_tool_use(a)/score': 0, 'trajectory_single_tool_use/score': 0 },
      }));
      const run = scoreRecords(records, { metrics: ['trajectory_single_tool_use'], tools });
      return resultNames(planResultColumns(run)).filter((name) => name.endsWith('/score'));
    };
    expect(nameOf('a')).toEqual(['trajectory_single_tool_use/score']);
    expect(nameOf('a', 'b')).toEqual([
      'trajectory_single_tool_use/score',
      'trajectory_single_tool_use(a)/score',
      'trajectory_single_tool_use(b)/score',
    ]);
  });

  it('has no name twice, whatever code calls what it returns', () => {
    const metric = { name: 'a', code: '', scale: 'number', better: 'none', isOn: true } as const;
    const results = gatherResults(metric, [
      { kind: 'score', value: 1, more: [['score', '2']] },
      { kind: 'error', message: 'no' },
      { kind: 'score', value: 3, more: [['error', 'none']] },
    ]);
    const run = scoreRecords([...RECORDS, RECORDS[0]!], { metrics: [] });
    const plan = planResultColumns(addCustomScores(run, [results]));
    const names = resultNames(plan).filter((name) => name.startsWith('a/'));
    expect(new Set(names).size).toBe(names.length);
    expect(names[0]).toBe('a/score');
    const first = parseJson(resultLine(plan, RECORDS[0]!, 0));
    expect(first).toMatchObject({ 'a/score': 1, 'a/score returned': '2' });
  });

  it('has null where there is no value', () => {
    const [one, two] = RECORDS.map((record, row) => resultCells(PLAN, record, row));
    expect(one?.slice(3)).toEqual([null, 0.5, 1, 2.5, 0, 'b is missing']);
    expect(two?.slice(3)).toEqual(['x', null, null, null, null, 'a is missing; b is missing']);
  });

  it('is written as lines that keep every own column', () => {
    const record = parseJson('{"id":9007199254740993,"__proto__":{"x":1}}') as JsonObject;
    const run = scoreRecords([record], { metrics: ['failure'] });
    expect(resultLine(planResultColumns(run), record, 0)).toBe(
      '{"id":9007199254740993,"__proto__":{"x":1},"failure":null}',
    );
    expect(Object.keys(parseJson(resultLine(PLAN, RECORDS[0]!, 0)) as JsonObject)).not.toContain(
      'note',
    );
  });

  it('is written as CSV that reads back', () => {
    const cell = fc.oneof(
      json,
      fc.constantFrom('', ' x', 'a,b', 'a"b', 'a\nb', '\r', '=1+1', null),
    );
    fc.assert(
      fc.property(fc.array(cell, { minLength: 2, maxLength: 6 }), (cells) => {
        const [fields] = Papa.parse<string[]>(csvRecord(cells), {
          delimiter: ',',
          newline: '\r\n',
        }).data;
        expect(fields).toEqual(
          cells.map((value) =>
            value === null ? '' : typeof value === 'string' ? value : printJson(value),
          ),
        );
      }),
      { numRuns: lawRuns(300) },
    );
  });
});

describe('the summary file', () => {
  const file: SummaryFile = {
    name: 'run “A”',
    datasetName: 'rows.jsonl',
    createdAtMs: Date.UTC(2026, 10, 21, 12),
    rowCount: 2,
    skippedCount: 1,
    settings: {
      ...DEFAULT_SETTINGS,
      metrics: METRICS,
      tools: ['a'],
      useStemmer: true,
      matching: { ...EXACT_RULES, rule: { ...EXACT_RULES.rule, mode: 'subset' } },
    },
    summary: summarise(RUN),
  };
  const text = printSummary(file);

  it('has the names of the reference service', () => {
    expect((parseJson(text) as JsonObject)['summary_metrics']).toMatchObject({
      ...{ row_count: 2, 'trajectory_recall/mean': 0.5, 'trajectory_recall/std': null },
      ...{ 'trajectory_single_tool_use/mean': 1, 'latency_in_seconds/mean': 2.5 },
    });
  });

  it('is JSON, with intervals, whatever numbers are recorded', () => {
    const size = fc.constantFrom(1, 2.5, 1e100, 9e153, 1.7e308, '1.7e308');
    const sizes = fc.array(size, { minLength: 2, maxLength: 40 });
    const metrics = ['latency_in_seconds', 'total_cost', 'input_tokens', 'latency_from_steps'];
    fc.assert(
      fc.property(sizes, (all) => {
        const records = all.map((number) => {
          const records = { cost: number, input_tokens: number, start_ms: 0, duration_ms: number };
          const call = { tool_name: 'a', tool_input: {}, ...records };
          return { latency_in_seconds: number, reward: number, predicted_trajectory: [call, call] };
        });
        const recorded = [{ column: 'reward', scale: 'number' as const }];
        const run = scoreRecords(records, { metrics, recorded });
        const summary = summarise(run);
        const text = printSummary({ ...file, summary });
        expect(() => void JSON.parse(text)).not.toThrow();
        for (const { mean, std, interval } of summary)
          for (const number of [mean, std, interval?.low, interval?.high])
            expect(number ?? 0).toSatisfy(Number.isFinite);
      }),
    );
  });

  it('names what is not built in as the rows do, and apart from what is', () => {
    const [recall] = file.summary;
    const ids = ['custom:words', 'judge:failure', 'recorded:reward', 'rule:never a'];
    const own = ids.map((id) => ({ ...recall!, columnId: id, metricId: id }));
    const summary = [...own, ...file.summary.filter(({ metricId }) => metricId === 'failure')];
    const printed = parseJson(printSummary({ ...file, summary })) as JsonObject;
    expect(
      Object.keys(printed['summary_metrics'] as JsonObject).filter((key) => /mean$/.test(key)),
    ).toEqual([
      'words/mean',
      'judge:failure/mean',
      'recorded reward/mean',
      'never a/mean',
      'failure/mean',
    ]);
  });

  it('is told from other files, and from a dataset that mentions it', () => {
    expect(isSummary(text)).toBe(true);
    expect(isSummary('{"prompt":"trajectory-playground/summary"}')).toBe(false);
  });
});
