import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { titleOf } from '#core/score/metrics/registry.ts';
import { setThreshold } from '#features/metrics/thresholds.ts';
import { withReview } from '#core/score/review/review.ts';
import { changeReviews } from '#features/review/reviewer.ts';
import ThreadWorker from '../../../tests/support/thread-worker.ts';
import { OUTCOMES } from '#core/calls/outcome.ts';
import { FAULT_NAMES, MENDED } from '../../../tests/e2e/judge-server.ts';
import {
  failQuestion,
  openApp,
  openRows,
  reopenApp,
  runOf,
  scoresOf,
} from '../../../tests/support/open-app.ts';
import {
  asked,
  chooseJudge,
  COLUMN,
  judgeAll,
  loopbackJudge,
  openJudging,
  rowsAbout,
  saidOf,
  stored,
  turnNetworkOn,
} from '../../../tests/support/judge-session.ts';
import type { AppState } from '#kernel/app.svelte.ts';

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

it('takes every fault of a judge for an error of its row, never for a score', async () => {
  const prompts = ['right', 'wrong', ...FAULTS.map((name) => `fault:${name}`)];
  const { app, session, judge } = await openJudging(prompts, { concurrency: 8 });
  const mended = FAULTS.filter((name) => MENDED.includes(name));
  const failed = FAULTS.length - mended.length;
  const ended = await judgeAll(session);
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
  await judgeAll(session);
  const again = judge.questions.slice(before);
  expect(again.filter((text) => !text.includes('fault:'))).toEqual([]);
  const retried = FAULTS.filter((name) => again.some((text) => text.includes(`fault:${name}`)));
  expect(retried).toEqual(FAULTS.slice(mended.length));
});

it('asks nothing while the network is off', async () => {
  const judge = await loopbackJudge();
  const app = await openApp();
  await openRows(app, rowsAbout(['right']));
  const session = chooseJudge(app, judge);
  expect(session.dataObstacle).toBe('');
  expect(session.obstacle).toBe('The network is off.');
  await session.start();
  expect(judge.paths).toEqual([]);
  expect(session.judgedIds).toEqual([]);
});

it('says why rows cannot be judged', async () => {
  turnNetworkOn();
  const judge = await loopbackJudge();
  const app = await openApp();
  await openRows(app, [{ prompt: 'right', response: 'x', was: 'y' }]);
  const session = chooseJudge(app, judge);
  expect(session.missing).toEqual(['predicted_trajectory']);
  expect(session.obstacle).toBe('Choose a column for each variable of the prompt in step 2.');
  session.setMetric({ ...session.metric, columns: { predicted_trajectory: 'was' } });
  expect(session.obstacle).toBe('');
  session.setMetric({ ...session.metric, id: 'trajectory_exact_match' });
  expect(session.obstacle).toBe('Name: a computed metric already has this name.');
  session.useTemplate('fluency');
  session.compareWith({ kind: 'column', column: 'gone' });
  expect(session.obstacle).toContain('no column “gone” to compare with');
  session.compareWith({ kind: 'run', id: 'gone', name: 'Gone' });
  expect(session.obstacle).toContain('The baseline run “Gone” is no longer stored');
  const { id, name } = runOf(app).record;
  session.compareWith({ kind: 'run', id, name });
  expect(session.obstacle).toContain('A run cannot be compared with itself');
  session.compareWith({ kind: 'column', column: 'was' });
  expect(session.obstacle).toBe('');
  // what keeps the judge from being asked is shown, too
  session.chosen.set({ model: ' ' });
  expect(session.obstacle).toBe('Enter a model.');
  expect(judge.paths).toEqual([]);
});

it('keeps the verdicts of each model to itself, under its name', async () => {
  const { app, session } = await openJudging(['right', 'wrong'], { model: 'small' });
  await judgeAll(session);
  session.chosen.set({ model: 'large' });
  await session.start([1]);
  expect(scoresOf(app, 'judge:goal_success(small)')).toEqual([1, 0]);
  expect(scoresOf(app, 'judge:goal_success(large)')).toEqual([null, 0]);
  const titles = runOf(app).columns.scores.map((column) => titleOf(column).title);
  expect(titles).toEqual(expect.arrayContaining(['Goal success (small)', 'Goal success (large)']));
  const written = await app.reader.ask(runOf(app), 'writeResults', {
    rows: Uint32Array.of(0, 1),
    type: 'csv',
  });
  expect(await written.text()).toContain('goal_success(large)/explanation');
  await session.remove('judge:goal_success(small)');
  expect(session.judgedIds).toEqual(['judge:goal_success(large)']);
});

it('stops at the limit of calls, whatever goes on at the same time', async () => {
  const { app, session, judge } = await openJudging(manyRight(30), {
    concurrency: 8,
    maxCalls: 10,
  });
  expect(await judgeAll(session)).toBe('30 of 30 rows judged with 10 calls, 20 errors.');
  expect(judge.questions).toHaveLength(10);
  const scores = scoresOf(app, COLUMN);
  expect(scores.filter((score) => score === 1)).toHaveLength(10);
  expect(scores.filter((score) => score === null)).toHaveLength(20);
  const over = outcomesOf(app).filter((outcome) => outcome === 'judge_budget');
  expect(over).toHaveLength(20);
});

it('ends at once when it is cancelled, and keeps the verdicts so far', async () => {
  const { app, session, judge } = await openJudging(manyRight(20), { concurrency: 4 });
  judge.mostAnswers = 6;
  const judging = judgeAll(session);
  await asked(judge, 10);
  await stored('verdicts', 6);
  session.cancel();
  expect(await judging).toBe('6 of 20 rows judged with 10 calls.');
  expect(scoresOf(app, COLUMN).filter((score) => score === 1)).toHaveLength(6);
  expect(outcomesOf(app).filter((outcome) => outcome === 'not_judged')).toHaveLength(14);
  judge.mostAnswers = Infinity;
  expect(await judgeAll(session)).toBe(
    '20 of 20 rows judged with 14 calls, 6 from stored verdicts.',
  );
});

it('has no verdicts by an earlier prompt among those of a changed one', async () => {
  const { app, session } = await openJudging(manyRight(20), { concurrency: 4 });
  await judgeAll(session);
  const { metric } = session;
  session.setMetric({ ...metric, ratings: metric.ratings.map((one) => ({ ...one, text: 'x' })) });
  await session.start([0, 1, 2]);
  expect(scoresOf(app, COLUMN).filter((score) => score !== null)).toHaveLength(3);
  session.setMetric({ ...metric, title: 'Goal' });
  await session.replay();
  expect(scoresOf(app, COLUMN).filter((score) => score === 1)).toHaveLength(20);
  await session.start([0]);
  expect(scoresOf(app, COLUMN).filter((score) => score === 1)).toHaveLength(20);
});

it('takes the mean or the majority of several samples, and says how many agree', async () => {
  const { app, session, judge } = await openJudging(['right', 'wrong', 'swaying']);
  session.setMetric({ ...session.metric, samples: 3 });
  expect(await judgeAll(session)).toBe('3 of 3 rows judged with 9 calls.');
  expect(scoresOf(app, COLUMN)).toEqual([1, 0, 2 / 3]);
  expect(saidOf(app)[2]).toContain('3 samples: 1, 0, 1 (67 % agree)');
  // another way to combine asks for nothing anew
  session.setMetric({ ...session.metric, combine: 'majority' });
  expect(await judgeAll(session)).toBe('3 of 3 rows judged with 0 calls, 3 from stored verdicts.');
  expect(scoresOf(app, COLUMN)).toEqual([1, 0, 1]);
  expect(judge.questions).toHaveLength(9);
});

it('says what the judge would be sent, and what judging will probably take', async () => {
  const { app, session } = await openJudging(['right', 'wrong', ''], {
    inputPrice: 2,
    outputPrice: 10,
  });
  const prompt = await session.promptOf(runOf(app), 0);
  expect(prompt).toMatchObject({ kind: 'prompt' });
  expect(await session.promptOf(runOf(app), 2)).toEqual({ kind: 'missing', variables: ['prompt'] });
  const reckoned = await session.estimate(runOf(app));
  expect(reckoned.calls).toBe(2);
  expect(reckoned.cost).toBeGreaterThan(0);
  session.setMetric({ ...session.metric, samples: 3 });
  expect((await session.estimate(runOf(app))).calls).toBe(6);
  session.compareWith({ kind: 'column', column: 'response' });
  expect((await session.estimate(runOf(app))).calls).toBe(4);
});

it('leaves judging to the tab that has begun it', async () => {
  const { session, judge } = await openJudging(['right']);
  const request = vi.fn((_name: string, _options: object, work: (lock: null) => unknown) =>
    Promise.resolve(work(null)),
  );
  vi.stubGlobal('navigator', { locks: { request } });
  await session.start();
  vi.unstubAllGlobals();
  expect(session.outcome).toContain('Another tab is judging');
  expect(judge.questions).toEqual([]);
});

it('cancels the calls under way when a batch of rows cannot be read, counts them, and ends', async () => {
  const { app, session, judge } = await openJudging(manyRight(60), { concurrency: 4 });
  judge.mostAnswers = 21;
  failQuestion(app, 'judgePrompts', new Error('The rows are gone.'), 3);
  const locks: string[] = [];
  const request = (name: string, _options: object, work: (lock: object) => Promise<void>) => {
    locks.push('taken');
    return work({ name }).then(() => void locks.push(`free: ${String(session.progress?.calls)}`));
  };
  vi.stubGlobal('navigator', { locks: { request } });
  onTestFinished(() => void vi.unstubAllGlobals());
  const running = session.start();
  // 21 are answered, and as many wait as may at a time
  await asked(judge, 25);
  // the third batch is asked for once those before it have their turn
  judge.mostAnswers = 38;
  await running;
  expect(session.outcome).toMatch(
    /^Stopped\. The rows are gone\. \d+ of 60 rows judged with \d+ calls\.$/,
  );
  const done = Number(/(\d+) of 60/.exec(session.outcome)?.[1]);
  expect(scoresOf(app, COLUMN).filter((score) => score === 1)).toHaveLength(done);
  expect(done).toBeGreaterThanOrEqual(21);
  // a call that was cancelled on its way to the judge is counted too
  const calls = Number(/with (\d+) calls/.exec(session.outcome)?.[1]);
  expect(calls).toBeGreaterThanOrEqual(judge.questions.length);
  // what ends late must not show progress that never ends
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(session.progress).toBeUndefined();
  expect(locks[0]).toBe('taken');
  expect(locks).toHaveLength(2);
});

describe('while a judge is at work', () => {
  /** Judges three rows, with the answer to the last one held back. */
  async function beginJudging() {
    const opened = await openJudging(['right', 'wrong', 'right too']);
    opened.judge.mostAnswers = 2;
    const { id } = runOf(opened.app).record;
    const judging = opened.session.start();
    await asked(opened.judge, 3);
    const finish = async (): Promise<void> => {
      opened.judge.mostAnswers = Infinity;
      await judging;
    };
    return { ...opened, id, finish };
  }

  const MARK = { row: 1, id: '', step: null, steps: 1, tool: '', code: '', note: 'fine' };

  function expectBoth(app: AppState): void {
    expect(scoresOf(app, COLUMN)).toEqual([1, 0, 1]);
    expect(scoresOf(app, 'error_code')).toEqual([null, 1, null]);
    expect(runOf(app).record).toMatchObject({
      name: 'Renamed',
      settings: { thresholds: { [COLUMN]: 0.5 }, judges: [{ id: 'goal_success' }] },
      errorAnalysis: { marks: [MARK] },
    });
    const meanOf = (id: string) => runOf(app).summary.find((one) => one.columnId === id)?.mean;
    expect([meanOf(COLUMN), meanOf('error_code')]).toEqual([2 / 3, 1]);
  }

  async function changeAll(app: AppState): Promise<void> {
    const { id } = runOf(app).record;
    await changeReviews(app, id, (known) => withReview(known, MARK));
    await setThreshold(app, COLUMN, 0.5);
    await app.workspace.rename('Renamed');
  }

  it('another run can be opened: the verdicts are stored with their own, which stays as it was changed', async () => {
    const { app, id, finish } = await beginJudging();
    await changeAll(app);
    await openRows(app, rowsAbout(['other']), 'other.jsonl');
    const other = runOf(app);
    await finish();
    expect(runOf(app)).toBe(other);
    await app.workspace.openRun(id);
    expectBoth(app);
  });

  it('its run can be left and opened again: what the judge says is shown there', async () => {
    const { app, id, finish } = await beginJudging();
    await openRows(app, rowsAbout(['other']), 'other.jsonl');
    await app.workspace.openRun(id);
    await changeAll(app);
    await finish();
    expectBoth(app);
  });

  it('other settings can be scored: the verdicts go to the run that takes its place', async () => {
    const { app, id, finish } = await beginJudging();
    const { settings } = app.workspace;
    await app.workspace.setSettings({ ...settings, duplicates: 'multiset' });
    await changeAll(app);
    await finish();
    expect(runOf(app).record.id).not.toBe(id);
    expect(runOf(app).record.settings.duplicates).toBe('multiset');
    expectBoth(app);
    await app.workspace.saveNow();
    expectBoth(await reopenApp());
  });

  it('only the scores that changed are passed to the worker', async () => {
    const { app, finish } = await beginJudging();
    const posted = vi.spyOn(ThreadWorker.prototype, 'postMessage');
    const { key } = runOf(app);
    await finish();
    interface Posted {
      readonly path?: readonly string[];
      readonly argumentList?: readonly { readonly value: unknown }[];
    }
    const messages = posted.mock.calls.map(([message]) => message as Posted);
    const passed = messages.filter(({ path }) => path?.[0] === 'hold' || path?.[0] === 'putScores');
    expect(passed.map(({ path }) => path?.[0])).toEqual(['putScores']);
    const changed = passed[0]?.argumentList?.[1]?.value as readonly { readonly id: string }[];
    expect(changed.map(({ id }) => id)).toEqual([COLUMN]);
    expect(runOf(app).key).toBe(key);
  });

  it('scores so far that cannot be shown do not end it', async () => {
    const { app, session, judge } = await openJudging(manyRight(12), { concurrency: 1 });
    const start = performance.now();
    // each look at the clock is a second later: scores so far are shown now and then
    let looks = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => start + 1000 * looks++);
    const show = vi.spyOn(app.view, 'show').mockRejectedValueOnce(new Error('The filter failed.'));
    await judgeAll(session);
    vi.mocked(performance.now).mockRestore();
    expect(show.mock.calls.length).toBeGreaterThan(1);
    expect(session.outcome).toBe('12 of 12 rows judged with 12 calls.');
    expect(judge.questions).toHaveLength(12);
    expect(scoresOf(app, COLUMN)).toEqual(Array(12).fill(1));
  });
});
