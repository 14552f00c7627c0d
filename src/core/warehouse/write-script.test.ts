import { describe, expect, it } from 'vitest';
import { tablesOf } from '../../../tests/support/cases.ts';
import { DEFAULT_SETTINGS, METRICS } from '#core/score/metrics/registry.ts';
import type { JudgeMetric } from '#core/score/metric/judge-metric.ts';
import type { MetricSettings } from '#core/score/metric/settings.ts';
import { writeScript, type ScriptRequest } from './write-script.ts';

const CASES = tablesOf<{
  refused: [string, Partial<ScriptRequest>, string][];
}>('warehouse');

const BOTH = {
  predicted_trajectory: 'predicted',
  reference_trajectory: 'expected',
} as const;

const USUAL: MetricSettings = {
  ...DEFAULT_SETTINGS,
  metrics: DEFAULT_SETTINGS.metrics.filter((id) => id.startsWith('trajectory_')),
  tools: ['search'],
};

const ALL: MetricSettings = { ...USUAL, metrics: METRICS.map(({ id }) => id) };

const write = (more: Partial<ScriptRequest> = {}) =>
  writeScript({ table: 'agents.runs', columns: BOTH, settings: USUAL, ...more });

function written(more: Partial<ScriptRequest> = {}) {
  const result = write(more);
  if (!result.ok) throw new Error(result.problems.join('\n'));
  return result;
}

const problemsOf = (more: Partial<ScriptRequest>) => {
  const result = write(more);
  return result.ok ? [] : result.problems;
};

const EVERY_COLUMN = {
  ...BOTH,
  response: 'response',
  reference: 'reference',
  latency_in_seconds: 'latency',
  failure: 'failure',
};

describe('the size of the function', () => {
  it('lets the usual metrics stand in a script', () => {
    const { functionBytes, library, sql } = written({
      columns: EVERY_COLUMN,
      settings: DEFAULT_SETTINGS,
    });
    expect(functionBytes).toBeLessThanOrEqual(32 * 1024);
    expect(library).toBeUndefined();
    expect(sql).not.toContain('library');
  });

  it('grows with what is chosen only', () => {
    const sizeOf = (...metrics: string[]): number =>
      written({ columns: EVERY_COLUMN, settings: { ...USUAL, metrics } }).functionBytes;
    const one = sizeOf('trajectory_recall');
    expect(sizeOf('trajectory_recall', 'trajectory_precision')).toBeGreaterThan(one);
    expect(sizeOf('trajectory_recall', 'rouge_1')).toBeGreaterThan(one + 2000);
    const matching = { rule: { mode: 'subset' }, tools: [], optionalCalls: false } as const;
    const settings = { ...USUAL, metrics: ['trajectory_recall'], matching };
    expect(written({ settings }).functionBytes).toBeGreaterThan(one + 2000);
  });

  it('makes a larger set a library, and says so', () => {
    const { sql, library, notes, functionBytes } = written({
      columns: EVERY_COLUMN,
      settings: ALL,
    });
    expect(functionBytes).toBe(library?.text.length);
    expect(functionBytes).toBeGreaterThan(32 * 1024);
    expect(sql.length).toBeLessThan(32 * 1024);
    expect(sql).toContain("OPTIONS (library = ['gs://your-bucket/trajectory-scores.js'])");
    expect(notes.at(-1)).toMatch(
      /^The function takes 4\d\.\d kB, and BigQuery takes 32\.0 kB in a script: upload trajectory-scores\.js to gs:/,
    );
    const named = written({ columns: EVERY_COLUMN, settings: ALL, library: 'gs://ours/x.js' });
    expect(named.sql).toContain("['gs://ours/x.js']");
    expect(problemsOf({ columns: EVERY_COLUMN, settings: ALL, library: "gs://o'urs" })).toEqual([
      "“gs://o'urs” is no address such as gs://bucket/name.js.",
    ]);
  });
});

describe('what is scored', () => {
  it('is what the columns allow; all else is said', () => {
    const { notes, sql } = written({
      settings: { ...ALL, tools: [] },
      columns: { ...BOTH, failure: 'f' },
    });
    expect(notes).toContain('bleu needs a column for response and reference.');
    expect(notes.join()).not.toMatch(/latency_in_seconds|single_tool_use/);
    expect(notes).toContain('tool_error_rate is computed in the page and the command only.');
    expect(sql).toContain('TO_JSON_STRING(t.`f`) AS FAILURE');
    expect(sql).toContain('-- Not in here: bleu needs a column for response and reference.');
  });

  it('says what each metric lacks where nothing is left', () => {
    const metrics = ['trajectory_single_tool_use', 'latency_in_seconds', 'bleu'];
    expect(problemsOf({ settings: { ...USUAL, metrics, tools: [] } })).toEqual([
      'Nothing is left to score: choose a metric, and name the columns it needs.',
      'bleu needs a column for response and reference.',
      'trajectory_single_tool_use needs the name of a tool.',
      'latency_in_seconds needs a column for latency_in_seconds.',
    ]);
  });

  it('reads no column that no metric needs', () => {
    const { sql } = written({ columns: EVERY_COLUMN });
    expect(sql).not.toContain('RESPONSE');
    expect(sql).not.toContain('LATENCY');
  });

  it('takes a list of references for the reference', () => {
    const { sql, notes } = written({
      columns: { predicted_trajectory: 'p', reference_trajectories: 'several' },
    });
    expect(notes).toEqual([]);
    expect(sql).toContain('score_row(PREDICTED_TRAJECTORY, REFERENCE_TRAJECTORIES)');
  });

  it('leaves out what a model or a person’s own code scores, in words', () => {
    const custom = [
      { name: 'word_count', code: '() => 1', scale: 'number', better: 'none', isOn: true } as const,
    ];
    const judge: JudgeMetric = {
      id: 'helpful',
      title: 'Helpful',
      prompt: { kind: 'text', text: '{response}' },
      ratings: [],
      columns: {},
      samples: 1,
      fence: 'abc',
    };
    const { notes } = written({ settings: { ...USUAL, custom, judges: [judge] } });
    expect(notes).toEqual([
      'helpful is scored by a model, which a warehouse does not ask.',
      'word_count is your own code, which runs in the page and the command only.',
    ]);
  });

  it.each(CASES.refused)('is not %s', (_, more, problem) => {
    expect(problemsOf(more)[0]).toBe(problem);
  });
});

describe('names in a script', () => {
  it('are quoted as BigQuery wants them', () => {
    const { sql } = written({
      table: '`my-project.agents.runs`',
      columns: { ...BOTH, id: 'meta.task', predicted_trajectory: 'run.calls' },
      groupBy: 'model version',
    });
    expect(sql).toContain('CREATE OR REPLACE TABLE `my-project.agents.runs_scores` AS');
    expect(sql).toContain('FROM `my-project.agents.runs` AS t');
    expect(sql).toContain('t.`meta`.`task` AS `task`');
    expect(sql).toContain('TO_JSON_STRING(t.`run`.`calls`) AS PREDICTED_TRAJECTORY');
    expect(sql).toContain('GROUP BY `model version`, metric, outcome');
  });

  it('of scores are columns’ names, each once, and the page’s names in the summary', () => {
    const tools = ['search', 'Search!', 'a\'b\\c\n"""$$'];
    const settings = { ...USUAL, metrics: ['trajectory_single_tool_use'], tools };
    const columns = { ...BOTH, id: 'trajectory_single_tool_use_search_score' };
    const { sql } = written({ settings, columns });
    expect(sql).toContain('.score AS `trajectory_single_tool_use_search_score_2`');
    expect(sql).toContain('.score AS `trajectory_single_tool_use_search__score`');
    expect(sql).toContain("'trajectory_single_tool_use(search)' AS metric");
    expect(sql).toContain(String.raw`'trajectory_single_tool_use(a\'b\\c\u000a"""$$)' AS metric`);
    const one = written({ settings: { ...settings, tools: ['search'] } }).sql;
    expect(one).toContain('.score AS `trajectory_single_tool_use_score`');
    expect(one).toContain("'trajectory_single_tool_use' AS metric");
    const body = /AS r"""\n([^]*?)\n""";/.exec(sql)?.[1];
    expect(body).toMatch(/^[\x20-\x7e\n]*$/);
    expect(body).toContain(String.raw`a\u0027b\\c\n\u0022\u0022\u0022$$`);
  });

  it('never end a comment', () => {
    const { sql } = written({ table: '`agents.runs`' });
    expect(sql.split('\n')[0]).toBe('-- Trajectory Playground: scores the rows of `agents.runs`.');
    expect(problemsOf({ table: 'agents.runs\nDROP' })).toHaveLength(1);
  });
});
