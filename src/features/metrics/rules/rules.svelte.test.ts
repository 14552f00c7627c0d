import { expect } from 'vitest';
import { it, openRows, runOf, settled } from '../../../../tests/support/open-app.ts';
import { countOf } from './count-rows.ts';

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
  const run = runOf(app);
  const counts = rules.map((rule) => countOf(run, rule));
  expect(counts).toEqual([
    { kept: 7, of: 8, first: 5, unknown: 0 },
    { kept: 7, of: 8, first: 7, unknown: 0 },
    undefined,
  ]);
  const broken = [{ text: rules[0]!.text, row: 5 }];
  const [offence] = await app.reader.ask(run, 'firstOffences', broken);
  expect(offence).toMatchObject({ id: 'row-5', row: 5, call: 1 });
  const tools = await app.reader.ask(run, 'toolArguments', undefined);
  expect(tools).toContainEqual(['pay', ['id', 'amount']]);
});
