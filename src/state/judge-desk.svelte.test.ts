import { expect, it, vi } from 'vitest';
import { OUTCOMES } from '#core/metrics/metric.ts';
import { FAULT_NAMES, MENDED } from '../../tests/e2e/judge-server.ts';
import { dump } from '../../tests/e2e/stored.ts';
import { openApp, openRows, reopenApp, runOf, scoresOf } from '../../tests/support/open-app.ts';
import {
  asked,
  CANARY,
  chooseJudge,
  COLUMN,
  judgeAll,
  loopbackJudge,
  openJudging,
  rowsAbout,
  saidOf,
  stored,
  turnNetworkOn,
  eventually,
} from '../../tests/support/judge-desk.ts';
import type { AppState } from './app.svelte.ts';
import { judgeOf } from './judge-desk.svelte.ts';

/** All but the one that waits for a deadline. */
const FAULTS = FAULT_NAMES.filter((name) => name !== 'silent-once');

const manyRight = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `right ${String(index)}`);

function outcomesOf(app: AppState): readonly string[] {
  const column = runOf(app).columns.scores.find(({ id }) => id === COLUMN);
  return Array.from(column?.outcomes ?? [], (outcome) => OUTCOMES[outcome] ?? '');
}

function summaryOf(app: AppState) {
  return runOf(app).summary.find(({ columnId }) => columnId === COLUMN);
}

it('scores each row by its verdict, with what the judge said', async () => {
  const { app, desk, judge } = await openJudging(['right', 'wrong']);
  expect(await judgeAll(desk)).toBe('2 of 2 rows judged with 2 calls.');
  expect(scoresOf(app, COLUMN)).toEqual([1, 0]);
  expect(saidOf(app)).toEqual(['It scores 1.', 'It scores 0.']);
  expect(judge.questions).toHaveLength(2);
  expect(desk.judgedIds).toEqual([COLUMN]);
  expect(desk.progress).toBeUndefined();
});

it('takes every fault of a judge for an error of its row, never for a score', async () => {
  const prompts = ['right', 'wrong', ...FAULTS.map((name) => `fault:${name}`)];
  const { app, desk, judge } = await openJudging(prompts, { concurrency: 8 });
  const mended = FAULTS.filter((name) => MENDED.includes(name));
  const failed = FAULTS.length - mended.length;
  const ended = await judgeAll(desk);
  expect(ended).toMatch(new RegExp(`^${prompts.length} of ${prompts.length} rows judged with`));
  expect(ended).toContain(`, ${String(failed)} errors.`);
  const scores = FAULTS.map((name) => (MENDED.includes(name) ? 1 : null));
  expect(scoresOf(app, COLUMN)).toEqual([1, 0, ...scores]);
  expect(outcomesOf(app).slice(-failed)).toEqual([
    ...['judge_server', 'judge_blocked', 'judge_truncated', 'judge_out_of_rubric'],
    ...['judge_unparseable', 'judge_unparseable', 'judge_network_or_cors', 'judge_auth'],
  ]);
  expect(summaryOf(app)).toMatchObject({
    valid: 2 + mended.length,
    notEvaluated: 0,
    errors: failed,
  });

  // what has a verdict is not asked for again
  const before = judge.questions.length;
  await judgeAll(desk);
  const again = judge.questions.slice(before);
  expect(again.filter((text) => !text.includes('fault:'))).toEqual([]);
  const retried = FAULTS.filter((name) => again.some((text) => text.includes(`fault:${name}`)));
  expect(retried).toEqual(FAULTS.slice(mended.length));
});

it('asks again for what was not answered in time', async () => {
  const { app, desk, judge } = await openJudging(['fault:silent-once'], { answerWithin: 0.2 });
  await judgeAll(desk);
  expect(scoresOf(app, COLUMN)).toEqual([1]);
  expect(judge.questions.length).toBeGreaterThan(1);
});

it('keeps the key out of all that is stored and shown, also where a judge repeats it', async () => {
  const { app, desk, judge } = await openJudging(['right', 'fault:unauthorised']);
  await judgeAll(desk);
  expect(saidOf(app)[1]).toContain('bad key');
  expect(saidOf(app)[1]).toContain('[key removed]');
  const results = await app.reader.writeResults(runOf(app), Uint32Array.of(0, 1), 'jsonl');
  const places: Readonly<Record<string, string>> = {
    addresses: judge.paths.join('\n'),
    outcome: desk.outcome,
    results: await results.text(),
    storage: await dump(),
    run: JSON.stringify(runOf(app).record),
  };
  expect(places['storage']).toContain(judge.url);
  expect(places['results']).toContain('bad key');
  const found = Object.entries(places).filter(([, text]) => text.includes('canary'));
  expect(found.map(([place]) => place)).toEqual([]);
});

it('asks nothing while the network is off', async () => {
  const judge = await loopbackJudge();
  const app = await openApp();
  await openRows(app, rowsAbout(['right']));
  const desk = chooseJudge(app, judge);
  expect(desk.dataObstacle).toBe('');
  expect(desk.obstacle).toBe('The network is off.');
  await desk.start();
  await desk.startAll();
  expect(desk.outcome).toBe('Not judged: The network is off.');
  expect(judge.paths).toEqual([]);
  expect(desk.judgedIds).toEqual([]);
});

it('says why rows cannot be judged', async () => {
  turnNetworkOn();
  const judge = await loopbackJudge();
  const app = await openApp();
  await openRows(app, [{ prompt: 'right', response: 'x', was: 'y' }]);
  const desk = chooseJudge(app, judge);
  expect(desk.missing).toEqual(['predicted_trajectory']);
  expect(desk.obstacle).toBe('A variable of the prompt has no column.');
  desk.setMetric({ ...desk.metric, columns: { predicted_trajectory: 'was' } });
  expect(desk.obstacle).toBe('');
  desk.setMetric({ ...desk.metric, id: 'trajectory_exact_match' });
  expect(desk.obstacle).toBe('Name: a computed metric has this name.');
  desk.useTemplate('fluency');
  desk.compareWith({ kind: 'column', column: 'gone' });
  expect(desk.obstacle).toContain('no column “gone” to compare with');
  desk.compareWith({ kind: 'run', id: 'gone', name: 'Gone' });
  expect(desk.obstacle).toContain('The run “Gone” to compare with is not stored any more');
  const { id, name } = runOf(app).record;
  desk.compareWith({ kind: 'run', id, name });
  expect(desk.obstacle).toContain('A run cannot be compared with itself');
  desk.compareWith({ kind: 'column', column: 'was' });
  expect(desk.obstacle).toBe('');
  desk.chosen.set({ model: ' ' });
  expect(desk.obstacle).toBe('A model is needed.');
  desk.chosen.set({ provider: 'anthropic' });
  expect(desk.obstacle).toBe('A key is needed.');
  desk.chosen.set({ provider: 'by-hand' });
  expect(desk.obstacle).toContain('under Offline');
  expect(judge.paths).toEqual([]);
});

it('keeps a judge busy: no more calls at a time than set, all of them used, each row once', async () => {
  const { app, desk, judge } = await openJudging(manyRight(60), { concurrency: 8 });
  judge.mostAnswers = 0;
  const judging = judgeAll(desk);
  // one goes on for each that is answered, to the last row
  for (let answered = 0; answered <= 52; answered += 4) {
    judge.mostAnswers = answered;
    await asked(judge, answered + 8);
  }
  judge.mostAnswers = Infinity;
  expect(await judging).toBe('60 of 60 rows judged with 60 calls.');
  expect(judge.mostAtOnce).toBe(8);
  expect(judge.questions).toHaveLength(60);
  expect(new Set(judge.questions).size).toBe(60);
  expect(scoresOf(app, COLUMN)).toEqual(Array(60).fill(1));
});

it('stops at the limit of calls, whatever goes on at the same time', async () => {
  const { app, desk, judge } = await openJudging(manyRight(30), { concurrency: 8, maxCalls: 10 });
  expect(await judgeAll(desk)).toBe('30 of 30 rows judged with 10 calls, 20 errors.');
  expect(judge.questions).toHaveLength(10);
  const scores = scoresOf(app, COLUMN);
  expect(scores.filter((score) => score === 1)).toHaveLength(10);
  expect(scores.filter((score) => score === null)).toHaveLength(20);
  const over = outcomesOf(app).filter((outcome) => outcome === 'judge_budget');
  expect(over).toHaveLength(20);
});

it('heeds limits of tokens and of money', async () => {
  const { desk, judge } = await openJudging(manyRight(60), { concurrency: 1, maxTokens: 3000 });
  await judgeAll(desk);
  const byTokens = judge.questions.length;
  expect(byTokens).toBeGreaterThan(0);
  expect(byTokens).toBeLessThan(30);
  // as much again, by the price of what the judge says that it used
  desk.chosen.set({ maxTokens: null, maxCost: 3, inputPrice: 1000, outputPrice: 1000 });
  await judgeAll(desk);
  expect(judge.questions.length - byTokens).toBe(byTokens);
});

it('goes on after a reload amid a run without asking again for what is stored', async () => {
  const { desk, judge } = await openJudging(manyRight(40), { concurrency: 4 });
  judge.mostAnswers = 14;
  void judgeAll(desk);
  await asked(judge, 18);
  await stored('verdicts', 14);

  // the page is gone: what was under way is never answered to it
  const app = await reopenApp();
  desk.cancel();
  judge.mostAnswers = Infinity;
  const again = judgeOf(app);
  expect(again.metric).toEqual(desk.metric);
  expect(again.chosen.settings).toEqual(desk.chosen.settings);
  expect(again.chosen.key).toBe('');
  again.chosen.setKey(CANARY, false);
  expect(await judgeAll(again)).toBe('40 of 40 rows judged with 26 calls, 14 known from before.');
  expect(judge.questions).toHaveLength(18 + 26);
  const timesOf = (text: string): number => judge.questions.filter((one) => one === text).length;
  const repeated = [...new Set(judge.questions)].filter((text) => timesOf(text) > 1);
  expect(repeated.toSorted()).toEqual(judge.questions.slice(14, 18).toSorted());
  expect(scoresOf(app, COLUMN)).toEqual(Array(40).fill(1));
});

it('finds the scores of a judged run again after a reload', async () => {
  const { app, desk } = await openJudging(['right', 'wrong']);
  await judgeAll(desk);
  const { id } = runOf(app).record;
  const again = await reopenApp();
  expect(runOf(again).record.id).toBe(id);
  expect(scoresOf(again, COLUMN)).toEqual([1, 0]);
  expect(saidOf(again)).toEqual(['It scores 1.', 'It scores 0.']);
  expect(runOf(again).record.settings.judges).toEqual([desk.metric]);
});

it('begins nothing while paused, and goes on where it was', async () => {
  const { desk, judge } = await openJudging(manyRight(40), { concurrency: 4 });
  judge.mostAnswers = 12;
  const judging = judgeAll(desk);
  await asked(judge, 16);
  desk.pause();
  expect(desk.isPaused).toBe(true);
  // what was begun goes on, and nothing else
  judge.mostAnswers = 28;
  await stored('verdicts', 16);
  expect(judge.questions).toHaveLength(16);
  desk.resume();
  expect(desk.isPaused).toBe(false);
  await asked(judge, 32);
  judge.mostAnswers = Infinity;
  expect(await judging).toBe('40 of 40 rows judged with 40 calls.');
  expect(judge.questions).toHaveLength(40);
});

it('ends at once when it is cancelled, and keeps the verdicts so far', async () => {
  const { app, desk, judge } = await openJudging(manyRight(20), { concurrency: 4 });
  judge.mostAnswers = 6;
  const judging = judgeAll(desk);
  await asked(judge, 10);
  await stored('verdicts', 6);
  desk.cancel();
  expect(await judging).toBe('6 of 20 rows judged with 10 calls.');
  expect(scoresOf(app, COLUMN).filter((score) => score === 1)).toHaveLength(6);
  expect(outcomesOf(app).filter((outcome) => outcome === 'not_judged')).toHaveLength(14);
  judge.mostAnswers = Infinity;
  expect(await judgeAll(desk)).toBe('20 of 20 rows judged with 14 calls, 6 known from before.');
});

it('stops the run once ten calls in a row were refused', async () => {
  const prompts = Array.from({ length: 30 }, (_, index) => `fault:unauthorised ${String(index)}`);
  const { app, desk, judge } = await openJudging(prompts, { concurrency: 1 });
  const ended = await judgeAll(desk);
  expect(ended).toMatch(/^Stopped\. The provider refused the key\. HTTP 401/);
  expect(ended).not.toContain('canary');
  // the eleventh had begun before the tenth was given up
  expect(judge.questions).toHaveLength(11);
  expect(scoresOf(app, COLUMN)).toEqual(Array(30).fill(null));
});

it('tries five rows first, which are then not asked for again', async () => {
  const { desk, judge } = await openJudging(manyRight(12));
  await desk.start([0, 1, 2, 3, 4]);
  expect(desk.outcome).toBe('5 of 5 rows judged with 5 calls.');
  expect(await judgeAll(desk)).toBe('12 of 12 rows judged with 7 calls, 5 known from before.');
  expect(judge.questions).toHaveLength(12);
});

it('takes the mean or the majority of several samples, and says how many agree', async () => {
  const { app, desk, judge } = await openJudging(['right', 'wrong', 'swaying']);
  desk.setMetric({ ...desk.metric, samples: 3 });
  expect(await judgeAll(desk)).toBe('3 of 3 rows judged with 9 calls.');
  expect(scoresOf(app, COLUMN)).toEqual([1, 0, 2 / 3]);
  expect(saidOf(app)[2]).toContain('3 samples: 1, 0, 1 (67 % agree)');
  // another way to combine asks for nothing anew
  desk.setMetric({ ...desk.metric, combine: 'majority' });
  expect(await judgeAll(desk)).toBe('3 of 3 rows judged with 0 calls, 3 known from before.');
  expect(scoresOf(app, COLUMN)).toEqual([1, 0, 1]);
  expect(judge.questions).toHaveLength(9);
});

it('shows the judge the examples of a metric, and finds fault with one that shows nothing', async () => {
  const { desk, judge } = await openJudging(['right']);
  const withExample = (text: string): void => {
    const { prompt } = desk.metric;
    if (prompt.kind !== 'sections') throw new Error('it has no sections');
    const examples = [{ text, score: 1, reason: 'It was done.' }];
    desk.setMetric({ ...desk.metric, prompt: { ...prompt, examples } });
  };
  withExample('');
  expect(desk.faults).toEqual(['Examples: example 1 shows nothing.']);
  await desk.start();
  expect(judge.questions).toEqual([]);
  withExample('It said: done.');
  await judgeAll(desk);
  const answer = '{"explanation":"It was done.","score":1}';
  expect(judge.questions).toHaveLength(1);
  expect(judge.questions[0]).toContain(`### Example 1\nIt said: done.\nAnswer: ${answer}`);
});

it('judges by all metrics of a run, one after the other', async () => {
  const { app, desk, judge } = await openJudging(['right', 'right too']);
  await judgeAll(desk);
  desk.useTemplate('fluency');
  await judgeAll(desk);
  await app.workspace.setSettings({ ...runOf(app).record.settings });
  await desk.startAll();
  expect(desk.outcome).toContain('Goal success: 2 of 2 rows judged with 0 calls');
  expect(desk.outcome).toContain('Fluency: 2 of 2 rows judged with 0 calls');
  expect(judge.questions).toHaveLength(4);
  expect(desk.judgedIds).toHaveLength(2);
  await desk.remove(COLUMN);
  await eventually(() => expect(desk.judgedIds).toEqual(['judge:fluency']));
});

it('says what the judge would be sent, and what judging will probably take', async () => {
  const { app, desk } = await openJudging(['right', 'wrong', ''], {
    inputPrice: 2,
    outputPrice: 10,
  });
  const prompt = await desk.promptOf(runOf(app), 0);
  expect(prompt).toMatchObject({ kind: 'prompt' });
  expect(await desk.promptOf(runOf(app), 2)).toEqual({ kind: 'missing', variables: ['prompt'] });
  const reckoned = await desk.estimate(runOf(app));
  expect(reckoned.calls).toBe(2);
  expect(reckoned.cost).toBeGreaterThan(0);
  desk.setMetric({ ...desk.metric, samples: 3 });
  expect((await desk.estimate(runOf(app))).calls).toBe(6);
  desk.compareWith({ kind: 'column', column: 'response' });
  expect((await desk.estimate(runOf(app))).calls).toBe(4);
  const answers = await desk.estimateAnswers(runOf(app), [desk.metric, desk.metric], 10);
  expect(answers.calls).toBe(40);
});

it('scores by stored answers alone when it is to ask for nothing', async () => {
  const { app, desk, judge } = await openJudging(['right', 'wrong', 'right too']);
  await desk.start([0, 1]);
  await desk.remove(COLUMN);
  await eventually(() => expect(desk.judgedIds).toEqual([]));
  await desk.replay();
  expect(desk.outcome).toBe('2 of 3 rows judged with 0 calls, 2 known from before.');
  expect(scoresOf(app, COLUMN)).toEqual([1, 0, null]);
  expect(judge.questions).toHaveLength(2);
});

it('leaves judging to the tab that has begun it', async () => {
  const { desk, judge } = await openJudging(['right']);
  const request = vi.fn((_name: string, _options: object, work: (lock: null) => unknown) =>
    Promise.resolve(work(null)),
  );
  vi.stubGlobal('navigator', { locks: { request } });
  await desk.start();
  vi.unstubAllGlobals();
  expect(desk.outcome).toContain('Another tab of this page is judging');
  expect(judge.questions).toEqual([]);
});
