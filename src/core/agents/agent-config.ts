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

/** The schema of an agent that is called. */
export const AgentConfig = v.object({
  /** Id of its connector. */
  way: v.string(),
  /** The values of the connector’s fields, by their keys. */
  values: tableOf(v.string()),
  headers: v.array(AgentHeader),
});

/** Which agent is called and how. Holds no secret, so it may be stored and shown. */
export type AgentConfig = Shape<typeof AgentConfig>;

/** The schema of what a run records about an agent. */
export const AgentNote = v.object({
  ...AgentConfig.entries,
  /** Key of the stored exchanges. */
  runId: v.string(),
  title: v.string(),
  /** Calls per prompt. */
  trials: count,
  /**
   * Where each row of the run is among the trials: row × trials + trial, from 0. Absent when they
   * are in that order from the first on.
   */
  order: v.optional(v.array(count)),
  /**
   * Fingerprint of the data that was asked about first: agents of the same prompts share it, also
   * where one was asked about rows that another made. Absent in runs stored before.
   */
  asked: v.optional(v.string()),
});

/** What a run records about the agent that made its rows. */
export type AgentNote = Shape<typeof AgentNote>;

const SECRET_NAME = /auth|key|token|secret|cookie|password|credential|signature/i;

/** Whether a name speaks of a secret, so that its value must not be stored. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}
