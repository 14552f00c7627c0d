import { expect, onTestFinished, vi } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
import { CODE_LIMIT } from '#core/score/custom-metrics/custom-metric.ts';
import type { CustomMetric } from '#core/score/metric/settings.ts';
import type { CustomResult } from '#core/score/custom-metrics/read-result.ts';
import { MetricRunner } from '#engine/own-code/custom-scorer.ts';
import { it, openApp, runOf } from '../../../../tests/support/open-app.ts';
import { threadPool } from '../../../../tests/support/thread-pool.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { CustomDraft } from './custom-draft.svelte.ts';
import { TrustedCode } from '#kernel/sandbox/trusted-code.svelte.ts';

const METRIC: CustomMetric = {
  ...{ name: 'word_count', code: '(row) => 1', scale: 'number', better: 'none', isOn: true },
};
const GIVEN: CustomResult = { kind: 'error', message: 'it has no words' };

/** What the sandbox answers, which only a browser has. */
function answerWith(answer: () => Promise<readonly CustomResult[]>) {
  return vi.spyOn(MetricRunner.prototype, 'score').mockImplementation(answer);
}

function write(app: AppState, metric: Partial<CustomMetric>, isOwn = true): CustomDraft {
  const { workspace, pool, trusted } = app;
  const draft = new CustomDraft(
    { ...METRIC, ...metric },
    { run: () => workspace.run, pool, trusted, others: ['taken'], isOwn },
  );
  onTestFinished(() => draft.close());
  return draft;
}

it('a metric of one’s own is tried on the first rows, and again after a pause in typing', async ({
  app,
}) => {
  const score = answerWith(() => Promise.resolve([GIVEN]));
  const draft = write(app, {});
  expect(draft.trial.kind).toBe('running');
  await eventually(() => expect(draft.trial).toEqual({ kind: 'given', results: [GIVEN] }));
  const [bytes, rowCount] = score.mock.calls[0]!;
  expect(rowCount).toBe(3);
  const [first = ''] = new TextDecoder().decode(bytes).split('\n');
  expect(JSON.parse(first)).toMatchObject({ id: 'hd-01' });
  expect(draft.rows.map(({ number }) => number)).toEqual([1, 2, 3]);
  expect(draft.isFailing).toBe(true);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  for (const code of ['(row) => 2', '(row) => 23']) {
    draft.change({ code });
    vi.advanceTimersByTime(399);
  }
  expect(draft.trial.kind).toBe('given');
  vi.advanceTimersByTime(1);
  expect(draft.trial.kind).toBe('running');
  vi.useRealTimers();
  await eventually(() => expect(score).toHaveBeenCalledTimes(2));
  expect(draft.metric.code).toBe('(row) => 23');
});

it('a metric of one’s own is not tried without code, and has no result without a row', async ({
  app,
}) => {
  const score = answerWith(() => Promise.resolve([GIVEN]));
  expect(write(app, { code: '  ' }).trial.kind).toBe('none');
  expect(score).not.toHaveBeenCalled();
  app.workspace.clear();
  const draft = write(app, {});
  expect(await draft.canRun()).toBe(true);
  expect(draft.trial.kind).toBe('none');
});

it.each([
  [true, GIVEN],
  [false, { ...GIVEN, atStart: true } as const],
])(
  'a metric of one’s own can be saved: %j, with or without a row, when the sandbox says %j',
  async (can, result) => {
    const app = await openApp();
    answerWith(() => Promise.resolve([result]));
    const draft = write(app, {});
    draft.change({ code: '(row) => 2' });
    expect(await draft.canRun()).toBe(can);
    app.workspace.clear();
    draft.change({ code: '(row) => 3' });
    expect(await draft.canRun()).toBe(can);
  },
);

it('a metric of one’s own is in the language that is written', ({ app }) => {
  answerWith(() => Promise.resolve([GIVEN]));
  const draft = write(app, {});
  expect(draft.metric.language).toBeUndefined();
  draft.change({ code: 'def word_count(instance):\n    return 1' });
  expect(draft.metric.language).toBe('python');
  draft.change({ scale: 'share' });
  expect(draft.metric.language).toBe('python');
  draft.change({ code: '(row) => 1' });
  expect(draft.metric).not.toHaveProperty('language');
});

it('a metric of one’s own says why trying it failed', async ({ app }) => {
  answerWith(() => Promise.reject(new Error('The sandbox did not start.')));
  const draft = write(app, {});
  const result = { kind: 'error', message: 'The sandbox did not start.' };
  await eventually(() => expect(draft.trial).toEqual({ kind: 'given', results: [result] }));
});

it('a metric of one’s own that comes from elsewhere does not run before a person has read it', async ({
  app,
}) => {
  const score = answerWith(() => Promise.resolve([GIVEN]));
  const code = '(row) => row.id.length';
  const draft = write(app, { code }, false);
  draft.change({ better: 'higher' });
  expect([draft.isAgreed, draft.trial.kind]).toEqual([false, 'none']);
  expect(score).not.toHaveBeenCalled();
  draft.save();
  expect(app.trusted.has(code)).toBe(false);
  draft.agree();
  expect(app.trusted.has(code)).toBe(true);
  await eventually(() => expect(score).toHaveBeenCalledOnce());
  // agreed to once is enough
  expect(write(app, { code }, false).isAgreed).toBe(true);
});

it('a metric of one’s own may run once it is saved', async ({ app }) => {
  answerWith(() => Promise.resolve([GIVEN]));
  const draft = write(app, {});
  draft.change({ code: '(row) => 7' });
  expect(draft.save()).toEqual({ ...METRIC, code: '(row) => 7' });
  expect(app.trusted.has('(row) => 7')).toBe(true);
  expect(runOf(app).record.settings.custom).toBeUndefined();
});

it.each<[Partial<CustomMetric>, string]>([
  [{}, ''],
  [{ name: '' }, 'Enter a name'],
  [{ name: '1st' }, 'letters, digits and _ only'],
  [{ name: 'a'.repeat(61) }, 'at most 60 characters'],
  [{ name: 'taken' }, 'You already have a metric called “taken”.'],
  [{ code: ' ' }, 'Write a function'],
  [{ code: 'x'.repeat(CODE_LIMIT + 1) }, `at most ${String(CODE_LIMIT)} characters`],
])('a metric of one’s own says what keeps it from being saved %#', (metric, problem) => {
  const draft = new CustomDraft(
    { ...METRIC, ...metric },
    {
      ...{ run: () => undefined, pool: threadPool(), trusted: new TrustedCode() },
      ...{ others: ['taken'], isOwn: true },
    },
  );
  if (problem === '') expect(draft.problem).toBe('');
  else expect(draft.problem).toContain(problem);
});
