import type { DBSchema } from 'idb';
import * as v from 'valibot';
import type { Shape } from '#core/base/json/json-shape.ts';
import { AgentConfig } from '#core/agents/agent-config.ts';
import { Exchange } from '#core/agents/exchange.ts';
import type { RunRecord, SourceRecord } from '#engine/run-file/run-records.ts';
import type { StoredChunk } from './read-records.ts';

/** The schema of the draft. */
export const DraftRecord = v.object({
  id: v.literal('workspace'),
  title: v.string(),
  /** The editor's text; null when the dataset is too large for the editor. */
  text: v.nullable(v.string()),
  runId: v.nullable(v.string()),
  /** Whether a worker was lost over the text: it is not scored again unasked. */
  isHeld: v.optional(v.boolean()),
});

/** The work in progress, found again after a reload. */
export type DraftRecord = Shape<typeof DraftRecord>;

/** The schema of an answer of a judge. */
export const VerdictRecord = v.object({
  /** What was asked, hashed: see cache-key.ts. Nothing of the provider’s key is in it. */
  key: v.string(),
  /** The answer as it came. */
  text: v.string(),
  /** Tokens it took. */
  inputTokens: v.number(),
  outputTokens: v.number(),
  provider: v.string(),
  model: v.string(),
  /** Milliseconds since 1970. */
  atMs: v.number(),
});

/** An answer of a judge that holds a verdict, so that the same question is not paid for twice. */
export type VerdictRecord = Shape<typeof VerdictRecord>;

/** The schema of a run of an agent. */
export const AgentRunRecord = v.object({
  id: v.string(),
  /** Hash and size of the dataset’s data. */
  fingerprint: v.string(),
  config: AgentConfig,
  /** Milliseconds since 1970. */
  startedAtMs: v.number(),
  /** When its rows became their own run; null while it can be resumed. */
  endedAtMs: v.nullable(v.number()),
});

/** A run of an agent over a dataset; its messages are in the exchanges. */
export type AgentRunRecord = Shape<typeof AgentRunRecord>;

/** The schema of the stored messages of one trial. */
export const ExchangeRecord = v.object({ ...Exchange.entries, runId: v.string() });

/** The messages between the page and an agent for one trial of a row. */
export type ExchangeRecord = Shape<typeof ExchangeRecord>;

/** The stores of the database. */
export interface PlaygroundSchema extends DBSchema {
  runs: { key: string; value: RunRecord; indexes: { sourceId: string; fingerprint: string } };
  sources: { key: string; value: SourceRecord };
  chunks: { key: [runId: string, index: number]; value: StoredChunk };
  drafts: { key: string; value: DraftRecord };
  verdicts: { key: string; value: VerdictRecord };
  agentRuns: { key: string; value: AgentRunRecord };
  exchanges: { key: [runId: string, row: number, trial: number]; value: ExchangeRecord };
}
