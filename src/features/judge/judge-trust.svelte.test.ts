import { expect, it } from 'vitest';
import { openRows, reopenApp } from '../../../tests/support/open-app.ts';
import {
  CANARY,
  judgeAll,
  loopbackJudge,
  openJudging,
  stored,
  type Judging,
  eventually,
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
  await trust.draw(20);
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
  expect(disagreed[0]).toMatchObject({ human: 1, judge: 0, said: 'It scores 0.' });
  expect(trust.agreementWith(trust.labelled)).toMatchObject({
    rows: 4,
    scores: [0, 1],
    matrix: [
      [0, 0],
      [2, 2],
    ],
    agreement: 0.5,
    kappa: 0,
    baseRate: 1,
  });
});

it('draws the same rows in the same order each time', async () => {
  const { trust } = await openTrust(Array.from({ length: 30 }, (_, index) => `right ${index}`));
  await trust.draw(20);
  const first = trust.rows.map(({ row }) => row);
  expect(new Set(first).size).toBe(20);
  expect(first).not.toEqual([...first].sort((a, b) => a - b));
  await trust.draw(30);
  expect(trust.rows.map(({ row }) => row).slice(0, 20)).toEqual(first);
});

it('keeps labels of a metric to itself, and finds them again', async () => {
  const { app, session, trust } = await openTrust();
  await trust.draw(20);
  await labelAll(trust, 1);
  await trust.checkNoise();
  expect(trust.noise).toBeDefined();
  const { metric } = session;
  session.useTemplate('fluency');
  expect(trust.rows).toEqual([]);
  expect(trust.labelled).toEqual([]);
  expect(trust.noise).toBeUndefined();
  expect(await trust.takeUp()).toBe(false);
  session.setMetric(metric);
  expect(trust.rows).toHaveLength(4);
  expect(trust.labelled.filter(({ human, judge }) => human !== judge)).toHaveLength(2);
  expect(trust.noise).toBeDefined();
  // nor do they belong to other rows
  await openRows(app, [{ prompt: 'other', response: 'x', predicted_trajectory: [] }]);
  expect(trust.rows).toEqual([]);
  expect(await trust.takeUp()).toBe(false);
});

it('takes labelling up again after a reload', async () => {
  const { trust } = await openTrust();
  await trust.draw(20);
  const [first, second] = trust.rows;
  if (!first || !second) throw new Error('no rows');
  await trust.label(first, 1);
  await trust.label(second, 0);
  await stored('verdicts', 6);
  const again = trustOf(await reopenApp());
  expect(await again.takeUp()).toBe(true);
  expect(again.rows).toEqual(trust.rows);
  expect(again.rows.map((row) => again.labelOf(row))).toEqual([1, 0, undefined, undefined]);
  expect(await again.takeUp()).toBe(false);
});

it('compares with the ratings that the data holds', async () => {
  const { app, session, trust } = await openTrust();
  expect(trust.ratingColumn).toBeUndefined();
  const rows = PROMPTS.map((prompt, index) => ({
    ...{ prompt, response: 'Done.', predicted_trajectory: [] },
    'goal_success/human_rating': [1, 1, 0, 7][index],
  }));
  await openRows(app, rows, 'rated.jsonl');
  expect(trust.ratingColumn).toBe('goal_success/human_rating');
  await judgeAll(session);
  await trust.readRatings();
  // a rating that is none of the rubric is no rating
  expect(trust.rated.map(({ human, judge }) => [human, judge])).toEqual([
    [1, 1],
    [1, 0],
    [0, 1],
  ]);
});

it('measures how far a judge differs from itself; a sample that is known is not asked for', async () => {
  const { judge, trust } = await openTrust();
  await trust.checkNoise();
  expect(trust.noise).toEqual({ rows: 4, std: 0, unsteady: 0, errors: 0 });
  expect(judge.questions).toHaveLength(4 + 4 * 4);
  expect(trust.outcome).toBe('');
  expect(trust.progress).toBeUndefined();
});

it('tells a judge that is not steady', async () => {
  const { trust } = await openTrust(['swaying', 'right']);
  await trust.checkNoise();
  expect(trust.noise).toMatchObject({ rows: 2, unsteady: 1 });
  expect(trust.noise?.std).toBeGreaterThan(0.2);
});

it('counts by a canary how often the judge is fooled', async () => {
  const { session, judge, trust } = await openTrust();
  await trust.checkCanary();
  // this judge gives every canary its good score but none that says “wrong”
  expect(trust.canary).toMatchObject({ injected: 20, honest: 5, errors: 0 });
  expect(judge.questions).toHaveLength(4 + 25);
  expect(trust.canary?.model).toBe(session.chosen.settings.model);
});

it('says why a check gave nothing', async () => {
  const { session, trust } = await openTrust(['right']);
  const dead = await loopbackJudge();
  dead.stop();
  session.chosen.set({ baseUrl: dead.url, maxCalls: 0 });
  session.chosen.setKey(CANARY, false);
  await trust.checkCanary();
  expect(trust.canary).toBeUndefined();
  expect(trust.outcome).toBe('The judge returned no verdict.');
  await trust.checkNoise();
  expect(trust.noise).toBeUndefined();
  expect(trust.outcome).toBe('No row was judged twice.');
});

it('ends a check that is cancelled, and begins none beside another', async () => {
  const { judge, session, trust } = await openTrust(['right']);
  judge.mostAnswers = 0;
  const checking = trust.checkCanary();
  await eventually(() => expect(judge.questions.length).toBeGreaterThan(1));
  expect(trust.progress).toBe(0);
  const before = judge.questions.length;
  await trust.checkNoise();
  expect(judge.questions).toHaveLength(before);
  trust.cancel();
  await checking;
  expect(trust.canary).toBeUndefined();
  expect(trust.progress).toBeUndefined();
  expect(session.progress).toBeUndefined();
});

it('keeps the label of a comparison as the choice it is', async () => {
  const { app, session, trust } = await openTrust(['right']);
  await openRows(app, [{ prompt: 'a', response: 'good', old: 'plain' }], 'pairs.jsonl');
  session.useTemplate('pairwise_instruction_following');
  session.compareWith({ kind: 'column', column: 'old' });
  await judgeAll(session);
  await trust.draw(20);
  await labelAll(trust, -1);
  expect(trust.labelled).toMatchObject([{ human: -1, judge: 1 }]);
  const [row] = trust.rows;
  const [record] = await session.verdicts.get([row?.key ?? '']);
  expect(record?.text).toBe('{"explanation":"","choice":"A"}');
  expect(record?.provider).toBe('person');
  expect(judgeOf(app)).toBe(session);
});
