import { readCallList } from '#core/calls/read-call.ts';
import type { JsonValue } from '#core/json/json-value.ts';
import { pick, pickList, pickObject, pickText } from '#core/json/pick.ts';
import type { Entry } from '#core/transcripts/entry.ts';
import { say, textOf } from '#core/transcripts/read-part.ts';
import { writeTurns } from '#core/transcripts/write-turns.ts';
import { recordAdapter } from '../record-adapter.ts';
import type { Reading } from '../reading.ts';

/** Trajectories in the Agent Trajectory Interchange Format. */
export const atif = recordAdapter({
  id: 'atif',
  title: 'ATIF trajectory',
  isRecord: (value) => (pickText(value, 'schema_version') ?? '').startsWith('ATIF-'),
  uses: ['steps', 'session_id'],
  readRecord: (record, reading) => {
    const entries = (pickList(record, 'steps') ?? []).flatMap((step) => readStep(step, reading));
    writeTurns(entries, { id: pickText(record, 'session_id') }, reading);
  },
});

function readStep(step: JsonValue, reading: Reading): readonly Entry[] {
  const source = pickText(step, 'source');
  const author = source === 'user' || source === 'agent' ? source : 'system';
  const calls = readCallList(pickList(step, 'tool_calls') ?? [], reading);
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
