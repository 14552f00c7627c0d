import { expect, it } from 'vitest';
import { tablesOf } from '../../../../tests/support/cases.ts';
import type { JsonObject } from '#core/base/json/json-value.ts';
import { readRow } from '#core/read/dataset/read-row.ts';
import type { RuleSetting } from '#core/score/metric/settings.ts';
import { planRescore } from '#core/score/columns/plan-rescore.ts';
import { ChunkBuilder } from '#core/score/columns/chunk-builder.ts';
import {
  describeSetProblem,
  readSettings,
  type SetProblem,
} from '#core/score/metric-sets/metric-set.ts';
import { DEFAULT_SETTINGS, findMetric, listColumns } from '#core/score/metrics/registry.ts';
import { ruleColumn } from './rule-metric.ts';
import { namesOfRow, ruleKind } from './rule-scorer.ts';

const CASES = tablesOf<{
  scores: [JsonObject, string, number | string][];
  names: [JsonObject[string] | undefined, string[]][];
}>('trajectory-rules');

const ROLES = {
  predicted_trajectory: 'made',
  response: 'said',
  applicable_rules: 'rules',
} as const;

function score(record: JsonObject, text: string, rules: readonly RuleSetting[] = []) {
  const rule = ruleKind.find(ruleColumn({ text }).metricId);
  const { row } = readRow(record, ROLES, 1);
  const settings = { ...DEFAULT_SETTINGS, rules: [{ text, isOn: true }, ...rules] };
  return rule?.score?.(row, settings, ruleColumn({ text }));
}

const made = [{ tool_name: 'a', tool_input: { x: 1 } }];

it.each(CASES.scores)('%j under %s: %s', (record, text, expected) => {
  expect(score(record, text)).toBe(expected);
});

it('cannot tell of answers without a column of responses', () => {
  const { row } = readRow({ made }, { predicted_trajectory: 'made' }, 1);
  const column = ruleColumn({ text: 'ends with an answer' });
  expect(ruleKind.find(column.metricId)?.score?.(row, DEFAULT_SETTINGS, column)).toBe(
    'response_missing',
  );
});

it('applies a rule to the rows that name it, by name or sentence, and reports unknown names', () => {
  const mine = { text: 'mine: never a', isOn: true, isPerRow: true };
  const other = { text: 'never c', isOn: true };
  const scored = (rules: JsonObject[string] | undefined) =>
    score(rules === undefined ? { made } : { made, rules }, 'mine: never a', [other, mine]);
  expect(scored('mine')).toBe(0);
  expect(scored(['never a'])).toBe(0);
  expect(scored('never c; mine')).toBe(0);
  expect(scored('never c')).toBe('rule_not_for_row');
  expect(scored(undefined)).toBe('rule_not_for_row');
  expect(scored('yours')).toBe('rule_unknown');
});

it.each<[JsonObject[string] | undefined, string[]]>([...CASES.names, [undefined, []]])(
  '%o names %j',
  (cell, names) => {
    expect(namesOfRow(cell)).toEqual(names);
  },
);

it('is a metric that is described by its text alone', () => {
  const column = ruleColumn({ text: 'refund: never issue_refund' });
  expect(findMetric(column.metricId)).toMatchObject({
    title: 'refund',
    short: 'refund',
    scale: 'binary',
  });
  expect(findMetric('rule:never a')).toMatchObject({ title: 'never a', short: 'never a' });
  const rules = [
    { text: 'never a', isOn: true },
    { text: 'never b', isOn: false },
  ];
  const ids = listColumns({ ...DEFAULT_SETTINGS, metrics: [], rules }).map(({ id }) => id);
  expect(ids).toEqual(['rule:never a']);
});

it('is read from settings as a sentence, and left out with a reason where it is none', () => {
  const rules = ['at most 3 search', { text: 'never a', isOn: false }, 'nevr a', 5];
  const problems: SetProblem[] = [];
  const settings = readSettings({ metrics: [], rules }, (code, about = '') =>
    problems.push({ code, about }),
  );
  expect(settings.rules).toEqual([
    { text: 'at most 3 calls of search', isOn: true },
    { text: 'never a', isOn: false },
  ]);
  expect(problems.map(describeSetProblem)).toEqual([
    'A rule cannot be read: left out.',
    'The rule “nevr a” is left out. Character 1: “nevr” cannot be here. Did you mean “never”?',
  ]);
});

it('is scored again only where a change can matter', () => {
  const before = { ...DEFAULT_SETTINGS, rules: [{ text: 'never a', isOn: true }] };
  const builder = new ChunkBuilder(before, ROLES);
  builder.add({ made }, { offset: 0, length: 1, line: 1 });
  const columns = builder.finish();
  expect(columns.scores.find(({ id }) => id === 'rule:never a')?.values[0]).toBe(0);
  const wanted = (rules: readonly RuleSetting[]) =>
    planRescore(columns, before, { ...before, rules })?.wanted;
  const [one] = before.rules;
  expect(wanted([one!, { text: 'never b', isOn: true }])).toEqual(['rule:never b']);
  expect(wanted([{ ...one!, isPerRow: true }])).toEqual(['rule:never a']);
});
