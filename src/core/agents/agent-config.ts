import * as v from 'valibot';
import { count, tableOf, type Shape } from '#core/base/json/json-shape.ts';

const AgentHeader = v.object({
  name: v.string(),
  /** Empty where the header is secret. */
  value: v.string(),
  isSecret: v.boolean(),
});

/** A header sent with every request. The value of a secret one is kept in memory only. */
export type AgentHeader = Shape<typeof AgentHeader>;

/** The schema of an agent's configuration. */
export const AgentConfig = v.object({
  /** The id of its connector. */
  way: v.string(),
  /** The values of the connector’s fields, by their keys. */
  values: tableOf(v.string()),
  headers: v.array(AgentHeader),
});

/** An agent and how to call it. Holds no secret, so it may be stored and shown. */
export type AgentConfig = Shape<typeof AgentConfig>;

/** The schema of what a run records about an agent. */
export const AgentNote = v.object({
  ...AgentConfig.entries,
  /** Key of the stored exchanges. */
  runId: v.string(),
  title: v.string(),
  /** Calls per prompt. */
  trials: count,
  /** The trial of each row: row × trials + trial, from 0. Absent where they are in that order. */
  order: v.optional(v.array(count)),
  /**
   * Fingerprint of the dataset first used for calling agents, shared by all runs derived from it.
   * Absent in older runs.
   */
  asked: v.optional(v.string()),
});

/** A run's record of the agent that produced its rows. */
export type AgentNote = Shape<typeof AgentNote>;

const SECRET_NAME = /auth|key|token|secret|cookie|password|credential|signature/i;

/** Whether a name indicates a secret, whose value must not be stored. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}
