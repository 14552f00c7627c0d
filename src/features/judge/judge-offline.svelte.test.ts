import { expect, it, vi } from 'vitest';
import { emptyStore } from '../../../tests/support/stored.ts';
import { openApp, openRows, scoresOf } from '../../../tests/support/open-app.ts';
import { COLUMN, rowsAbout, eventually } from '../../../tests/support/judge-session.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { judgeOf, type JudgeSession } from './judge-session.svelte.ts';
import { offlineOf, TASKS_PER_TEXT, type OfflineJudging } from './judge-offline.svelte.ts';
import { downloadsOf } from '#features/downloads/downloads.ts';

interface Offline {
  readonly app: AppState;
  readonly session: JudgeSession;
  readonly offline: OfflineJudging;
  /** Files given to the browser: their text and the ending of their name. */
  readonly saved: (readonly [text: string, ending: string])[];
}

async function openOffline(prompts: readonly string[]): Promise<Offline> {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('nothing is to be asked'));
  const app = await openApp();
  await openRows(app, rowsAbout(prompts), 'judged.jsonl');
  const saved: (readonly [string, string])[] = [];
  vi.spyOn(downloadsOf(app), 'json').mockImplementation((text, _title, ending) => {
    saved.push([text, ending]);
  });
  const session = judgeOf(app);
  session.chosen.set({ provider: 'by-hand' });
  session.useTemplate('goal_success');
  return { app, session, offline: offlineOf(app), saved };
}

const linesOf = (text: string): readonly Record<string, unknown>[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** A verdict for each prompt of a file: 0 where it says “wrong”. */
function verdictsFor(prompts: string): string {
  return linesOf(prompts)
    .map(({ key, user }) => ({
      ...{ key, explanation: 'Seen.' },
      score: String(user).includes('wrong') ? 0 : 1,
    }))
    .map((verdict) => JSON.stringify(verdict))
    .join('\n');
}

it('gives all prompts that wait as a file', async () => {
  const { offline, saved } = await openOffline(['right', 'wrong', 'right too']);
  await offline.downloadPrompts();
  expect(offline.status).toBe('3 prompts downloaded.');
  expect(saved).toHaveLength(1);
  const [text = '', ending] = saved[0] ?? [];
  expect(ending).toBe('-prompts.jsonl');
  expect(linesOf(text).map(({ row, score }) => [row, score])).toEqual(
    [1, 2, 3].map((row) => [row, [0, 1]]),
  );
  expect(offline.isBusy).toBe(false);
});

it('takes verdicts, scores the rows by them, and says which lines fit no prompt', async () => {
  const { app, offline, saved } = await openOffline(['right', 'wrong', 'right too']);
  await offline.downloadPrompts();
  const verdicts = verdictsFor(saved[0]?.[0] ?? '');
  await offline.take(`${verdicts}\n{"key":"00000000","score":1}`);
  expect(offline.status).toContain('3 verdicts imported, 1 line skipped.');
  expect(offline.status).toContain('3 of 3 rows judged with 0 calls, 3 from stored verdicts.');
  expect(offline.problems).toEqual([
    'Line 4 cannot be used: no open prompt has its key, “00000000”.',
  ]);
  expect(scoresOf(app, COLUMN)).toEqual([1, 0, 1]);
  await offline.downloadPrompts();
  expect(offline.status).toBe('Every prompt already has an answer.');
  expect(saved).toHaveLength(1);
  expect(fetch).not.toHaveBeenCalled();
});

it('gives the next prompts as one text, those with a verdict left out', async () => {
  const { offline } = await openOffline([
    'right',
    ...Array<string>(30)
      .fill('')
      .map((_, n) => `no ${n}`),
  ]);
  const text = await offline.promptsAsText();
  expect(text).toContain(`There are ${String(TASKS_PER_TEXT)} tasks below.`);
  expect(offline.status).toBe('20 prompts copied. Paste the answers below.');
  const keys = [...text.matchAll(/^===== key (\w+) =====$/gm)].map(([, key]) => key);
  expect(keys).toHaveLength(20);
  await offline.take(keys.map((key) => JSON.stringify({ key, score: 1 })).join('\n'));
  expect(offline.status).toContain('20 verdicts imported, 0 lines skipped.');
  expect(await offline.promptsAsText()).toContain('There are 11 tasks below.');
});

it('stores many verdicts together', async () => {
  const { app, offline, saved } = await openOffline(
    Array<string>(40)
      .fill('')
      .map((_, n) => `no ${n}`),
  );
  await offline.downloadPrompts();
  const write = vi.spyOn(app.store, 'write');
  await offline.take(verdictsFor(saved[0]?.[0] ?? ''));
  expect(offline.status).toContain('40 verdicts imported');
  const writes = write.mock.calls.filter(([stores]) => stores.includes('verdicts'));
  expect(writes).toHaveLength(2);
});

it('takes nothing from a text without verdicts', async () => {
  const { session, offline } = await openOffline(['right']);
  await offline.take('I think the first one is good.');
  expect(offline.status).toBe('0 verdicts imported, 1 line skipped.');
  expect(offline.problems).toHaveLength(1);
  expect(session.judgedIds).toEqual([]);
});

it('scores rows again from a file of answers, elsewhere and under the metric it names', async () => {
  const { app, session, offline, saved } = await openOffline(['right', 'wrong', 'right too']);
  await offline.downloadAnswers();
  expect(offline.status).toBe('No answers are stored for this run and judge.');
  await offline.downloadPrompts();
  await offline.take(verdictsFor(saved[0]?.[0] ?? ''));
  const { metric } = session;
  await offline.downloadAnswers();
  expect(offline.status).toContain('3 answers downloaded');
  const [answers = '', ending] = saved[1] ?? [];
  expect(ending).toBe('-verdicts.jsonl');

  // another device: nothing is stored, another metric and judge are chosen
  await emptyStore('verdicts');
  await session.remove(COLUMN);
  await eventually(() => expect(session.judgedIds).toEqual([]));
  session.useTemplate('tool_selection');
  session.chosen.set({ provider: 'openai', model: 'other' });
  await offline.take(answers);
  expect(offline.status).toContain('The metric “Goal success” and its judge are now selected.');
  expect(offline.status).toContain('3 of 3 rows judged with 0 calls, 3 from stored verdicts.');
  expect(session.metric).toEqual(metric);
  expect(session.chosen.settings).toMatchObject({ provider: 'by-hand', model: 'chat window' });
  expect(scoresOf(app, COLUMN)).toEqual([1, 0, 1]);
  expect(fetch).not.toHaveBeenCalled();
});

it('writes no key into a file of answers', async () => {
  const { session, offline, saved } = await openOffline(['right']);
  session.chosen.setKey('canary-0123456789', true);
  await offline.downloadPrompts();
  await offline.take(verdictsFor(saved[0]?.[0] ?? ''));
  await offline.downloadAnswers();
  expect(saved).toHaveLength(2);
  expect(JSON.stringify(saved)).not.toContain('canary');
});

it('scores by what is stored', async () => {
  const { app, session, offline, saved } = await openOffline(['right', 'wrong']);
  await offline.downloadPrompts();
  await offline.take(verdictsFor(saved[0]?.[0] ?? '').split('\n')[0] ?? '');
  await session.remove(COLUMN);
  await eventually(() => expect(session.judgedIds).toEqual([]));
  await offline.replay();
  expect(offline.status).toBe('1 of 2 rows judged with 0 calls, 1 from stored verdicts.');
  expect(scoresOf(app, COLUMN)).toEqual([1, null]);
});

it('says what went wrong', async () => {
  const { session, offline } = await openOffline(['right']);
  session.setMetric({ ...session.metric, baseline: { kind: 'run', id: 'gone', name: 'Gone' } });
  await offline.downloadPrompts();
  expect(offline.status).toBe('The baseline run is no longer stored.');
  expect(offline.isBusy).toBe(false);
});
