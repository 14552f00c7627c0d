import { readStepRecord } from '#core/calls/step-record.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import { pick, pickAmount, pickList, pickObject, pickText } from '#core/base/json/pick.ts';
import type { StepRecord } from '#core/calls/step.ts';
import { millisecondsOf } from '#core/calls/moment.ts';
import { stamp, together, withRecord, type Entry } from '#core/read/transcripts/entry.ts';
import { callEntries, say, textOf } from '#core/read/transcripts/read-part.ts';
import { writeTurns } from '#core/read/transcripts/write-turns.ts';
import { recordAdapter } from './record-adapter.ts';
import type { Collector } from '#core/read/framework/adapter.ts';

/** Trajectories in the Agent Trajectory Interchange Format. */
export const atif = recordAdapter({
  id: 'atif',
  title: 'ATIF trajectory',
  isRecord: (value) => (pickText(value, 'schema_version') ?? '').startsWith('ATIF-'),
  uses: ['steps', 'session_id'],
  readRecord: (record, out) => {
    const agent = pickObject(record, 'agent');
    const entries = (pickList(record, 'steps') ?? []).flatMap((step) =>
      readStep(step, pickText(agent, 'name'), out),
    );
    const id = pickText(record, 'session_id');
    writeTurns(entries, { id, tool_declarations: pickList(agent, 'tool_definitions') }, out);
  },
});

function readStep(step: JsonValue, agent: string | undefined, out: Collector): readonly Entry[] {
  const source = pickText(step, 'source');
  const author = source === 'user' || source === 'agent' ? source : 'system';
  const calls = callEntries(pickList(step, 'tool_calls') ?? [], out);
  const results = pickList(pickObject(step, 'observation'), 'results') ?? [];
  const said = [
    ...say(textOf(pick(step, 'message')), author),
    ...together(calls, out.parallelNumber),
  ];
  const told = author === 'agent' ? withRecord(said, aboutOf(step), 'answer') : said;
  return [
    ...stamp(told, { agent, atMs: millisecondsOf(pick(step, 'timestamp')) }),
    ...results.map((result): Entry => ({
      kind: 'result',
      of: pickText(result, 'source_call_id'),
      output: pick(result, 'content'),
    })),
  ];
}

function aboutOf(step: JsonValue): StepRecord {
  const metrics = pickObject(step, 'metrics');
  const model = pickText(step, 'model_name');
  const { tokens } = readStepRecord(metrics ?? null);
  const amount = pickAmount(metrics, 'cost_usd');
  return {
    ...(model !== undefined && { model }),
    ...(tokens && { tokens }),
    ...(amount !== undefined && { cost: { amount, currency: 'USD' } }),
  };
}
