import { beforeEach, expect, it, vi } from 'vitest';
import { isNumberAgainstText } from '#core/match/signature.ts';
import { changeToolRule } from '#core/match/change-rule.ts';
import { EXACT_RULES } from '#core/match/rules.ts';
import { withMatching } from '#core/score/metric/settings.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import Headline from '#features/results/Headline.svelte';
import Signatures from '#features/results/Signatures.svelte';
import { treatTextAsNumbers } from './apply-rules.ts';
import { applyRowRule } from '#features/row/row-rule.ts';
import { eventually } from '../../../../tests/support/eventually.ts';
import { mountWith, type Mounted } from '../../../../tests/support/mount-with.ts';
import { openApp, openRows, runOf, scoresOf, settled } from '../../../../tests/support/open-app.ts';

const OFFER = 'Treat "21" as 21';
const nothing = (): void => undefined;
let app: AppState;
beforeEach(async () => {
  app = await openApp();
});

const heat = (temperature: unknown, more: object = {}) => [
  { tool_name: 'heat', tool_input: { temperature, ...more } },
];
const rowOf = (expected: unknown, called: unknown, more: object = {}) => ({
  reference_trajectory: heat(expected),
  predicted_trajectory: heat(called, more),
});

async function expectExact(scores: readonly number[]): Promise<void> {
  await eventually(() => expect(scoresOf(app, 'trajectory_exact_match')).toEqual(scores));
  await settled(app);
}

function mountHeadline(): Mounted {
  return mountWith(app, Headline, { run: runOf(app), onmetrics: nothing, onjudge: nothing });
}

it('says under the headline how many rows pass then, and scores them so', async () => {
  // of the last row all called calls would be expected, but one of them is missing
  const short = { ...rowOf(3, '3'), reference_trajectory: [...heat(3), ...heat(4)] };
  const rows = [rowOf(21, '21'), rowOf('7', 7), rowOf(5, '6'), rowOf(1, '1', { extra: 1 }), short];
  await openRows(app, rows);
  expect(scoresOf(app, 'trajectory_exact_match')).toEqual([0, 0, 0, 0, 0]);
  const headline = mountHeadline();
  const offer = await headline.screen.findByRole('button', { name: new RegExp(`^${OFFER}`) });
  expect(offer.textContent).toMatch(/2 more rows\s+pass/);
  await headline.user.click(offer);
  await expectExact([1, 1, 0, 0, 0]);
  expect(runOf(app).record.settings.matching?.rule.numbersAsText).toBe(true);
  app.notices.toasts.at(-1)?.action?.run();
  await expectExact([0, 0, 0, 0, 0]);
});

it('is not offered where it would let no row pass', async () => {
  await openRows(app, [rowOf(5, '6')]);
  const asking = vi.spyOn(app.pool, 'ask');
  const headline = mountHeadline();
  await eventually(() => expect(asking).toHaveBeenCalled());
  await Promise.all(asking.mock.results.map(({ value }) => value as unknown));
  expect(headline.screen.queryByRole('button', { name: new RegExp(`^${OFFER}`) })).toBeNull();
});

it('is asked of no worker where no number stands against a string', async () => {
  await openRows(app, [rowOf(5, 6), rowOf('a', 'b')]);
  expect(runOf(app).causes.some(({ name }) => isNumberAgainstText(name))).toBe(false);
  const asking = vi.spyOn(app.pool, 'ask');
  mountHeadline();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(asking).not.toHaveBeenCalled();
});

it('stands beside its cause, and goes once the rule is set', async () => {
  await openRows(app, [rowOf(21, '21'), rowOf(1, 1, { extra: 1 })]);
  const causes = mountWith(app, Signatures, { run: runOf(app), onchoose: nothing });
  const offers = causes.screen.getAllByRole('button', { name: OFFER });
  expect(offers).toHaveLength(1);
  await causes.user.click(offers[0]!);
  await expectExact([1, 0]);
  const after = mountWith(app, Signatures, { run: runOf(app), onchoose: nothing });
  expect(after.screen.queryByRole('button', { name: OFFER })).toBeNull();
});

it('holds for tools with a rule of their own, which keep the rest of it', async () => {
  await openRows(app, [rowOf(21, '21', { extra: 1 })]);
  const rules = changeToolRule(EXACT_RULES, 'heat', { mode: 'superset' });
  await app.workspace.setSettings(withMatching(app.workspace.settings, rules));
  await settled(app);
  applyRowRule(app, { kind: 'numbers' });
  await expectExact([1]);
  expect(runOf(app).record.settings.matching).toMatchObject({
    rule: { mode: 'exact', numbersAsText: true },
    tools: [{ tool: 'heat', rule: { mode: 'superset', numbersAsText: true } }],
  });
});

it('keeps the run before of a sample, and goes back to it where it is undone', async () => {
  const before = runOf(app).record.id;
  treatTextAsNumbers(app);
  await eventually(() => expect(runOf(app).record.id).not.toBe(before));
  await settled(app);
  app.notices.toasts.at(-1)?.action?.run();
  await eventually(() => expect(runOf(app).record.id).toBe(before));
  expect(runOf(app).record.settings.matching).toBeUndefined();
  expect(app.library.list).toHaveLength(2);
});
