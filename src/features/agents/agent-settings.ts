import * as v from 'valibot';
import type { Shape } from '#core/base/json/json-shape.ts';
import { AgentConfig } from '#core/agents/agent-config.ts';
import { join } from '#providers/request.ts';
import { http, LANGGRAPH_INPUT, langGraphBody } from './connectors/http.ts';
import { CONNECTORS, connectorById } from './connectors/registry.ts';
import { loadValue, saveValue } from '#kernel/settings-storage.ts';

const AgentPace = v.object({
  /** Calls per row. */
  trials: v.fallback(v.number(), 1),
  /** Rows that are run at most, from the first; 0 for all. */
  rows: v.fallback(v.number(), 0),
  concurrency: v.fallback(v.number(), 4),
  perMinute: v.fallback(v.number(), 300),
  /** Seconds a call may take. */
  answerWithin: v.fallback(v.number(), 120),
  /** How often a call that failed is tried again. */
  retries: v.fallback(v.number(), 0),
});

/** How an agent is run over a dataset. Kept on this device. */
export type AgentPace = Shape<typeof AgentPace>;

/** The most calls per row. */
export const MAX_TRIALS = 50;

const CONFIG_KEY = 'agent';
const PACE_KEY = 'agent-pace';

/** An agent of a connector, with nothing entered. */
export function newAgent(way: string): AgentConfig {
  return { way: connectorById(way).id, values: {}, headers: [] };
}

/** The agent called last, without its secrets. */
export function loadAgent(): AgentConfig {
  const stored = loadValue(CONFIG_KEY);
  const config = v.is(AgentConfig, stored) ? calledNow(stored) : newAgent('');
  return isOffered(config) ? config : newAgent('');
}

/** Whether an agent can still be called: functions and models with tools were agents before. */
export function isOffered(config: AgentConfig): boolean {
  const { way } = calledNow(config);
  return CONNECTORS.some(({ id }) => id === way);
}

/**
 * Returns an agent as it is called now. One behind LangGraph or LangServe had a connector of its
 * own: the same request is sent by HTTP.
 */
export function calledNow(config: AgentConfig): AgentConfig {
  if (config.way !== 'langgraph') return config;
  const { url = '', endpoint = 'runs/wait', assistant = 'agent' } = config.values;
  const { input = LANGGRAPH_INPUT } = config.values;
  const isServe = endpoint === 'invoke';
  const body = isServe ? `{"input": ${input}}` : langGraphBody(assistant.trim(), input);
  const values = { url: url.trim() === '' ? '' : join(url, endpoint), body };
  return { ...config, way: http.id, values };
}

/** Keeps an agent on this device; a configuration holds no secrets. */
export function saveAgent(config: AgentConfig): void {
  saveValue(CONFIG_KEY, config);
}

/** The pace used last; what is not of its kind is the usual. */
export function loadPace(): AgentPace {
  return v.parse(v.fallback(AgentPace, v.getFallbacks(AgentPace)), loadValue(PACE_KEY));
}

/** Keeps a pace on this device. */
export function savePace(pace: AgentPace): void {
  saveValue(PACE_KEY, pace);
}

/**
 * Says in one text which answers of an agent may stand for each other: fields that only say how
 * they are read do not count.
 */
export function identityOf(config: AgentConfig): string {
  const { way, values, headers } = calledNow(config);
  const asked = connectorById(way).fields.flatMap(({ key, usual, isReading }) =>
    isReading ? [] : [[key, (values[key] ?? usual).trim()]],
  );
  return JSON.stringify([way, asked, headers.map(({ name, value }) => [name, value])]);
}
