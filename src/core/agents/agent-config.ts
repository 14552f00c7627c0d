import * as is from '#core/base/json/json-shape.ts';

const isHeader = is.record({
  name: is.text,
  /** Empty where the header is secret. */
  value: is.text,
  isSecret: is.flag,
});

/** A header sent with every request. The value of a secret one is kept in memory only. */
export type AgentHeader = is.Shape<typeof isHeader>;

const AGENT = {
  /** Id of its connector. */
  way: is.text,
  /** The values of the connector’s fields, by their keys. */
  values: is.tableOf(is.text),
  headers: is.listOf(isHeader),
};

/** Checks whether a stored value describes an agent. */
export const isAgentConfig = is.record(AGENT);

/** Which agent is called and how. Holds no secret, so it may be stored and shown. */
export type AgentConfig = is.Shape<typeof isAgentConfig>;

/** Checks whether a stored value describes the agent that made the rows of a run. */
export const isAgentNote = is.record({
  ...AGENT,
  /** Key of the stored exchanges. */
  runId: is.text,
  title: is.text,
  /** Calls per prompt. */
  trials: is.count,
  /**
   * Where each row of the run is among the trials: row × trials + trial, from 0. Absent when they
   * are in that order from the first on.
   */
  order: is.optional(is.listOf(is.count)),
  /**
   * Fingerprint of the data that was asked about first: agents of the same prompts share it, also
   * where one was asked about rows that another made. Absent in runs stored before.
   */
  asked: is.optional(is.text),
});

/** What a run records about the agent that made its rows. */
export type AgentNote = is.Shape<typeof isAgentNote>;

const SECRET_NAME = /auth|key|token|secret|cookie|password|credential|signature/i;

/** Whether a name speaks of a secret, so that its value must not be stored. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}
