import { expect, onTestFinished } from 'vitest';
import { agentOf, type AgentSession } from '#features/agents/agent-session.svelte.ts';
import type { AppState } from '#kernel/app.svelte.ts';
import { startAgent, type AgentServer } from '../e2e/agent-server.ts';
import { turnNetworkOn } from './judge-session.ts';
import { eventually } from './eventually.ts';
import { openApp, openRows, runOf, settled } from './open-app.ts';

/** The value of the agent’s secret header. */
export const SECRET = 'canary-4f81c02b77aa';
/** The agent’s secret header. */
export const HEADER = 'x-agent-key';

/** A row of results. */
export type Result = Readonly<Record<string, unknown>>;

/** An app with open rows and an agent on loopback. */
export interface Running {
  readonly app: AppState;
  readonly session: AgentSession;
  readonly agent: AgentServer;
}

/** Rows with these prompts; the agent on loopback does what each expects. */
export function rowsToAsk(prompts: readonly string[]): readonly object[] {
  return prompts.map((prompt, index) => ({
    id: `a-${String(index)}`,
    prompt,
    reference_trajectory: [{ tool_name: 'set_device', tool_input: { about: prompt } }],
  }));
}

/** The session of an app, cancelled after the test. */
export function sessionOf(app: AppState): AgentSession {
  const session = agentOf(app);
  onTestFinished(() => session.cancel());
  return session;
}

/** Starts an agent on loopback, which is stopped after the test. */
export async function loopbackAgent(): Promise<AgentServer> {
  const agent = await startAgent();
  onTestFinished(() => agent.stop());
  return agent;
}

/** Opens rows with these prompts, with the network on and the agent on loopback set up. */
export async function openRunning(prompts: readonly string[], path = '/chat'): Promise<Running> {
  const agent = await loopbackAgent();
  turnNetworkOn();
  const app = await openApp();
  await openRows(app, rowsToAsk(prompts), 'asked.jsonl');
  const session = sessionOf(app);
  session.setup.setValue('url', agent.url + path);
  session.setup.setHeaders([{ name: HEADER, value: '', isSecret: true }]);
  session.setup.setSecret(HEADER, SECRET);
  return { app, session, agent };
}

/** Runs the agent over all rows, replacing earlier answers, until they are scored and stored. */
export async function runAll(app: AppState, session: AgentSession): Promise<void> {
  expect(session.obstacle).toBe('');
  await session.start();
  await settled(app);
}

/** Waits until the agent has received this many calls. */
export async function called(agent: AgentServer, count: number): Promise<void> {
  await eventually(() => expect(agent.prompts).toHaveLength(count));
}

/** The open run’s rows with their scores, as downloaded. */
export async function resultsOf(app: AppState): Promise<readonly Result[]> {
  const run = runOf(app);
  const rows = Uint32Array.from({ length: run.columns.rowCount }, (_, row) => row);
  const text = await (await app.reader.ask(run, 'writeResults', { rows, type: 'jsonl' })).text();
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Result);
}

/** The mean of a score column of the open run. */
export function meanOf(app: AppState, columnId: string): number | null | undefined {
  return runOf(app).summary.find((metric) => metric.columnId === columnId)?.mean;
}
