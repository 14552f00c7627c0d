import { expect, onTestFinished, vi } from 'vitest';
import type { JudgeSettings } from '#features/judge/judge-settings.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { judgeOf, type JudgeSession } from '#features/judge/judge-session.svelte.ts';
import { startJudge, type JudgeServer } from '../e2e/judge-server.ts';
import { readRaw } from '../fixtures/storage/database-faults.ts';
import { eventually } from './eventually.ts';
import { openApp, openRows, runOf } from './open-app.ts';

/** The key, which must not be found anywhere. */
export const CANARY = 'sk-canary-0123456789abcdef';
/** The column of the metric judged by. */
export const COLUMN = 'judge:goal_success(gpt-4.1-mini)';

/** An app with open rows and a judge on loopback. */
export interface Judging {
  readonly app: AppState;
  readonly session: JudgeSession;
  readonly judge: JudgeServer;
}

/** Rows with these prompts, all with the same response. */
export function rowsAbout(prompts: readonly string[]): readonly object[] {
  return prompts.map((prompt, index) => ({
    id: `j-${String(index)}`,
    prompt,
    response: 'Done.',
    predicted_trajectory: [{ tool_name: 'act', tool_input: { index } }],
  }));
}

/** Starts a judge on loopback, which is stopped after the test. */
export async function loopbackJudge(): Promise<JudgeServer> {
  const judge = await startJudge();
  onTestFinished(() => judge.stop());
  return judge;
}

/** Allows requests from the app that is opened next. */
export function turnNetworkOn(): void {
  sessionStorage.setItem('trajectory-playground:network', 'on');
}

/** Selects the judge on loopback with the goal success metric. */
export function chooseJudge(
  app: AppState,
  judge: JudgeServer,
  settings: Partial<JudgeSettings> = {},
): JudgeSession {
  const session = judgeOf(app);
  // calls in progress must not go on in the next test
  onTestFinished(() => session.cancel());
  session.chosen.set({ provider: 'openai', baseUrl: judge.url, ...settings });
  session.chosen.setKey(CANARY, false);
  if (session.metric.id !== 'goal_success') session.useTemplate('goal_success');
  return session;
}

/** Shortens the random part of the wait before a retry. */
function shortenWaits(): void {
  const { random } = Math;
  vi.spyOn(Math, 'random').mockImplementation(() => random() / 1000);
}

/** Opens rows with these prompts, with the network on and the judge on loopback chosen. */
export async function openJudging(
  prompts: readonly string[],
  settings: Partial<JudgeSettings> = {},
): Promise<Judging> {
  shortenWaits();
  const judge = await loopbackJudge();
  turnNetworkOn();
  const app = await openApp();
  await openRows(app, rowsAbout(prompts), 'judged.jsonl');
  return { app, judge, session: chooseJudge(app, judge, settings) };
}

/** Judges all rows; returns how it ended. */
export async function judgeAll(session: JudgeSession): Promise<string> {
  expect(session.obstacle).toBe('');
  await session.start();
  return session.outcome;
}

/** Waits until the judge has received this many questions. */
export async function asked(judge: JudgeServer, count: number): Promise<void> {
  await eventually(() => expect(judge.questions).toHaveLength(count));
}

/** The judge's explanations by row of the open run. */
export function saidOf(app: AppState, columnId = COLUMN): readonly string[] {
  return runOf(app).columns.scores.find(({ id }) => id === columnId)?.texts ?? [];
}

/** Waits until an object store holds this many records, bypassing the page's own code. */
export async function stored(store: string, count: number): Promise<void> {
  await eventually(async () => expect(await readRaw(store)).toHaveLength(count));
}
