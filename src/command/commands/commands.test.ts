import { mkdirSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { METRICS } from '#core/score/metrics/registry.ts';
import { useFolder } from '../../../tests/support/folder.ts';
import { runInTest } from '../../../tests/support/test-terminal.ts';

type Row = Readonly<Record<string, unknown>>;

const call = (tool_name: string, tool_input: Row = {}): Row => ({ tool_name, tool_input });
const lines = (rows: readonly Row[]): string => rows.map((row) => JSON.stringify(row)).join('\n');

/** Twenty tasks; an agent that leaves out the second call of the first few. */
const run = (failing: number): Row[] =>
  Array.from({ length: 20 }, (_, at) => ({
    id: `task-${at}`,
    prompt: `Renew card ${at}`,
    predicted_trajectory: [call('find'), ...(at < failing ? [] : [call('renew', { at })])],
    reference_trajectory: [call('find'), call('renew', { at })],
  }));

const { path, read, write } = useFolder(true);

beforeAll(() => {
  write('good.jsonl', run(0));
  write('bad.jsonl', run(15));
  const strip = (side: string) =>
    lines(
      run(1).map((row) => Object.fromEntries(Object.entries(row).filter(([key]) => key !== side))),
    );
  write('predictions.jsonl', strip('reference_trajectory'));
  write('references.jsonl', strip('predicted_trajectory').split('\n').reverse().join('\n'));
});

it('the names of columns in the README need no note', async () => {
  const expected = [{ name: 'refund', args: { amount: 64 } }];
  const file = write('named.jsonl', [{ prompt: 'Refund it', expected, called: expected }]);
  const { told } = await runInTest(['score', file]);
  expect(told).toBe('');
  const converted = await runInTest(['convert', file]);
  for (const name of ['expected', 'called'])
    expect(converted.told).toContain(`${name} was read as`);
});

describe('what cannot be scored', () => {
  it.each([
    ['without columns', '{}', 'It has no columns.'],
    ['nested too deep', `${'['.repeat(300)}${']'.repeat(300)}`, 'Nested deeper than 200 levels.'],
  ])('a row %s is said with the reason', async (_, value, reason) => {
    const text = value === '{}' ? value : `{"id":1,"predicted_trajectory":${value}}`;
    const { exitCode, told } = await runInTest(['score', write('one.jsonl', text)]);
    expect([exitCode, told]).toEqual([3, expect.stringContaining(reason)]);
  });

  it('traces without their spans are to be exported with them', async () => {
    const trace = { name: 'desk', input: 'Hello', output: 'Hi', timestamp: '2026-05-04T08:00:00Z' };
    const traces = ['t1', 't2'].map((id) => ({
      id,
      htmlPath: `/project/p/traces/${id}`,
      latency: 1.5,
      totalCost: 0.1,
      ...trace,
    }));
    const { exitCode, told } = await runInTest(['score', write('traces.json', traces)]);
    expect(exitCode).toBe(3);
    expect(told).toContain('Export them with their steps: spans, observations or messages.');
  });

  const gated = (condition: Row): string[] => {
    const config = write('gate.json', { version: 1, conditions: [condition] });
    return ['gate', 'FILE', '--config', config];
  };
  const exact = 'trajectory_exact_match';

  it.each([
    ['score with a text metric', ['score', 'FILE', '--metrics', 'bleu']],
    ['compare with a text metric', ['compare', 'FILE', 'FILE', '--metrics', 'bleu']],
    ['gate --init', ['gate', 'FILE', '--init', '--force']],
    ['gate', () => gated({ metric: exact, min: 0.5 })],
    ['gate on trials', () => gated({ metric: exact, min: 0.5, 'pass^k': 1 })],
    ['gate on a cause', () => gated({ cause: 'missing', max: 0.5 })],
    ['gate on pairs', () => [...gated({ metric: exact, noWorseBy: 0 }), '--baseline', 'FILE']],
  ])('%s of a file without references ends with 3 and names --reference', async (_, given) => {
    const args = typeof given === 'function' ? given() : given;
    const file = path('predictions.jsonl');
    const { exitCode, out, told } = await runInTest(
      args.map((arg) => (arg === 'FILE' ? file : arg)),
    );
    expect([exitCode, out === '']).toEqual([3, args[0] !== 'score']);
    expect(told).toContain('--reference FILE');
  });

  it.each([['score'], ['compare'], ['gate'], ['convert'], ['open']])(
    '%s ends with 3 where a column is named that is not there, and lists those that are',
    async (name) => {
      const file = path('good.jsonl');
      const files = name === 'compare' ? [file, file] : [file];
      const config = name === 'gate' ? gated({ metric: exact, min: 0.5 }).slice(2) : [];
      const columns = ['--columns', 'predicted_trajectory=nope'];
      const { exitCode, out, told } = await runInTest([name, ...files, ...columns, ...config]);
      expect([exitCode, out]).toEqual([3, '']);
      expect(told).toContain('There is no column “nope” in good.jsonl');
      expect(told).toContain('id, prompt, predicted_trajectory, reference_trajectory');
    },
  );

  it.each([
    ['predicted_trajectory=id,reference_trajectory=id', 'the column “id” twice'],
    ['id=id,id=prompt', 'id twice'],
  ])('columns are named once: %s', async (roles, why) => {
    const { exitCode, told } = await runInTest(['score', path('good.jsonl'), '--columns', roles]);
    expect([exitCode, told]).toEqual([3, expect.stringContaining(why)]);
  });

  it('columns are those of the file, and of both that are joined', async () => {
    const rename = (side: string, to: string): string =>
      lines(run(1).map(({ id, [side]: calls }) => ({ case: id, [to]: calls })));
    const made = write('made.jsonl', rename('predicted_trajectory', 'called'));
    const wanted = write('wanted.jsonl', rename('reference_trajectory', 'should_call'));
    const roles = 'id=case,predicted_trajectory=called,reference_trajectory=should_call';
    const joined = await runInTest(['score', made, '--reference', wanted, '--columns', roles]);
    expect(joined.out).toContain('19 of 20 rows pass');
  });

  it('columns have the names of the file, also where they are read under others', async () => {
    const rows = run(1).map(({ id, prompt, predicted_trajectory, reference_trajectory }) => ({
      ...{ case_id: id, prompt, expected: reference_trajectory },
      called: predicted_trajectory,
      // a column beside it that may be of the agent's calls, too
      actual: reference_trajectory,
    }));
    const file = write('named.jsonl', rows);
    for (const roles of ['predicted_trajectory=called', 'id=case_id', 'id=case_id,prompt=prompt'])
      expect((await runInTest(['score', file, '--columns', roles])).out).toContain('19 of 20 rows');
    const second = await runInTest(['score', file, '--columns', 'predicted_trajectory=actual']);
    expect(second.out).toContain('20 of 20 rows');
    const nope = await runInTest(['score', file, '--columns', 'predicted_trajectory=nope']);
    expect(nope.told).toContain('There is no column “nope” in named.jsonl.');
    for (const name of ['case_id', 'prompt', 'expected', 'called', 'actual'])
      expect(nope.told).toMatch(new RegExp(`The columns are .*\\b${name}\\b`));
    const predictions = write(
      'made.jsonl',
      rows.map(({ expected: _, ...row }) => row),
    );
    const args = ['--reference', path('references.jsonl'), '--columns', 'id=case_id'];
    expect((await runInTest(['score', predictions, ...args])).out).toContain('19 of 20 rows');
  });

  it('tools are looked for where they are named', async () => {
    const { out } = await runInTest([
      ...['score', path('bad.jsonl'), '--metrics', 'trajectory_single_tool_use(renew)'],
    ]);
    expect(out).toMatch(/^calls renew +0\.25/m);
  });
});

it.each([
  ['latency', /time/i],
  ['failure,latency,trajectory_recall', /recall/i],
  ['trajectory_recall/score', /recall/i],
  ['trajectory_single_tool_use,trajectory_single_tool_use(renew)', /^calls renew +0\.25/m],
])('metrics are taken by the names that the service writes: %s', async (metrics, shown) => {
  const rows = run(15).map((one) => ({ ...one, latency_in_seconds: 1, failure: 0 }));
  const file = write('recorded.jsonl', rows);
  const { exitCode, out } = await runInTest(['score', file, '--metrics', metrics]);
  expect(exitCode).toBe(0);
  expect(out).toMatch(shown);
});

it('results name single tool use as the service does', async () => {
  const metrics = ['--metrics', 'trajectory_single_tool_use(renew)'];
  await runInTest(['score', path('bad.jsonl'), ...metrics, '--out', path('one-tool.csv')]);
  expect(read('one-tool.csv')).toMatch(/trajectory_single_tool_use\/score/);
  expect(read('one-tool.csv')).not.toContain('single_tool_use(');
});

describe('evaluation code', () => {
  const code = `
from vertexai.preview.evaluation import EvalTask, metrics
chosen = ["trajectory_recall", metrics.TrajectorySingleToolUse(tool_name="renew")]
EvalTask(dataset=eval_dataset, metrics=chosen + ["vibes"])
`;

  const OWN_CODE = `
def words(instance):
    return {"words": len(instance["response"].split(" "))}
EvalTask(metrics=[CustomMetric(name="words", metric_function=words)])
`;

  it.each([
    ['task.py', code, 'Line 4: "vibes"'],
    [
      'task.ipynb',
      JSON.stringify({ cells: [{ cell_type: 'code', source: code.split(/(?<=\n)/) }] }),
      '"vibes"',
    ],
  ])('gives its metrics, and what could not be taken: %s', async (name, text, vibes) => {
    const metrics = ['--metrics', write(name, text)];
    const { exitCode, out, told } = await runInTest(['score', path('bad.jsonl'), ...metrics]);
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^calls renew +0\.25/m);
    expect(out).not.toMatch(/exact/i);
    expect(told).toContain(`${vibes} is left out: no metric here has this name.`);
  });

  it('of which nothing is computed here ends with 3 and says why', async () => {
    const metrics = ['--metrics', write('own.py', OWN_CODE)];
    const { exitCode, told } = await runInTest(['score', path('bad.jsonl'), ...metrics]);
    expect(exitCode).toBe(3);
    expect(told).toContain('its metrics are code of your own, or judged by a model.');
    expect(told).toContain('--allow-code');
  });

  it.each([
    ['none.py', 'print(1)', 'No metrics were found in this code.'],
    ['none.ipynb', '{"cells": []}', 'No metrics were found in this code.'],
    ['unknown.py', 'EvalTask(metrics=["vibes"])', '"vibes" is left out'],
    ['absent.py', undefined, 'cannot be read'],
  ])('without metrics ends with 3 and says why: %s', async (name, text, why) => {
    const file = text === undefined ? path(name) : write(name, text);
    const { exitCode, told } = await runInTest(['score', path('bad.jsonl'), '--metrics', file]);
    expect(exitCode).toBe(3);
    expect(told).toContain(why);
  });
});

describe('arguments', () => {
  it.each([
    ['--out', (file: string) => ['score', '--out', path('o.csv'), file]],
    ['--redact', (file: string) => ['score', '--out', path('o.csv'), '--redact', file]],
    ['--redact kinds', (file: string) => ['score', '-o', path('o.csv'), '--redact', 'email', file]],
    ['--metrics', (file: string) => ['score', '--metrics', 'trajectory_recall', file]],
    ['--out of gate', (file: string) => ['gate', '--out', path('o.md'), '--init', '--force', file]],
  ])('may stand before the file: %s', async (_, args) => {
    const config = path('gate.json');
    const line = args(path('good.jsonl'));
    const more = line[0] === 'gate' ? ['--config', config] : [];
    expect(await runInTest([...line, ...more])).toMatchObject({ exitCode: 0 });
  });

  it('of open are heeded: a file to join, too', async () => {
    const { exitCode, told } = await runInTest([
      ...['open', path('good.jsonl'), '--reference', path('references.jsonl')],
    ]);
    expect([exitCode, told]).toEqual([3, expect.stringContaining('expected calls of its own')]);
  });

  it('of which the file is no subcommand say how it is scored', async () => {
    const { told } = await runInTest([path('good.jsonl')]);
    expect(told).toContain(`trajectory-playground score ${path('good.jsonl')}`);
  });
});

it('metrics are listed, one a line, and are found by names like theirs', async () => {
  const { out } = await runInTest(['metrics']);
  expect(out).toMatch(/^trajectory_recall +The share of/m);
  expect(out.trim().split('\n')).toHaveLength(METRICS.length);
  for (const typed of ['trajectory_recal', 'trajectory_recalls', 'Trajectory_recall']) {
    const { exitCode, told } = await runInTest(['score', '-', '--metrics', typed]);
    expect([exitCode, told]).toEqual([
      3,
      expect.stringContaining('Did you mean trajectory_recall?'),
    ]);
    const conditions = [{ metric: typed, min: 0.5 }];
    const config = write('gate.json', { version: 1, conditions });
    const gated = await runInTest(['gate', path('good.jsonl'), '--config', config]);
    expect(gated.exitCode).toBe(3);
    expect(gated.told).toContain('Did you mean “trajectory_recall”?');
  }
});

describe('score', () => {
  it('prints one JSON document, whatever the number of files', async () => {
    const file = path('good.jsonl');
    const [one, two] = [
      await runInTest(['score', file, '--json']),
      await runInTest(['score', file, path('bad.jsonl'), '--json']),
    ];
    expect(JSON.parse(one.out)).toMatchObject({ name: 'good.jsonl', row_count: 20 });
    expect(JSON.parse(two.out)).toMatchObject([{ name: 'good.jsonl' }, { name: 'bad.jsonl' }]);
  });

  it.each([['score'], ['convert'], ['gate'], ['compare']])(
    'notes of reading are printed, by %s too',
    async (name) => {
      const text = lines(run(0)).replaceAll('"tool_input":{"at":3}', '"arguments":"{\\"at\\":3}"');
      const file = write('converted.jsonl', text);
      const gate = { version: 1, conditions: [{ metric: 'trajectory_exact_match', min: 0.5 }] };
      const more = name === 'gate' ? ['--config', write('gate.json', gate)] : [];
      const { out, told } = await runInTest([name, file, ...(name === 'compare' ? [file] : more)]);
      expect(out + told).toMatch(/ note /);
    },
  );

  it('lists what could not be read', async () => {
    const file = write('broken.jsonl', `${lines(run(0))}\n{"id": oops}\n`);
    const { exitCode, out, told } = await runInTest(['score', file]);
    expect(exitCode).toBe(0);
    expect(out).toContain('20 rows, 1 skipped');
    expect(told).toMatch(/skipped {2}Skipped: not JSON \(1\): Line 21 skipped\./);
  });

  it('scores rules that are given as sentences, beside the metrics', async () => {
    const rules = ['--rule', 'at least 1 renew', '--rule', 'never delete_*'];
    const args = ['score', path('bad.jsonl'), '--metrics', 'trajectory_recall', ...rules];
    const { exitCode, out } = await runInTest(args);
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^Recall +0\.63/m);
    expect(out).toMatch(/^at least 1 call of renew +0\.25/m);
    expect(out).toMatch(/^never delete_\* +1\.00/m);
  });

  it('takes e-mail addresses and keys out of the files that it writes', async () => {
    const file = write('mails.jsonl', [{ ...run(0)[0], prompt: 'Ask ada@example.com' }]);
    const out = ['mails.md', 'scores.jsonl', 'scores.csv'];
    const { exitCode } = await runInTest([
      'score',
      file,
      '--redact',
      ...out.flatMap((one) => ['--out', path(one)]),
    ]);
    expect(exitCode).toBe(0);
    const [markdown, ...tables] = out.map(read);
    expect(markdown).toContain('Redacted copy: e-mail addresses: 1 value in 1 place');
    for (const table of tables) expect(table).toContain('Ask [email 1]');
    const { exitCode: refused, told } = await runInTest(['score', file, '--redact', 'names']);
    expect(refused).toBe(3);
    expect(told).toContain('“names” cannot be redacted.');
  });

  it('takes chosen columns out of the files that it writes', async () => {
    const row = { ...run(0)[0], prompt: 'Dear Ada Lovelace', customer: 'Ada Lovelace', ward: '7b' };
    const file = write('patients.jsonl', [row]);
    const redact = (...more: string[]) => runInTest(['score', file, ...more]);
    const out = path('without.jsonl');
    const chosen = ['--redact-columns', 'customer', '--remove-columns', 'ward', '--out', out];
    expect((await redact(...chosen)).exitCode).toBe(0);
    const [written = ''] = read('without.jsonl').split('\n');
    expect(JSON.parse(written)).toMatchObject({
      customer: '[customer 1]',
      prompt: 'Dear [customer 1]',
    });
    expect(written).not.toContain('ward');
    const { exitCode: unknown, told } = await redact('--remove-columns', 'name', '--out', out);
    expect(unknown).toBe(3);
    expect(told).toContain('There is no column “name” to replace or remove.');
    expect(told).toContain('customer, ward');
    const scored = await redact('--remove-columns', 'predicted_trajectory', '--out', out);
    expect(scored.exitCode).toBe(3);
    expect(scored.told).toContain('“predicted_trajectory” is scored, so it stays');
  });

  it('joins no references with rows that have them', async () => {
    const whole = await runInTest(['score', path('good.jsonl'), '--reference', path('bad.jsonl')]);
    expect(whole.exitCode).toBe(3);
    expect(whole.told).toContain('good.jsonl has expected calls of its own');
    expect(whole.told).toContain('Leave --reference out.');
  });

  it('says how runs are joined with expected calls that are given beside them', async () => {
    const again = write('again.jsonl', read('predictions.jsonl'));
    const runs = [path('predictions.jsonl'), again];
    const { exitCode, told } = await runInTest(['score', ...runs, path('references.jsonl')]);
    expect(exitCode).toBe(3);
    expect(told).toContain('references.jsonl has expected calls, and no calls of an agent.');
    expect(told).toContain(`--reference ${path('references.jsonl')}`);
    const joined = await runInTest(['score', ...runs, '--reference', path('references.jsonl')]);
    expect(joined.exitCode).toBe(0);
  });

  it('asks which side is which, with a line to copy', async () => {
    const call = { name: 'renew', arguments: { title: 'Emma' } };
    const file = write('sides.jsonl', [{ prompt: 'a', calls: [call], tools: [call] }]);
    const { exitCode, told } = await runInTest(['score', file]);
    expect(exitCode).toBe(3);
    expect(told).toContain('calls: renew({"title": "Emma"}); tools: renew({"title": "Emma"}).');
    const way = 'predicted_trajectory=calls,reference_trajectory=tools';
    expect(told).toContain(`--columns ${way}`);
    expect((await runInTest(['score', file, '--columns', way])).exitCode).toBe(0);
  });

  it('refuses to write into a folder that is not there', async () => {
    const args = ['score', path('good.jsonl'), '--out', path('no-such-folder/x.csv')];
    const { exitCode, told } = await runInTest(args);
    expect(exitCode).toBe(3);
    expect(told).toContain('cannot be written: its folder does not exist.');
  });
});

it('names the first rows of each cause, and writes all with their differences', async () => {
  const { out } = await runInTest(['score', path('bad.jsonl'), '--out', path('why.csv')]);
  expect(out).toContain('      15  renew is missing: task-0, task-1, task-2 and 12 more\n');
  expect(out).toContain('--out rows.csv');
  const rows = read('why.csv').split('\r\n');
  expect(rows[0]).toMatch(/,trajectory\/differences$/);
  expect(rows.filter((row) => row.endsWith(',renew is missing'))).toHaveLength(15);
});

describe('what runs did', () => {
  const step = (at: number, failed: boolean): Row => ({
    ...call('renew', { at }),
    tool_output: 'done',
    ...(failed && { tool_error: 'closed' }),
    ...{ input_tokens: 100, output_tokens: 10, cost: 0.1 },
  });
  const rows = (expected: Row): Row[] =>
    Array.from({ length: 4 }, (_, at) => ({
      id: `task-${at}`,
      predicted_trajectory: [step(at, at === 0)],
      ...expected,
    }));

  it.each([
    ['expected calls', { reference_trajectory: [call('renew', { at: 0 })] }],
    ['no expected calls', {}],
  ])('is counted and added up in every output of a run with %s', async (_, expected) => {
    const file = write('did.jsonl', rows(expected));
    const outs = ['did.csv', 'did.json', 'did.md'].flatMap((name) => ['--out', path(name)]);
    const { out } = await runInTest(['score', file, ...outs]);
    const totals = 'Total: 4 calls, 1 tool error, 440 tokens, cost 0.40.';
    expect(out).toContain(totals);
    expect(out).toMatch(/^Cost +0\.10/m);
    expect(read('did.md')).toContain(totals);
    expect(read('did.csv')).toMatch(/call_count\/score.*total_cost\/score/);
    expect(JSON.parse(read('did.json'))).toMatchObject({
      totals: { call_count: 4, tool_error_count: 1, total_tokens: 440, total_cost: 0.4 },
    });
  });

  it('needs no columns where the data says nothing of it', async () => {
    await runInTest(['score', path('good.jsonl'), '--out', path('plain.csv')]);
    expect(read('plain.csv')).not.toMatch(/call_count|total_cost/);
  });
});

describe('compare', () => {
  it('says who is better and which rows regressed', async () => {
    const { exitCode, out } = await runInTest(['compare', path('good.jsonl'), path('bad.jsonl')]);
    expect(exitCode).toBe(0);
    expect(out).toContain('B is worse than A on in-order match: −0.75');
    expect(out).toMatch(/15 {2}▼ Regressed {2}task-0, task-1/);
    expect(out).toContain('paired on id: 20 of 20 rows');
  });

  it('writes the same as JSON and Markdown', async () => {
    const args = ['compare', path('good.jsonl'), path('bad.jsonl'), '--json'];
    const { out } = await runInTest([...args, '--out', path('c.md'), '--out', path('c.json')]);
    const file = JSON.parse(out) as { readonly comparisons: readonly Row[] };
    expect(file.comparisons).toMatchObject([
      {
        candidate: 'B',
        pairs: 20,
        changes: { regressed: 15 },
        metrics: [{ standing: 'worse' }, {}, {}, {}, {}, {}, {}],
      },
    ]);
    expect(read('c.json')).toBe(out);
    expect(read('c.md')).toContain('**B is worse than A**');
  });

  describe('ids that count rows', () => {
    const asked = (prompt: string, expected: string): Row[] =>
      run(0).map((row, at) => ({
        ...row,
        ...(prompt === '' ? { prompt: undefined } : { prompt: `${prompt} ${at}` }),
        reference_trajectory: [call(expected, { at })],
      }));
    const half = asked('Renew card', 'renew').map((row, at) => ({
      ...row,
      ...(at < 5 ? asked('Lend book', 'lend')[at] : {}),
    }));
    const noWorse = { metric: 'trajectory_exact_match', noWorseBy: 0 };

    it.each([
      ['other prompts and references', asked('Lend book', 'lend'), 3, '20 of 20 pairs'],
      ['other references, without prompts', asked('', 'lend'), 3, '20 of 20 pairs'],
      ['another prompt in some rows', half, 0, '5 of 20 pairs'],
      ['the same prompts, other references', asked('Renew card', 'lend'), 0, '20 of 20 pairs'],
      ['no prompts, the same references', asked('', 'renew'), 0, undefined],
      ['the same', asked('Renew card', 'renew'), 0, undefined],
    ])('%s', async (_, other, expected, sentence) => {
      const [a, b] = [write('a.jsonl', asked('Renew card', 'renew')), write('b.jsonl', other)];
      const compared = await runInTest(['compare', a, b]);
      const gate = { version: 1, conditions: [noWorse] };
      const config = ['--config', write('gate.json', gate), '--baseline', a];
      const gated = await runInTest(['gate', b, ...config]);
      expect(compared.exitCode).toBe(expected);
      expect(gated.exitCode === 3).toBe(expected === 3);
      for (const { out, told } of [compared, gated])
        if (sentence === undefined) expect(out + told).not.toContain('have other expected');
        else expect(out + told).toContain(`${sentence} have other expected calls or answers`);
    });
  });

  it('calls files of one name by their paths, and looks for the file to join first', async () => {
    const files = ['one', 'two'].map((folder) => {
      mkdirSync(path(folder));
      return write(`${folder}/same.jsonl`, run(1));
    });
    const { out } = await runInTest(['compare', ...files]);
    for (const file of files) expect(out).toContain(`  ${file}  20 rows`);
    const { told } = await runInTest(['score', path('good.jsonl'), '--reference', path('nope')]);
    expect(told).toContain('nope does not exist.');
  });

  it('names rows that only one run has: the first, and all of them as JSON', async () => {
    const files = [
      write('more.jsonl', [...run(0).slice(4), { ...run(0)[0], id: 'new', prompt: 'Other' }]),
      path('good.jsonl'),
    ];
    const { out } = await runInTest(['compare', ...files.toReversed()]);
    expect(out).toContain('4 only in A: task-0, task-1, task-2 and 1 more');
    expect(out).toContain('1 only in B: new');
    const json = await runInTest(['compare', ...files.toReversed(), '--json']);
    expect(JSON.parse(json.out)).toMatchObject({
      comparisons: [
        {
          rows_only_in_baseline: ['task-0', 'task-1', 'task-2', 'task-3'],
          rows_only_in_candidate: ['new'],
        },
      ],
    });
  });

  it('counts what runs did where no calls are expected, as the page does', async () => {
    const file = path('predictions.jsonl');
    const other = write(
      'other-calls.jsonl',
      run(0).map(({ id, prompt, predicted_trajectory: calls }) => ({
        ...{ id, prompt },
        predicted_trajectory: [...(calls as Row[]), call('look')],
      })),
    );
    const { exitCode, out } = await runInTest(['compare', file, other]);
    expect(exitCode).toBe(0);
    // more calls are neither better nor worse
    expect(out).toMatch(/^Calls .* –  +–  +20 /m);
  });

  it('refuses runs without a row in common', async () => {
    const other = write(
      'other.jsonl',
      lines(run(0)).replaceAll('task-', 'job-').replaceAll('card', 'pass'),
    );
    const { exitCode, told } = await runInTest(['compare', path('good.jsonl'), other]);
    expect(exitCode).toBe(3);
    expect(told).toContain('good.jsonl and other.jsonl have no row in common.');
  });
});

it('convert writes the rows of another format as JSONL, without scores', async () => {
  const { exitCode, out, told } = await runInTest(
    ['convert', '-'],
    JSON.stringify(run(1), null, 2),
  );
  expect([exitCode, told]).toEqual([0, 'standard input: JSON rows, 20 rows\n']);
  const rows = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
  expect(rows).toEqual(run(1));
});

it('convert writes a column that is named under the name of its role, and loses none', async () => {
  const input = '{"prompt":"P","case":"C","id":"I","actual":[]}';
  const columns = 'id=case,prompt=id,predicted_trajectory=actual';
  const { out } = await runInTest(['convert', '-', '--columns', columns], input);
  expect(JSON.parse(out)).toEqual({ id: 'C', prompt: 'I', predicted_trajectory: [], case: 'P' });
});
