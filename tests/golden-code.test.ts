import { calls, recordOf, scoreRecords } from './support/build.ts';
import { describe, expect, it } from 'vitest';
import { writeEvaluationCode } from '#core/share/evaluation-code/write-evaluation-code.ts';
import { customName } from '#core/score/custom-metrics/custom-metric.ts';
import { judgeName } from '#core/score/judged-metrics/judged-metric.ts';
import { ruleText } from '#core/score/trajectory-rules/rule-metric.ts';
import { TEMPLATES } from '#core/judge/templates/registry.ts';
import {
  DEFAULT_SETTINGS,
  findMetric,
  listColumns,
  columnsOf,
  METRICS,
} from '#core/score/metrics/registry.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import {
  describeSetProblem,
  printMetricSet,
  readMetricSet,
} from '#core/score/metric-sets/metric-set.ts';

const ALL: MetricSettings = {
  metrics: METRICS.map(({ id }) => id),
  tools: ['search', 'say "hi"\nimport os'],
  duplicates: 'multiset',
  emptyTrajectories: 'score',
  useEffectiveOrder: true,
  useStemmer: true,
  useStrictStringMatch: true,
  matching: {
    rule: { mode: 'superset' },
    tools: [{ tool: 'book', rule: { mode: 'keys', keys: ['to'] } }],
    optionalCalls: false,
  },
  thresholds: { rouge_1: 0.5 },
  judges: [{ ...TEMPLATES[0]!, columns: {}, samples: 1, fence: 'abcdef12' }],
  custom: [{ name: 'word_count', code: '() => 1', scale: 'number', better: 'none', isOn: true }],
  rules: [
    { text: 'never delete_account', isOn: true },
    { text: 'at most 3 calls of search', isOn: true },
    { text: 'issue_refund only after verify_identity', isOn: true },
    { text: 'at most 9 calls', isOn: true, isPerRow: true },
    { text: 'at most 2 calls', isOn: false },
  ],
};

/** The code that stands for a metric; a metric that is not listed is left out. */
const IN_CODE: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    METRICS.filter(({ origin }) => origin === 'vertex').map(({ id }) => [id, `\n        "${id}",`]),
  ),
  trajectory_single_tool_use: 'TrajectorySingleToolUse(tool_name="search")',
  'judge:binary:response_follows_trajectory':
    'PointwiseMetric(\n    metric="response_follows_trajectory",',
  bleu: 'Bleu(use_effective_order=True)',
  rouge_1: 'Rouge(rouge_type="rouge1", use_stemmer=True)',
  rouge_2: 'Rouge(rouge_type="rouge2", use_stemmer=True)',
  rouge_l: 'Rouge(rouge_type="rougeL", use_stemmer=True)',
  rouge_l_sum: 'Rouge(rouge_type="rougeLsum", use_stemmer=True)',
};

/** The code without comments, and the phrases that the comment names as left out. */
function read(text: string): { readonly code: string; readonly left: readonly string[] } {
  const lines = text.split('\n');
  const isComment = (line: string): boolean => line.startsWith('#');
  return {
    code: lines.filter((line) => !isComment(line)).join('\n'),
    left: lines.flatMap((line) => /^# {3}(\S.*)$/.exec(line)?.[1] ?? []),
  };
}

/** How a column is called among what is left out. */
function nameOf(columnId: string): string {
  return ruleText(judgeName(customName(columnId)));
}

const SETS: Readonly<Record<string, MetricSettings>> = {
  usual: { ...DEFAULT_SETTINGS, tools: ['search'] },
  all: {
    ...ALL,
    metrics: METRICS.map(({ id }) => id).filter(
      (id) => id in IN_CODE || /^trajectory_(exact|any_order)_match_names$/.test(id),
    ),
  },
};

describe('code for Vertex AI', () => {
  it.each(Object.entries(SETS))('writes the %s metrics', async (name, settings) => {
    const path = `./fixtures/code-export/vertex-${name}.txt`;
    await expect(writeEvaluationCode(settings)).toMatchFileSnapshot(path);
  });

  it('has every metric in its code, or names it as left out', () => {
    const { code, left } = read(writeEvaluationCode(ALL));
    for (const { id, metricId } of listColumns(ALL)) {
      // the service records these itself
      if (findMetric(metricId)?.isRecorded === true) continue;
      const part = IN_CODE[metricId];
      if (part === undefined) expect(left).toContain(nameOf(id).replaceAll('\n', ' '));
      else {
        expect(left).not.toContain(nameOf(id));
        expect(code).toContain(part);
      }
    }
  });

  it('keeps names of tools inside their quotes', () => {
    expect(writeEvaluationCode(ALL)).not.toMatch(/^import os/m);
  });

  /** The entries of the list of metrics: names of the service, and calls of its classes. */
  function entriesOf(text: string): string[] {
    const list = /\n {4}metrics=\[\n(.*?)\n {4}\],\n\)/s.exec(text)?.[1];
    if (list === undefined) throw new Error('it has no list of metrics');
    return list.split('\n').map((line) => /^ {8}(.+),$/.exec(line)?.[1] ?? `not read: ${line}`);
  }

  it('has an entry for each metric of the service, in their order, and no other', () => {
    const text = writeEvaluationCode({
      ...DEFAULT_SETTINGS,
      metrics: ALL.metrics,
      tools: ['search'],
    });
    const names = entriesOf(text).map((entry) => {
      if (entry.startsWith('TrajectorySingleToolUse(')) return 'trajectory_single_tool_use';
      return JSON.parse(entry) as string;
    });
    const ofService = METRICS.filter(
      ({ origin, isRecorded }) => origin === 'vertex' && !isRecorded,
    );
    expect(names).toEqual(ofService.map(({ id }) => id));
    expect(names).toHaveLength(16);
  });

  it('imports just the classes that it calls', () => {
    for (const settings of Object.values(SETS)) {
      const text = writeEvaluationCode(settings);
      const imported = /^from vertexai\.preview\.evaluation\.metrics import (.+)$/m.exec(text)?.[1];
      const called = [...text.matchAll(/(?:^ *|[=(] ?)([A-Z]\w*)\(/gm)]
        .map(([, name]) => name)
        .filter((name) => name !== 'EvalTask');
      expect(imported?.split(', ')).toEqual([...new Set(called)].sort());
    }
  });

  it('names what it leaves out of metrics, options and rules', () => {
    expect(read(writeEvaluationCode(ALL)).left).toEqual([
      ...METRICS.filter(({ origin }) => origin !== 'vertex').flatMap((metric) =>
        columnsOf(metric, ALL).map(({ id }) => id.replace('\n', ' ')),
      ),
      'never delete_account',
      'at most 3 calls of search',
      'issue_refund only after verify_identity',
      'at most 9 calls',
      'word_count',
      'duplicates counted once (multiset)',
      'extra arguments allowed',
      'book: only to compared',
      'strict string match in tool_parameter_kv_match',
    ]);
    expect(read(writeEvaluationCode(DEFAULT_SETTINGS)).left).toEqual([]);
  });

  it('scores calls beyond an empty reference as the metrics do', () => {
    const { scores } = scoreRecords([recordOf(calls('a'), [])]);
    const listed = [
      ...writeEvaluationCode(DEFAULT_SETTINGS).matchAll(/^ {4}"(\w+)": (\d|None),$/gm),
    ];
    expect(listed).toHaveLength(5);
    for (const [, id, score] of listed)
      expect(scores.find((one) => one.id === id)?.values[0], id).toBe(
        score === 'None' ? Number.NaN : Number(score),
      );
  });
});

describe('metric sets', () => {
  it.each(Object.entries(SETS))('come back as they were: %s', (name, settings) => {
    expect(readMetricSet(printMetricSet({ name, settings }))).toEqual({
      ...{ ok: true, problems: [] },
      set: { name, settings },
    });
  });

  it('leave out and name what is unknown, and keep the rest', () => {
    const text = JSON.stringify({
      ...{ kind: 'trajectory-playground/metric-set', version: 1, name: ' mine ' },
      settings: {
        metrics: ['failure', 'vibes', 'failure', 1],
        duplicates: 'thrice',
        matching: { rule: { mode: 'nearly' }, tools: [], optionalCalls: false },
        judges: [{ id: 'helpful' }],
        custom: [{ name: 'a b' }, ALL.custom![0], ALL.custom![0]],
      },
    });
    const reading = readMetricSet(text);
    if (!reading.ok) throw new Error(reading.reason);
    expect(reading.set).toEqual({
      name: 'mine',
      settings: {
        ...{ metrics: ['failure'], tools: [], duplicates: 'membership' },
        ...{ emptyTrajectories: 'skip', custom: ALL.custom },
      },
    });
    expect(reading.problems.map(describeSetProblem)).toEqual([
      'A metric of the set has no name: left out.',
      'The metric “failure” is listed twice: computed once.',
      'The metric “vibes” is not known here: left out.',
      expect.stringContaining('rule.mode'),
      'A judged metric cannot be read: left out.',
      'A metric with code cannot be read: left out.',
      '“word_count” is the name of two metrics: the second is left out.',
      '“duplicates” must be one of membership, multiset.',
    ]);
  });

  it('say so when they name no metric', () => {
    const text = printMetricSet({ name: 'none', settings: { ...DEFAULT_SETTINGS, metrics: [] } });
    const reading = readMetricSet(text);
    expect(reading.ok && reading.problems.map(describeSetProblem)).toEqual([
      'The set names no built-in metric.',
    ]);
  });

  it.each([
    ['{', /not JSON/],
    ['[]', /not a metric set/],
    ['{"kind":"trajectory-playground/metric-set","version":3}', /newer version/],
    ['{"kind":"trajectory-playground/metric-set","version":1}', /no settings/],
  ])('are refused with a reason: %s', (text, reason) => {
    const reading = readMetricSet(text);
    expect(reading.ok || reading.reason).toMatch(reason);
  });
});
