import { readCallList } from '#core/calls/read-call.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import { pick, pickList, pickObject, pickText } from '#core/base/json/pick.ts';
import type { Entry } from '#core/read/transcripts/entry.ts';
import { say, textOf } from '#core/read/transcripts/read-part.ts';
import { writeTurns } from '#core/read/transcripts/write-turns.ts';
import { recordAdapter } from './record-adapter.ts';
import type { Collector } from '#core/read/framework/adapter.ts';
import { LOG_KEYS } from '#core/read/framework/understood-keys.ts';

/** Trajectories in the Agent Trajectory Interchange Format. */
export const atif = recordAdapter({
  id: 'atif',
  title: 'ATIF trajectory',
  understands: LOG_KEYS,
  isRecord: (value) => (pickText(value, 'schema_version') ?? '').startsWith('ATIF-'),
  uses: ['steps', 'session_id'],
  readRecord: (record, out) => {
    const entries = (pickList(record, 'steps') ?? []).flatMap((step) => readStep(step, out));
    writeTurns(entries, { id: pickText(record, 'session_id') }, out);
  },
});

function readStep(step: JsonValue, out: Collector): readonly Entry[] {
  const source = pickText(step, 'source');
  const author = source === 'user' || source === 'agent' ? source : 'system';
  const calls = readCallList(pickList(step, 'tool_calls') ?? [], out);
  const results = pickList(pickObject(step, 'observation'), 'results') ?? [];
  return [
    ...say(textOf(pick(step, 'message')), author),
    ...calls.map((call): Entry => ({ kind: 'call', call })),
    ...results.map((result): Entry => ({
      kind: 'result',
      of: pickText(result, 'source_call_id'),
      output: pick(result, 'content'),
    })),
  ];
}
