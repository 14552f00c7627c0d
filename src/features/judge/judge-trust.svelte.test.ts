import { expect, it } from 'vitest';
import { openRows, reopenApp, runOf } from '../../../tests/support/open-app.ts';
import {
  judgeAll,
  openJudging,
  stored,
  type Judging,
} from '../../../tests/support/judge-session.ts';
import { judgeOf } from './judge-session.svelte.ts';
import { trustOf, type JudgeTrust } from './judge-trust.svelte.ts';

const PROMPTS = ['right', 'wrong', 'right too', 'wrong too'];

async function openTrust(prompts = PROMPTS): Promise<Judging & { readonly trust: JudgeTrust }> {
  const judging = await openJudging(prompts);
  await judgeAll(judging.session);
  return { ...judging, trust: trustOf(judging.app) };
}

async function labelAll(trust: JudgeTrust, score: number): Promise<void> {
  for (const row of trust.rows) await trust.label(row, score);
}

it('shows rows to label without the verdict, and compares labels with verdicts', async () => {
  const { trust } = await openTrust();
  expect(trust.rows).toEqual([]);
  await trust.draw();
  expect(trust.rows.map(({ row }) => row).sort()).toEqual([0, 1, 2, 3]);
  expect(JSON.stringify(trust.rows)).not.toContain('It scores');
  const [first] = trust.rows;
  expect(first?.inputs.map(({ name }) => name)).toContain('prompt');
  expect(first && trust.labelOf(first)).toBeUndefined();
  expect(trust.labelled).toEqual([]);
  await labelAll(trust, 1);
  expect(first && trust.labelOf(first)).toBe(1);

  expect(trust.labelled).toHaveLength(4);
  const disagreed = trust.labelled.filter(({ human, judge }) => human !== judge);
  expect(disagreed).toHaveLength(2);
  expect(disagreed[0]).toMatchObject({ human: 1, judge: 0, explanation: 'It scores 0.' });
  expect(trust.agreement).toMatchObject({ rows: 4, agreement: 0.5, kappa: 0 });
});

it('draws the same fifty rows in the same order each time', async () => {
  const prompts = Array.from({ length: 60 }, (_, index) => `right ${index}`);
  const { app, trust } = await openTrust(prompts);
  await trust.draw();
  const first = trust.rows.map(({ row }) => row);
  expect(new Set(first).size).toBe(50);
  expect(first).not.toEqual([...first].sort((a, b) => a - b));
  const labels = await trust.labelsOf(runOf(app), judgeOf(app).metric);
  expect(labels.size).toBe(0);
});

it('keeps labels of a metric to itself, and finds them again', async () => {
  const { app, session, trust } = await openTrust();
  await trust.draw();
  await labelAll(trust, 1);
  const { metric } = session;
  session.useTemplate('fluency');
  expect(trust.rows).toEqual([]);
  expect(trust.labelled).toEqual([]);
  session.setMetric(metric);
  expect(trust.rows).toHaveLength(4);
  expect(trust.labelled.filter(({ human, judge }) => human !== judge)).toHaveLength(2);
  // nor do they belong to other rows
  await openRows(app, [{ prompt: 'other', response: 'x', predicted_trajectory: [] }]);
  expect(trust.rows).toEqual([]);
});

it('takes labelling up again after a reload', async () => {
  const { trust } = await openTrust();
  await trust.draw();
  const [first, second] = trust.rows;
  if (!first || !second) throw new Error('no rows');
  await trust.label(first, 1);
  await trust.label(second, 0);
  await stored('verdicts', 6);
  const again = trustOf(await reopenApp());
  await again.draw();
  expect(again.rows).toEqual(trust.rows);
  expect(again.rows.map((row) => again.labelOf(row))).toEqual([1, 0, undefined, undefined]);
});

it('keeps the label of a comparison as the choice it is', async () => {
  const { app, session, trust } = await openTrust(['right']);
  await openRows(app, [{ prompt: 'a', response: 'good', old: 'plain' }], 'pairs.jsonl');
  session.useTemplate('pairwise_instruction_following');
  session.compareWith({ kind: 'column', column: 'old' });
  await judgeAll(session);
  await trust.draw();
  await labelAll(trust, -1);
  expect(trust.labelled).toMatchObject([{ human: -1, judge: 1 }]);
  const [row] = trust.rows;
  const [record] = await session.verdicts.get([row?.key ?? '']);
  expect(record?.text).toBe('{"explanation":"","choice":"A"}');
  expect(record?.provider).toBe('person');
  expect(judgeOf(app)).toBe(session);
});
