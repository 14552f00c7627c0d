import { beforeEach, expect, it, vi } from 'vitest';
import { differenceKindOf } from '#core/match/signature.ts';
import { changeToolRule } from '#core/match/change-rule.ts';
import { EXACT_RULES } from '#core/match/rules.ts';
import { withMatching } from '#core/score/metric/settings.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import CauseStrip from '#features/results/CauseStrip.svelte';
import { treatTextAsNumbers } from './apply-rules.ts';
import { eventually } from '../../../../tests/support/eventually.ts';
import { mountWith, type Mounted } from '../../../../tests/support/mount-with.ts';
import { openApp, openRows, runOf, scoresOf, settled } from '../../../../tests/support/open-app.ts';

const OFFER = /^Accept ?numbers in text/;
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

function mountStrip(): Mounted {
  return mountWith(app, CauseStrip, { run: runOf(app) });
}

it('says beside its cause how many rows pass then, and scores them so', async () => {
  // of the last row all called calls would be expected, but one of them is missing
  const short = { ...rowOf(3, '3'), reference_trajectory: [...heat(3), ...heat(4)] };
  const rows = [rowOf(21, '21'), rowOf('7', 7), rowOf(5, '6'), rowOf(1, '1', { extra: 1 }), short];
  await openRows(app, rows);
  expect(scoresOf(app, 'trajectory_exact_match')).toEqual([0, 0, 0, 0, 0]);
  const strip = mountStrip();
  const offer = await strip.screen.findByRole('button', { name: OFFER });
  expect(offer.textContent).toContain(': 2 more pass');
  await strip.user.click(offer);
  await expectExact([1, 1, 0, 0, 0]);
  expect(runOf(app).record.settings.matching?.rule.numbersAsText).toBe(true);
  app.notices.toasts.at(-1)?.action?.run();
  await expectExact([0, 0, 0, 0, 0]);
});

it('is not offered where it would let no row pass', async () => {
  await openRows(app, [rowOf(5, '6')]);
  const asking = vi.spyOn(app.pool, 'ask');
  const strip = mountStrip();
  await eventually(() => expect(asking).toHaveBeenCalled());
  await Promise.all(asking.mock.results.map(({ value }) => value as unknown));
  expect(strip.screen.queryByRole('button', { name: OFFER })).toBeNull();
});

it('is asked of no worker where no number stands against a string', async () => {
  await openRows(app, [rowOf(5, 6), rowOf('a', 'b')]);
  expect(runOf(app).causes.map(({ name }) => differenceKindOf(name))).not.toContain(
    'number-as-string',
  );
  const asking = vi.spyOn(app.pool, 'ask');
  mountStrip();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(asking).not.toHaveBeenCalled();
});

it('goes once the rule is set', async () => {
  await openRows(app, [rowOf(21, '21'), rowOf(1, 1, { extra: 1 })]);
  treatTextAsNumbers(app);
  await expectExact([1, 0]);
  expect(mountStrip().screen.queryByRole('button', { name: OFFER })).toBeNull();
});

it('holds for tools with a rule of their own, which keep the rest of it', async () => {
  await openRows(app, [rowOf(21, '21', { extra: 1 })]);
  const rules = changeToolRule(EXACT_RULES, 'heat', { mode: 'superset' });
  await app.workspace.setSettings(withMatching(app.workspace.settings, rules));
  await settled(app);
  treatTextAsNumbers(app);
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
