import { appendFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { tablesOf } from '../../../tests/support/cases.ts';
import { useFolder } from '../../../tests/support/folder.ts';
import { runInTest, type Ran } from '../../../tests/support/test-terminal.ts';
import { row } from '../../../tests/support/build.ts';
import { passingRows } from '../../../tests/support/gated-runs.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';

const CASES = tablesOf<{
  refusedGates: [string, never[] | string[], string, string][];
}>('command');

const { path: at, read, write } = useFolder();

const configOf = (...conditions: readonly string[]): string =>
  write('gate.json', `{\n  "version": 1,\n  "conditions": [\n${conditions.join(',\n')}\n  ]\n}\n`);
const gate = (...args: readonly string[]): Promise<Ran> => runInTest(['gate', ...args]);

describe('gate', () => {
  it.each([
    [0.5, 0, '● PASS  The condition passes.'],
    [0.95, 1, '✕ FAIL  1 of 1 condition fails.'],
    [0.75, 2, '◇ INCONCLUSIVE  1 of 1 condition is inconclusive.'],
  ])('at least %d exits with %i', async (min, exitCode, verdict) => {
    const file = write('today.jsonl', passingRows(100, 80));
    const config = configOf(`    { "metric": "trajectory_exact_match", "min": ${min} }`);
    const ran = await gate(file, '--config', config);
    expect(ran.exitCode).toBe(exitCode);
    expect(ran.out).toContain(verdict);
    expect(ran.out).toContain('0.80, n = 100; 95 % interval 0.71 to 0.87.');
    expect(ran.told).toBe('');
  });

  it('says where calls are compared by name only, in words and in files', async () => {
    const [named] = passingRows(1, 1);
    const rows = Array.from({ length: 20 }, () => ({ ...named, predicted_trajectory: ['a', 'b'] }));
    const expected = [{ tool_name: 'a', tool_input: { x: 1 } }, 'b'];
    const file = write(
      'names.jsonl',
      rows.map((one) => ({ ...one, reference_trajectory: expected })),
    );
    const config = configOf('{ "metric": "trajectory_exact_match", "min": 0.5 }');
    const ran = await gate(file, '--config', config, '--out', at('gate.md'));
    expect(ran.exitCode).toBe(0);
    for (const text of [ran.out, read('gate.md')])
      expect(text).toContain('The calls of 20 rows are compared by name only.');
    const compared = await runInTest(['compare', file, file]);
    expect(compared.out).toContain('Calls compared by name only: 20 rows in A, 20 rows in B.');
  });

  // of calls that lose their arguments nobody knows whether they are as good
  it.each([
    ['in no row', 'calls', 'calls', 0, ''],
    ['in both runs', 'some', 'some', 0, ''],
    ['all', 'calls', 'names', 1, '9 without a score'],
    ['one of two', 'calls', 'some', 1, '9 without a score'],
    ['more than before', 'some', 'names', 1, '9 without a score'],
    ['those of the baseline', 'names', 'calls', 2, 'Without a score in the baseline'],
    ['one of two of the baseline', 'some', 'calls', 2, 'Without a score in the baseline'],
  ] as const)('calls without arguments: %s', async (_, before, after, exitCode, sentence) => {
    const made = [
      { tool_name: 'a', tool_input: { x: 1 } },
      { tool_name: 'b', tool_input: { y: 2 } },
    ];
    const ways = { calls: made, some: [made[0]!, 'b'], names: ['a', 'b'] };
    const runOf = (way: keyof typeof ways): string =>
      write(
        `${way}.jsonl`,
        Array.from({ length: 40 }, (_, id) => ({
          id: String(id),
          predicted_trajectory: id < 9 ? ways[way] : made,
          reference_trajectory: made,
        })),
      );
    const config = configOf('{ "metric": "trajectory_exact_match", "noWorseBy": 0.05 }');
    const ran = await gate(runOf(after), '-g', config, '-b', runOf(before));
    expect(ran.exitCode).toBe(exitCode);
    expect(ran.out).toContain(sentence);
    if (exitCode === 0) return;
    expect(ran.out).toContain('n = 31 pairs, 9 pairs without a value');
    const { out } = await runInTest(['compare', runOf(before), runOf(after)]);
    expect(out).toContain('9 without a score in both');
    expect(out).toContain('9 rows have arguments in one run alone, and are left out.');
  });

  it('takes no rows for pairs or trials by a column that only seems to name them', async () => {
    // the first 64 kB do not show that a ticket has several rows
    const rows = passingRows(60, 60).map(({ id: _, ...one }, at) => ({
      ...one,
      ticket: `T-${at % 50}`,
      prompt: `Task ${at} ${'of many words '.repeat(150)}`,
    }));
    const file = write('tickets.jsonl', rows);
    const { out } = await runInTest(['compare', file, file]);
    expect(out).toContain('paired on prompt and expected calls: 60 of 60 rows');
    const config = configOf('{ "metric": "trajectory_exact_match", "pass^k": 1, "min": 0.1 }');
    expect((await gate(file, '-g', config)).told).toContain('needs rows with an id');
    const named = await gate(file, '-g', config, '--columns', 'id=ticket');
    expect(named.out).toContain('over 50 tasks');
  });

  it('pairs by prompts where few ids are in both', async () => {
    const asked = (from: number, passing: number): JsonObject[] =>
      passingRows(71, passing).map((one, at) => ({
        ...one,
        id: String(from + at),
        prompt: `Task ${at}`,
      }));
    const config = configOf('{ "metric": "trajectory_exact_match", "noWorseBy": 0.05 }');
    const [main, worse] = [write('main.jsonl', asked(0, 71)), write('w.jsonl', asked(70, 20))];
    const ran = await gate(worse, '-g', config, '-b', main);
    expect(ran.exitCode).toBe(1);
    expect(ran.out).toContain('paired on prompt and expected calls, as few ids are in both.');
    expect(ran.out).toContain('n = 71 pairs');
    const fewest = asked(70, 71).map((one, at) => ({ ...one, prompt: `Other task ${at}` }));
    const { out } = await runInTest(['compare', main, write('few.jsonl', fewest)]);
    expect(out).toContain('No row differs, but only 1 of 141 rows is paired.');
  });

  it.each([
    ['another list is right, too', { reference_trajectories: [['x', 'b']] }],
    ['no call is right, too', { reference_trajectories: [[]] }],
    ['a call may be left out', { reference_trajectory: [{ tool_name: 'x', optional: true }] }],
    ['the calls have no order', { reference_trajectory: [{ $inAnyOrder: ['a', 'b'] }] }],
    ['a call comes after none', { reference_trajectory: [{ tool_name: 'a', $after: [] }, 'b'] }],
  ])('fails rows of which less is expected than in the baseline: %s', async (_, easier) => {
    const config = configOf('{ "metric": "trajectory_precision", "noWorseBy": 0.9 }');
    const rows = passingRows(40, 40);
    const main = write('main.jsonl', rows);
    const fewer = write(
      'fewer.jsonl',
      rows.map((one, at) => (at < 9 ? { ...one, ...easier } : one)),
    );
    const ran = await gate(fewer, '-g', config, '-b', main);
    expect(ran.exitCode).toBe(1);
    expect(ran.out).toMatch(
      /Unscored in no row\s+9 of 40 rows: 9 with expected calls or answers edited/,
    );
    expect(ran.out).toContain('Expected calls or answers edited: 0, 1, 2');
    // for a gate without a condition on the baseline, too
    const plain = configOf('{ "metric": "trajectory_precision", "min": 0.01 }');
    expect((await gate(fewer, '-g', plain, '-b', main)).exitCode).toBe(1);
    expect((await gate(main, '-g', plain, '-b', main)).exitCode).toBe(0);
  });

  it.each([
    ['an id', 'id'],
    ['no id', 'prompt'],
  ])('pairs rows with %s whose expected calls were edited, and says so', async (_, key) => {
    const rows: JsonObject[] = passingRows(60, 60).map(({ id, ...one }) => ({
      ...one,
      prompt: `Task ${String(id)}`,
      ...(key === 'id' && { id: `t-${String(id)}` }),
    }));
    const edited = rows.map((one, at) =>
      at === 3 || at === 4 ? { ...one, reference_trajectory: [{ tool_name: 'c' }] } : one,
    );
    const [main, today] = [write('main.jsonl', rows), write('today.jsonl', edited)];
    const config = configOf('{ "metric": "trajectory_exact_match", "noWorseBy": 0.05 }');
    const { exitCode, out } = await gate(today, '-g', config, '-b', main);
    expect(exitCode).toBe(1);
    expect(out).toContain('2 of 60 pairs have other expected calls or answers.');
    expect(out).toContain('2 of 60 rows: 2 with expected calls or answers edited.');
    expect(out).toContain(
      `Expected calls or answers edited: ${key === 'id' ? 't-3, t-4' : 'row 4, row 5'}`,
    );
    expect(out).not.toMatch(/missing/i);
    const compared = await runInTest(['compare', main, today]);
    expect(compared.out).toContain('60 of 60 rows');
    expect(compared.out).toContain('2 of 60 pairs have other expected calls or answers');
  });

  it('names rows without calls that lost their score', async () => {
    const rows = passingRows(40, 40);
    const without = rows.map((one, at) =>
      at === 7 ? { ...one, predicted_trajectory: null } : one,
    );
    const config = configOf('{ "metric": "trajectory_exact_match", "noWorseBy": 0.05 }');
    const files = [write('today.jsonl', without), '-g', config, '-b', write('main.jsonl', rows)];
    const { out } = await gate(...files, '--out', at('report.json'));
    expect(out).toContain('1 of 40 rows: 1 without a score.');
    expect(out).toContain('Without a score: 7');
    expect(JSON.parse(read('report.json'))).toMatchObject({ unscored_rows: ['7'] });
  });

  it('scores what its conditions name, and reads what they group and count', async () => {
    const rows = passingRows(40, 36).map((row, row_number) => ({
      ...row,
      topic: row_number < 20 ? 'refund' : 'seats',
    }));
    const config = configOf(
      '{ "metric": "trajectory_f1", "min": 0.5, "group": { "column": "topic" } }',
      '{ "metric": "trajectory_single_tool_use(b)", "min": 0.5 }',
      '{ "calls": "mean", "max": 3 }',
      '{ "metric": "rule:At least 1 b", "min": 0.5 }',
      '{ "metric": "rule:my rule: no c before b", "min": 0.5 }',
    );
    const ran = await gate(write('today.jsonl', rows), '--config', config);
    expect(ran.exitCode).toBe(0);
    for (const found of [
      'where topic is refund',
      'where topic is seats',
      '(b)',
      '2.00, n = 40',
      'at least 1 call of b',
      'my rule is at least',
    ])
      expect(ran.out).toContain(found);
  });

  it('takes a CSV file, whose rows it keeps for what it reads of them', async () => {
    const calls = JSON.stringify([{ tool_name: 'a', tool_input: {} }]).replaceAll('"', '""');
    const lines = Array.from({ length: 30 }, (_, row) => `${row},"${calls}","${calls}",x`);
    const file = write(
      't.csv',
      ['id,predicted_trajectory,reference_trajectory,topic', ...lines].join('\n'),
    );
    const config = configOf(
      '{ "calls": "mean", "max": 3, "group": { "column": "topic", "value": "x" } }',
    );
    const ran = await gate(file, '--config', config);
    expect([ran.exitCode, ran.out]).toEqual([0, expect.stringContaining('1.00, n = 30')]);
  });

  it('joins references of another file, for the run and for the baseline', async () => {
    const rows = passingRows(60, 50);
    const predictions = rows.map(({ reference_trajectory: _, ...row }) => row);
    const references = rows.map(({ predicted_trajectory: _, ...row }) => row);
    const config = configOf('{ "metric": "trajectory_exact_match", "noWorseBy": 0.05 }');
    const file = write('predictions.jsonl', predictions);
    const joined = ['--reference', write('references.jsonl', references)];
    const ran = await gate(file, '-g', config, '-b', file, ...joined);
    expect([ran.exitCode, ran.out]).toEqual([0, expect.stringContaining('0.00, n = 60 pairs')]);
  });

  it('takes columns that are named from the run that has them', async () => {
    const rows = passingRows(60, 50);
    const renamed = rows.map(({ id, predicted_trajectory, ...one }) => ({
      ...{ ...one, case: id, actual: predicted_trajectory },
    }));
    const config = configOf('{ "metric": "trajectory_exact_match", "noWorseBy": 0.05 }');
    const [main, today] = [write('main.jsonl', rows), write('today.jsonl', renamed)];
    const columns = ['--columns', 'predicted_trajectory=actual,id=case'];
    for (const runs of [
      [today, '-b', main],
      [main, '-b', today],
    ]) {
      const ran = await gate(...runs, '-g', config, ...columns);
      expect([ran.exitCode, ran.out]).toEqual([0, expect.stringContaining('0.00, n = 60 pairs')]);
    }
    const { told } = await gate(today, '-b', main, '-g', config, '--columns', 'id=nope');
    expect(told).toContain('There is no column “nope” in today.jsonl and main.jsonl.');
  });

  it('writes Markdown, JUnit, JSON and the rows', async () => {
    const file = write('today.jsonl', passingRows(100, 80));
    const config = configOf(
      '{ "metric": "trajectory_exact_match", "min": 0.95 }',
      '{ "metric": "trajectory_recall", "min": 0.1 }',
      '{ "metric": "trajectory_exact_match", "min": 0.75 }',
    );
    const outs = ['gate.md', 'junit.xml', 'gate-report.json', 'rows.csv'].map(at);
    expect(
      (await gate(file, '--config', config, ...outs.flatMap((one) => ['--out', one]))).exitCode,
    ).toBe(1);
    expect(read('gate.md')).toContain('### Gate: ✕ FAIL');
    expect(read('junit.xml')).toContain('tests="3" failures="1" errors="0" skipped="1"');
    expect(JSON.parse(read('gate-report.json'))).toMatchObject({
      ...{ verdict: 'FAIL', exit_code: 1, run: 'today.jsonl' },
      conditions: [{ verdict: 'FAIL', value: 0.8, count: 100 }, {}, {}],
    });
    expect(read('rows.csv').split('\n')).toHaveLength(102);
    const printed = await gate(file, '--config', config, '--json');
    expect(JSON.parse(printed.out)).toEqual(JSON.parse(read('gate-report.json')));
  });

  it('names in every report the rows that got worse, and what it did not see', async () => {
    const main = write('main.jsonl', passingRows(40, 40));
    const file = write('today.jsonl', passingRows(39, 20));
    appendFileSync(file, 'Traceback: no more rows\n');
    const config = configOf('{ "metric": "trajectory_exact_match", "noWorseBy": 0.05 }');
    const outs = ['gate.md', 'junit.xml', 'gate-report.json'].map(at);
    const args = [file, '-g', config, '-b', main, ...outs.flatMap((one) => ['--out', one])];
    const { exitCode, out } = await gate(...args);
    expect(exitCode).toBe(1);
    for (const text of [out, ...['gate.md', 'junit.xml', 'gate-report.json'].map(read)]) {
      expect(text).toContain('1 record could not be read. 1 row of the baseline is missing.');
      expect(text.replaceAll('`', '')).toMatch(/missing(_rows)?"?: \W*39\b/i);
      expect(text.replaceAll('`', '')).toMatch(/regressed(_rows)?"?: \W*20\b/i);
    }
    writeFileSync(config, '{');
    expect((await gate(...args)).exitCode).toBe(3);
    expect(read('gate.md')).toContain('### Gate: could not be judged');
    expect(read('junit.xml')).toContain('errors="1"');
    expect(JSON.parse(read('gate-report.json'))).toMatchObject({ verdict: 'NOT JUDGED' });
  });

  it('annotates the lines of the config', async () => {
    const file = write('today.jsonl', passingRows(100, 80));
    const config = configOf(
      '    { "metric": "trajectory_exact_match", "min": 0.95 }',
      '    { "cause": "missing", "max": 0.2 }',
      '    { "metric": "trajectory_recall", "min": 0.1 }',
    );
    const { out } = await gate(file, '--config', config, '--annotate');
    const commands = out.split('\n').filter((line) => line.startsWith('::'));
    expect(commands).toHaveLength(2);
    expect(commands[0]).toMatch(
      /^::error file=.*gate\.json,line=4,title=Gate::FAIL: Exact match is/,
    );
    expect(commands[1]).toMatch(
      /^::warning file=.*,line=5,title=Gate::INCONCLUSIVE: .* 20 %25 of rows/,
    );
  });
});

describe('gate --init', () => {
  it('writes a config that the run passes, and replaces none unless forced', async () => {
    const file = write('main.jsonl', passingRows(100, 80));
    const args = [file, '--init', '--config', at('new.json')];
    const first = await gate(...args);
    expect(first.exitCode).toBe(0);
    expect(first.told).toContain('new.json is written: 2 conditions from main.jsonl.');
    expect(read('new.json')).toContain('"metric": "trajectory_in_order_match", "min":');
    expect((await gate(file, '--config', at('new.json'))).exitCode).toBe(0);
    const second = await gate(...args);
    expect([second.exitCode, second.told]).toEqual([3, expect.stringContaining('already exists')]);
    expect((await gate(...args, '--force')).exitCode).toBe(0);
  });

  it('of runs without expected calls says what they lack, and writes what a rule asks', async () => {
    const rows = passingRows(40, 40).map(({ reference_trajectory: _, ...one }) => one);
    const args = [write('traces.jsonl', rows), '--init', '--config', at('new.json')];
    const { exitCode, told } = await gate(...args);
    expect([exitCode, told]).toEqual([3, expect.stringContaining('for lack of expected calls.')]);
    expect(told).toContain('Rules need none: --rule "at most 20 calls".');
    expect((await gate(...args, '--rule', 'at most 9 calls')).exitCode).toBe(0);
    const misspelt = await gate(...args, '--force', '--rule', 'never a(amont > 5)');
    expect(misspelt.told).toContain('No call of a has amont, so every row keeps the rule.');
    expect((await gate(...args, '--force', '--rule', 'at most 9 calls')).exitCode).toBe(0);
    expect(read('new.json')).toContain('"metric": "rule:at most 9 calls", "min": 0.8');
    expect(read('new.json')).not.toContain('unscored');
    expect((await gate(args[0]!, '--config', at('new.json'))).exitCode).toBe(0);
  });

  it('says what can be done where rows are too few, or have nothing to be better at', async () => {
    const few = write('few.jsonl', passingRows(3, 3));
    const args = [few, '--init', '--config', at('new.json')];
    const alone = await gate(...args);
    expect([alone.exitCode, alone.told]).toEqual([
      3,
      expect.stringContaining('3 rows of few.jsonl'),
    ]);
    expect(alone.told).toContain(
      'Give 6 rows or more, most of which pass, or a run to compare with: --baseline FILE.',
    );
    expect((await gate(...args, '--baseline', few)).exitCode).toBe(0);
    const counted = await gate(...args, '--force', '--baseline', few, '--metrics', 'call_count');
    expect(counted.told).toContain('few.jsonl has no score that could be better or worse');
    expect(counted.told).toContain('Name metrics that have one with --metrics');
  });

  it('asks for no worse than the baseline where one is given', async () => {
    const [main, today] = [passingRows(60, 54), passingRows(60, 20)].map((rows, place) =>
      write(`${place}.jsonl`, rows),
    );
    const ran = await gate(today!, '--init', '--baseline', main!, '--config', at('new.json'));
    expect([ran.exitCode, ran.out]).toEqual([0, expect.stringContaining('✕ FAIL')]);
    expect(read('new.json')).toContain('"noWorseBy": 0.05');
    expect(ran.told).toContain('Means may be worse by 0.05 (noWorseBy): change it');
  });
});

describe('what cannot be judged ends with exit code 3, a sentence, and no verdict', () => {
  const EXACT = '{ "metric": "trajectory_exact_match", "min": 0.5 }';

  it.each(CASES.refusedGates)('%s', async (_, conditions, sentence, hint) => {
    const file = write('today.jsonl', passingRows(10, 10));
    const config = conditions.length > 0 ? configOf(...conditions) : at('none.json');
    const { exitCode, out, told } = await gate(file, '--config', config);
    expect([exitCode, out]).toEqual([3, '']);
    expect(told).toContain(sentence);
    expect(told).toContain(hint);
    expect(told).not.toMatch(/^\s+at /m);
  });

  it('no rows, no shared rows, no format of a file to write', async () => {
    const config = configOf(EXACT);
    const paired = write(
      'paired.json',
      '{ "version": 1, "conditions": [{ "metric": "trajectory_recall", "noWorseBy": 0 }] }',
    );
    const file = write('today.jsonl', passingRows(10, 10));
    const other = write('other.jsonl', [row('elsewhere', 'ab')]);
    for (const [args, sentence] of [
      [[write('empty.jsonl', ''), '-g', config], 'The file is empty'],
      [[file, '-g', paired, '-b', other], 'shares no row with the run'],
      [[file, '-g', config, '-o', at('x.docx')], 'x.docx'],
    ] as const) {
      const { exitCode, out, told } = await gate(...args);
      expect([exitCode, out]).toEqual([3, '']);
      expect(told).toContain(sentence);
    }
  });

  it('says so in annotations, too', async () => {
    const file = write('today.jsonl', passingRows(10, 10));
    const { exitCode, out } = await gate(
      file,
      '-g',
      configOf('{ "metric": "x", "min": 1 }'),
      '--annotate',
    );
    expect(exitCode).toBe(3);
    expect(out).toMatch(
      /^::error file=.*gate\.json,line=4,title=Gate::Condition 1 \(x\): There is no metric/,
    );
    const absent = await gate(file, '-g', at('none.json'), '--annotate');
    expect(absent.out).toMatch(
      /^::error file=.*none\.json,title=Gate::The config .* does not exist\./,
    );
  });
});
