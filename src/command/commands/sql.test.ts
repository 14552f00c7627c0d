import { expect, it } from 'vitest';
import { tablesOf } from '../../../tests/support/cases.ts';
import { DEFAULT_SETTINGS, METRICS } from '#core/score/metrics/registry.ts';
import { printMetricSet } from '#core/score/metric-sets/metric-set.ts';
import { writeScript } from '#core/warehouse/write-script.ts';
import { useFolder } from '../../../tests/support/folder.ts';
import { runInTest } from '../../../tests/support/test-terminal.ts';

const CASES = tablesOf<{
  refusedSql: [string, string[], string][];
}>('command');

const COLUMNS = 'predicted_trajectory=calls,reference_trajectory=expected,id=case';
const USUAL = ['sql', '--table', 'p.agents.runs', '--columns', COLUMNS];

const { path, read, write } = useFolder();

it('prints the script that the page writes, and tells what is not in it', async () => {
  const chosen = 'trajectory_recall,bleu';
  const { exitCode, out, told } = await runInTest([...USUAL, '--metrics', chosen]);
  const script = writeScript({
    table: 'p.agents.runs',
    columns: {
      predicted_trajectory: 'calls',
      reference_trajectory: 'expected',
      id: 'case',
    },
    settings: { ...DEFAULT_SETTINGS, metrics: chosen.split(',') },
  });
  expect(exitCode).toBe(0);
  expect(out).toBe(script.ok && script.sql);
  expect(told).toBe('bleu needs a column for response and reference.\n');
});

it('takes a metric set, groups, days and a table for the scores', async () => {
  const settings = { ...DEFAULT_SETTINGS, metrics: ['trajectory_recall'] };
  const set = write('set.json', printMetricSet({ name: 'one', settings }));
  const days = ['--day', 'day', '--from', '2026-01-30', '--to', '2026-02-02'];
  const more = ['--metrics', set, '--group', 'model', '--scores', 'p.agents.s', ...days];
  const { exitCode, out } = await runInTest([...USUAL, ...more]);
  expect(exitCode).toBe(0);
  expect(out).toContain("DECLARE last_day DATE DEFAULT DATE '2026-02-02';");
  expect(out).toContain('INSERT INTO `p.agents.s` (`case`, `model`, `day`, input_bytes, `traj');
  expect(out).not.toContain('precision');
});

it('writes a library beside the script, where the function is too long for it', async () => {
  const metrics = [...METRICS.map(({ id }) => id), 'trajectory_single_tool_use(find)']
    .filter((id) => id !== 'trajectory_single_tool_use')
    .join();
  const columns = `${COLUMNS},response=answer,reference=answer_expected`;
  const args = [...USUAL.slice(0, -1), columns, '--metrics', metrics];
  const refused = await runInTest(args);
  expect(refused.exitCode).toBe(3);
  expect(refused.told).toContain('Add --out score.sql');
  const { exitCode, told } = await runInTest([...args, '--out', path('score.sql')]);
  expect(exitCode).toBe(0);
  expect(told).toContain('upload trajectory-scores.js to gs://your-bucket/trajectory-scores.js');
  const [, name = ''] = /return (trajectory_scores_\w+)\(/.exec(read('score.sql')) ?? [];
  expect(read('trajectory-scores.js')).toMatch(new RegExp(`^var ${name} = `));
});

it.each(CASES.refusedSql)('ends with exit code 3 and a sentence: %s', async (_, more, sentence) => {
  const { exitCode, told, out } = await runInTest([...USUAL, ...more]);
  expect(exitCode).toBe(3);
  expect(told).toContain(sentence);
  expect(out).toBe('');
  expect(told).not.toMatch(/^\s+at /m);
});
