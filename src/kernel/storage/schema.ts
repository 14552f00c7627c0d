import type { DBSchema } from 'idb';
import * as is from '#core/base/json/json-shape.ts';
import type { AgentConfig } from '#core/agents/agent-config.ts';
import type { Exchange } from '#core/agents/exchange.ts';
import type { ChunkRecord, RunRecord, SourceRecord } from '#engine/run-file/run-records.ts';
import type { PackedColumns } from '#core/score/columns/pack-columns.ts';

/** The database's name and version. A new version needs a step in connection.ts and a fixture. */
export const DATABASE = { name: 'trajectory-playground', version: 4 } as const;

/** The same as it is stored, written as rows are scored. */
export interface StoredChunk extends Omit<ChunkRecord, 'columns'> {
  readonly columns: PackedColumns;
}

/** Checks whether a stored value is the draft. */
export const isDraft = is.record({
  id: is.oneOf(['workspace']),
  title: is.text,
  /** The editor's text; null when the dataset is too large for the editor. */
  text: is.nullOr(is.text),
  runId: is.nullOr(is.text),
  /** Whether a worker was lost over the text: it is not scored again unasked. */
  isHeld: is.optional(is.flag),
});

/** The work in progress, found again after a reload. */
export type DraftRecord = is.Shape<typeof isDraft>;

/** Checks whether a stored value is an answer of a judge. */
export const isVerdict = is.record({
  /** What was asked, hashed: see cache-key.ts. Nothing of the provider’s key is in it. */
  key: is.text,
  /** The answer as it came. */
  text: is.text,
  /** Tokens it took. */
  inputTokens: is.number,
  outputTokens: is.number,
  provider: is.text,
  model: is.text,
  /** Milliseconds since 1970. */
  atMs: is.number,
});

/** An answer of a judge that holds a verdict, so that the same question is not paid for twice. */
export type VerdictRecord = is.Shape<typeof isVerdict>;

/** A run of an agent over a dataset; what was said is in the exchanges. */
export interface AgentRunRecord {
  readonly id: string;
  /** Hash and size of the dataset’s data. */
  readonly fingerprint: string;
  readonly config: AgentConfig;
  /** Milliseconds since 1970. */
  readonly startedAtMs: number;
  /** When its rows became their own run; null while it can be gone on with. */
  readonly endedAtMs: number | null;
}

/** What was said between the page and an agent for one trial of a row. */
export interface ExchangeRecord extends Exchange {
  readonly runId: string;
}

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
