import { expect } from 'vitest';
import { it, openRows, runOf, settled } from '../../../../tests/support/open-app.ts';
import { printRule } from '#core/score/trajectory-rules/print-rule.ts';
import { parseRule } from '#core/score/trajectory-rules/parse-rule.ts';
import { until } from '../../../../tests/support/until.ts';
import { draftOfRule, ruleOfDraft } from './rule-draft.ts';
import { RulesOfRun } from './rules-of-run.svelte.ts';

const rows = Array.from({ length: 8 }, (_, index) => {
  const id = `c-${String(index)}`;
  const verify = { tool_name: 'verify', tool_input: { id: index === 5 ? 'c-0' : id } };
  const pay = { tool_name: 'pay', tool_input: { id, amount: index } };
  const reference = [{ ...verify, tool_input: { id } }, pay];
  return {
    id: `row-${String(index)}`,
    ...{ predicted_trajectory: [verify, pay], reference_trajectory: reference },
  };
});

it('scores rules at once, and leads to the first call that breaks each', async ({ app }) => {
  await openRows(app, rows);
  const rules = [
    { text: 'pay only after verify with the same id', isOn: true },
    { text: 'never pay(amount > 6)', isOn: true },
    { text: 'never verify', isOn: false },
  ];
  await app.workspace.setSettings({ ...app.workspace.settings, rules });
  await settled(app);
  const known = new RulesOfRun(app);
  const run = runOf(app);
  const counts = rules.map((rule) => known.countOf(run, rule));
  expect(counts).toEqual([
    { kept: 7, of: 8, first: 5, unknown: 0 },
    { kept: 7, of: 8, first: 7, unknown: 0 },
    undefined,
  ]);
  known.findOffences(run, rules);
  known.readFacts(run);
  await until(() => known.offenceOf(rules[0]!) !== undefined && known.facts.tools.length > 0);
  expect(known.offenceOf(rules[0]!)).toMatchObject({ id: 'row-5', row: 5, call: 1 });
  expect(known.facts.tools.find(({ name }) => name === 'pay')?.arguments).toEqual([
    { name: 'id', calls: 8 },
    { name: 'amount', calls: 8, range: [0, 7] },
  ]);
});

it.each([
  'never a(x > 1)',
  'at most 3 calls of a',
  'at least 1 call',
  'a before b',
  'a(x = 1) only after b with the same x and y',
  'a then b',
  'after a, b within 3 calls',
  'after a, b',
  'no identical call more than 2 times in a row',
  'a only if x <= 5',
  'ends with an answer',
])('%s goes into the fields of its sentence and back', (text) => {
  const parsed = parseRule(text);
  const draft = parsed.ok ? draftOfRule(parsed.rule.rule) : undefined;
  const rule = draft && ruleOfDraft(draft);
  expect(rule && printRule({ rule })).toBe(text);
});

it.each(['a then b then c', 'a only after b(x = 1)', 'a(x = 1) only if y = 2'])(
  '%s is for the text only',
  (text) => {
    const parsed = parseRule(text);
    expect(parsed.ok && draftOfRule(parsed.rule.rule)).toBeUndefined();
  },
);
