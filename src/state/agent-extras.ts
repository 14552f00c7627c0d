import { readRecords } from '#bridge/agent-rows.ts';
import type { RunReader } from '#bridge/run-reader.ts';
import type { AgentNote } from '#core/agents/agent-config.ts';
import { callsOf, proposeTools } from '#core/agents/propose-tools.ts';
import { RECORDING_FORMAT, type Recording } from '#core/agents/recording.ts';
import type { JsonValue } from '#core/json/json-value.ts';
import { printJson } from '#core/json/parse-json.ts';
import type { ExchangeStore } from '#storage/exchanges.ts';
import type { OpenRun } from './open-run.ts';

/** Rows whose calls are looked at to propose tools. */
const PROPOSED_ROWS = 1000;

/** Describes the tools that a dataset’s calls use and the results that it records, as JSON lists. */
export async function proposeFor(
  reader: RunReader,
  run: OpenRun,
): Promise<{ readonly tools: string; readonly results: string }> {
  const count = Math.min(run.columns.rowCount, PROPOSED_ROWS);
  const records = await readRecords(
    reader,
    run,
    Array.from({ length: count }, (_, row) => row),
  );
  const { tools, results } = proposeTools(records.flatMap((record) => callsOf(record, run.roles)));
  const print = (list: readonly unknown[]): string =>
    list.length === 0 ? '' : printJson(list as readonly JsonValue[], 2);
  return { tools: print(tools), results: print(results) };
}

/** Writes what was said in a run of an agent as the text of a recording. */
export async function recordingText(
  exchanges: ExchangeStore,
  { runId, way, values, headers }: AgentNote,
): Promise<string> {
  const said = await exchanges.all(runId);
  const recording: Recording = {
    format: RECORDING_FORMAT,
    version: 1,
    agent: { way, values, headers },
    exchanges: said.map(({ row, trial, prompt, legs, latencyMs, firstByteMs, atMs }) => ({
      row,
      trial,
      prompt,
      legs,
      latencyMs,
      firstByteMs,
      atMs,
    })),
  };
  return JSON.stringify(recording);
}
