import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { tablesOf } from '../../../../tests/support/cases.ts';
import { json } from '../../../../tests/support/arbitraries.ts';
import { scoreRecords } from '../../../../tests/support/build.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { OUTCOMES } from '#core/calls/outcome.ts';
import { findMetric, listColumns, DEFAULT_SETTINGS } from '#core/score/metrics/registry.ts';
import { planResultColumns, resultCells, resultNames } from '#core/share/results/result-table.ts';
import { mergeScores, planRescore } from '#core/score/columns/plan-rescore.ts';
import { notesOf } from '#core/score/columns/row-notes.ts';
import { joinColumns } from '#core/score/columns/growing-columns.ts';
import { sliceColumns } from '#core/score/columns/pack-columns.ts';
import type { ScoredColumns } from '#core/score/columns/scored-columns.ts';
import { checkName, customColumn, customName, UsableMetric } from './custom-metric.ts';
import type { CustomMetric } from '#core/score/metric/settings.ts';
import {
  addCustomScores,
  gatherResults,
  waitingScores,
} from '#core/score/columns/gather-results.ts';
import { instanceOf } from './instance.ts';
import { explainCodeError, readResult, type CustomResult } from './read-result.ts';
import { CUSTOM_SAMPLES } from './samples.ts';

const CASES = tablesOf<{
  metricNames: [string, string][];
  taken: [unknown, number][];
  refused: [unknown, string, Partial<CustomMetric>?][];
}>('custom-metrics');

const metric = (part: Partial<CustomMetric> = {}): CustomMetric => ({
  name: 'm',
  code: '() => 1',
  scale: 'number',
  better: 'none',
  isOn: true,
  ...part,
});

it.each(CASES.metricNames)('the name of a custom metric %s: %s', (name, problem) =>
  expect(checkName(name, ['other'])).toBe(problem),
);

describe('the column of a custom metric', () => {
  it('says by its id alone what its scores are', () => {
    const column = customColumn(metric({ name: 'word_count', scale: 'share', better: 'higher' }));
    expect(findMetric(column.metricId)).toMatchObject({
      ...{ title: 'word_count', scale: 'share', better: 'higher', origin: 'own' },
    });
    expect(findMetric(column.id)?.title).toBe('word_count');
    expect(customName(column.id)).toBe('word_count');
  });

  it('comes last, and only while the metric is on', () => {
    const custom = [metric({ name: 'a' }), metric({ name: 'b', isOn: false })];
    const ids = listColumns({ ...DEFAULT_SETTINGS, metrics: ['failure'], custom });
    expect(ids.map(({ id }) => id)).toEqual(['failure', 'custom:a']);
  });
});

describe('readResult', () => {
  const given = (answer: unknown, part: Partial<CustomMetric> = {}): CustomResult =>
    readResult(answer, metric(part));

  it.each(CASES.taken)('takes %j for %d', (answer, value) =>
    expect(given(answer)).toMatchObject({ kind: 'score', value }),
  );

  it('takes null for no score, alone and under its name', () => {
    expect(given(null)).toEqual({ kind: 'none' });
    expect(given({ entries: [['m', null]] })).toEqual({ kind: 'none' });
  });

  it('keeps further keys as texts', () => {
    const entries = [
      ['m', 1],
      ['why', 'long'],
      ['n', 2],
      ['left out', null],
    ];
    expect(given({ entries })).toEqual({
      ...{ kind: 'score', value: 1 },
      more: [
        ['why', 'long'],
        ['n', '2'],
      ],
    });
  });

  it.each<[unknown, string, Partial<CustomMetric>?]>([
    ...CASES.refused,
    [Number.NaN, 'Returned NaN'],
    [Infinity, 'Returned Infinity'],
    [undefined, 'nothing instead of'],
  ])('refuses %j', (answer, message, part) => {
    const result = given(answer, part);
    expect(result.kind === 'error' && result.message).toMatch(message);
  });

  it('never gives anything but a finite score, none, or a short error', () => {
    fc.assert(
      fc.property(fc.anything(), (answer) => {
        const result = given(answer);
        if (result.kind === 'score') expect(Number.isFinite(result.value)).toBe(true);
        if (result.kind === 'error') expect(result.message.length).toBeLessThanOrEqual(300);
      }),
    );
  });
});

describe('errors of code', () => {
  const BEFORE = 2;
  const say = (code: string, line: number) =>
    explainCodeError("Uncaught SyntaxError: Unexpected token ':'", BEFORE + line, BEFORE, code);

  it('are explained by the line of the code, with a hint for types and modules', () => {
    expect(say('function m(a: string) {\n}', 1)).toEqual({
      line: 1,
      message: expect.stringContaining('types are not supported'),
    });
    expect(say('import x from "y";\nfunction m() {}', 1).message).toContain('not a module');
    expect(say('function m() {\n  return 1 +;\n}', 2)).toEqual({
      line: 2,
      message: "SyntaxError: Unexpected token ':'",
    });
    // past the end: something is left open
    expect(say('function m() {', 9).line).toBe(1);
  });

  it('are explained by the beginning of a line, however long it is', () => {
    const code = `${' '.repeat(300)}a: string = 1`;
    expect(say(code, 1).message).toBe("SyntaxError: Unexpected token ':'");
  });
});

describe('instanceOf', () => {
  it('passes on all columns, and the roles under the service’s names', () => {
    const record: JsonObject = {
      q: 'hi',
      response: 'yes',
      calls: '[{"tool_name": "a", "tool_input": {"x": 1}, "id": 7}]',
      note: [1],
    };
    expect(instanceOf(record, { prompt: 'q', predicted_trajectory: 'calls' })).toEqual({
      ...record,
      prompt: 'hi',
      reference: null,
      predicted_trajectory: [{ tool_name: 'a', tool_input: { x: 1 } }],
      reference_trajectory: null,
      latency_in_seconds: null,
      failure: null,
    });
  });

  it('gives null for what cannot be read, and never changes the record', () => {
    fc.assert(
      fc.property(json, (cell) => {
        const record: JsonObject = Object.freeze({ p: cell });
        const { predicted_trajectory: calls } = instanceOf(record, { predicted_trajectory: 'p' });
        expect(calls === null || Array.isArray(calls)).toBe(true);
      }),
    );
  });
});

const RECORDS: JsonObject[] = [{ id: '1' }, { id: '2' }, { id: '3' }];
const RESULTS: CustomResult[] = [
  { kind: 'score', value: 4, more: [['why', 'x']] },
  { kind: 'error', message: 'boo', line: 2 },
  { kind: 'none' },
];

/** Three rows scored with a custom metric `m`. */
function scored(one = metric(), results = RESULTS): ScoredColumns {
  const run = scoreRecords(RECORDS, { metrics: ['failure'] });
  return addCustomScores(run, [gatherResults(one, results)]);
}

describe('scores of custom metrics', () => {
  it('stand beside the others, errors and further columns with their rows', () => {
    const run = scored();
    const { values, outcomes } = run.scores[1]!;
    expect([...values]).toEqual([4, Number.NaN, Number.NaN]);
    const said = ['scored', 'code_failed', 'code_gave_none'];
    expect(Array.from(outcomes, (code) => OUTCOMES[code])).toEqual(said);
    expect(notesOf(run, 1)).toEqual([{ columnId: 'custom:m', key: '', text: 'Line 2: boo' }]);
    const plan = planResultColumns(run);
    expect(resultNames(plan)).toEqual(['id', 'm/score', 'failure', 'm/why', 'm/error']);
    expect(RECORDS.map((record, row) => resultCells(plan, record, row))).toEqual([
      ['1', 4, null, 'x', null],
      ['2', null, null, null, 'Line 2: boo'],
      ['3', null, null, null, null],
    ]);
  });

  it('go by their id in results where a metric of the page has the name', () => {
    const run = scoreRecords(RECORDS, { metrics: ['exact_match'] });
    const both = addCustomScores(run, [gatherResults(metric({ name: 'exact_match' }), RESULTS)]);
    expect(resultNames(planResultColumns(both))).toEqual([
      ...['id', 'exact_match/score', 'custom:exact_match/score'],
      ...['custom:exact_match/why', 'custom:exact_match/error'],
    ]);
  });

  it('outlive cutting and joining', () => {
    const run = scored();
    const parts = [sliceColumns(run, 0, 1), sliceColumns(run, 1, 3)];
    const joined = joinColumns(parts);
    expect(joined.scores).toEqual(run.scores);
    expect([0, 1, 2].map((row) => notesOf(joined, row))).toEqual(
      [0, 1, 2].map((row) => notesOf(run, row)),
    );
  });

  it('are computed anew only when their code, language or scale changes, or it has been agreed to', () => {
    const before = { ...DEFAULT_SETTINGS, metrics: ['failure'], custom: [metric()] };
    const wanted = (after: CustomMetric[], known = scored()): readonly string[] | undefined =>
      planRescore(known, before, { ...before, custom: after })?.wanted;
    expect(wanted([metric()])).toEqual([]);
    expect(wanted([metric({ better: 'higher' })])).toEqual([]);
    expect(wanted([metric({ code: '() => 2' })])).toEqual(['custom:m']);
    expect(wanted([metric({ scale: 'share' })])).toEqual(['custom:m']);
    expect(wanted([metric({ language: 'python' })])).toEqual(['custom:m']);
    expect(wanted([metric(), metric({ name: 'n' })])).toEqual(['custom:n']);
    const waiting = addCustomScores(scoreRecords(RECORDS, { metrics: ['failure'] }), [
      waitingScores(metric(), 3),
    ]);
    expect(wanted([metric()], waiting)).toEqual(['custom:m']);
  });

  it('keep their notes when others are added, and lose them with their column', () => {
    const before = { ...DEFAULT_SETTINGS, metrics: ['failure'], custom: [metric()] };
    const other = metric({ name: 'n' });
    const rescore = (custom: CustomMetric[], fresh: ScoredColumns[]): ScoredColumns =>
      mergeScores(scored(), planRescore(scored(), before, { ...before, custom })!, fresh);
    const fresh = addCustomScores(scoreRecords(RECORDS, { metrics: [] }), [
      gatherResults(other, [{ kind: 'error', message: 'n/a' }, RESULTS[2]!, RESULTS[2]!]),
    ]);
    const both = rescore([metric(), other], [fresh]);
    expect(notesOf(both, 0).map(({ columnId, text }) => [columnId, text])).toEqual([
      ['custom:m', 'x'],
      ['custom:n', 'n/a'],
    ]);
    expect(notesOf(both, 1)).toHaveLength(1);
    expect(rescore([], []).notes).toBeUndefined();
  });
});

describe('custom metrics from outside', () => {
  it('are taken as they were written', () => {
    for (const { title, ...sample } of CUSTOM_SAMPLES)
      expect(v.is(UsableMetric, { ...sample, isOn: true }), title).toBe(true);
    expect(v.is(UsableMetric, metric({ language: 'python' }))).toBe(true);
  });

  it.each([
    {},
    { ...metric(), scale: 'x' },
    { ...metric(), name: 'a b' },
    { ...metric(), language: 'ruby' },
    'text',
  ])('are refused: %j', (value) => expect(v.is(UsableMetric, value)).toBe(false));
});

it('the sample in JavaScript scores calls against those expected', () => {
  const calls = ['search', 'set_light', 'search'];
  const row = { predicted_trajectory: calls, reference_trajectory: ['search'] };
  const sample = CUSTOM_SAMPLES.find(({ language }) => language === undefined)!;
  const run = new Function('row', `${sample.code}\nreturn ${sample.name}(row);`) as (
    given: unknown,
  ) => object;
  const result = readResult({ entries: Object.entries(run(row)) }, sample);
  expect(result).toMatchObject({ kind: 'score', value: 1 });
});
