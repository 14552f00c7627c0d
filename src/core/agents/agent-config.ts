/** A header sent with every request. The value of a secret one is kept in memory only. */
export interface AgentHeader {
  readonly name: string;
  /** Empty where the header is secret. */
  readonly value: string;
  readonly isSecret: boolean;
}

/** Which agent is called and how. Holds no secret, so it may be stored and shown. */
export interface AgentConfig {
  /** Id of its connector. */
  readonly way: string;
  /** The values of the connector’s fields, by their keys. */
  readonly values: Readonly<Record<string, string>>;
  readonly headers: readonly AgentHeader[];
}

/** What a run records about the agent that made its rows. */
export interface AgentNote extends AgentConfig {
  /** Key of the stored exchanges. */
  readonly runId: string;
  readonly title: string;
  /** Calls per prompt. */
  readonly trials: number;
  /**
   * Where each row of the run is among the trials: row × trials + trial, from 0. Absent when they
   * are in that order from the first on.
   */
  readonly order?: readonly number[] | undefined;
  /**
   * Fingerprint of the data that was asked about first: agents of the same prompts share it, also
   * where one was asked about rows that another made. Absent in runs stored before.
   */
  readonly asked?: string | undefined;
}

const SECRET_NAME = /auth|key|token|secret|cookie|password|credential|signature/i;

/** Whether a name speaks of a secret, so that its value must not be stored. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}
