import { expect, it, vi } from 'vitest';
import { openApp, openRows, scoresOf } from '../../../tests/support/open-app.ts';
import { rowsAbout } from '../../../tests/support/judge-session.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { judgeOf, type JudgeSession } from './judge-session.svelte.ts';
import { judgeAnswersOf, TASKS_PER_TEXT, type JudgeAnswers } from './judge-answers.svelte.ts';
import { downloadsOf } from '#features/downloads/downloads.ts';

interface ByHand {
  readonly app: AppState;
  readonly session: JudgeSession;
  readonly answers: JudgeAnswers;
  /** Files given to the browser: their text and the ending of their name. */
  readonly saved: (readonly [text: string, ending: string])[];
}

async function openByHand(prompts: readonly string[]): Promise<ByHand> {
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
  return { app, session, answers: judgeAnswersOf(app), saved };
}

const numbered = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `no ${String(index)}`);

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

it('gives the next prompts as one text, those with a verdict left out', async () => {
  const { answers } = await openByHand(numbered(31));
  const text = await answers.promptsAsText();
  expect(text).toContain(`There are ${String(TASKS_PER_TEXT)} tasks below.`);
  expect(answers.status).toBe('20 prompts copied. Paste the answers below.');
  const keys = [...text.matchAll(/^===== key (\w+) =====$/gm)].map(([, key]) => key);
  expect(keys).toHaveLength(20);
  await answers.take(keys.map((key) => JSON.stringify({ key, score: 1 })).join('\n'));
  expect(answers.status).toContain('20 verdicts imported, 0 lines skipped.');
  expect(await answers.promptsAsText()).toContain('There are 11 tasks below.');
});

it('stores the verdicts of a file together', async () => {
  const { app, answers, saved } = await openByHand(numbered(40));
  await answers.downloadPrompts();
  expect(linesOf(saved[0]?.[0] ?? '')[0]).toMatchObject({ row: 1, score: [0, 1] });
  const write = vi.spyOn(app.store, 'write');
  await answers.take(verdictsFor(saved[0]?.[0] ?? ''));
  expect(answers.status).toContain('40 verdicts imported');
  const writes = write.mock.calls.filter(([stores]) => stores.includes('verdicts'));
  expect(writes).toHaveLength(1);
  await answers.downloadPrompts();
  expect(answers.status).toBe('Every prompt already has an answer.');
  expect(saved).toHaveLength(1);
});

it('writes no key into a file of answers', async () => {
  const { session, answers, saved } = await openByHand(['right']);
  session.chosen.setKey('canary-0123456789', true);
  await answers.downloadPrompts();
  await answers.take(verdictsFor(saved[0]?.[0] ?? ''));
  await answers.downloadAnswers();
  expect(saved).toHaveLength(2);
  expect(JSON.stringify(saved)).not.toContain('canary');
});

it('scores by what is stored', async () => {
  const { app, session, answers, saved } = await openByHand(['right', 'wrong']);
  await answers.downloadPrompts();
  await answers.take(verdictsFor(saved[0]?.[0] ?? '').split('\n')[0] ?? '');
  await session.remove(session.judgedIds[0] ?? '');
  await eventually(() => expect(session.judgedIds).toEqual([]));
  await answers.replay();
  expect(answers.status).toBe('1 of 2 rows judged with 0 calls, 1 from stored verdicts.');
  expect(scoresOf(app, 'judge:goal_success(chat window)')).toEqual([1, null]);
});

it('says what went wrong', async () => {
  const { session, answers } = await openByHand(['right']);
  session.setMetric({ ...session.metric, baseline: { kind: 'run', id: 'gone', name: 'Gone' } });
  await answers.downloadPrompts();
  expect(answers.status).toBe('The baseline run is no longer stored.');
  expect(answers.isBusy).toBe(false);
});
