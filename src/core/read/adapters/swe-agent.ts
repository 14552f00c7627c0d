import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import { pick, pickAmount, pickList, pickObject, pickText } from '#core/base/json/pick.ts';
import type { Entry } from '#core/read/transcripts/entry.ts';
import { messageOf, readMessages } from '#core/read/transcripts/read-message.ts';
import { readWhole } from '#core/read/transcripts/write-turns.ts';
import { recordAdapter } from './record-adapter.ts';
import type { Collector } from '#core/read/framework/adapter.ts';

/** Trajectories of SWE-agent: calls of functions, or commands as in a shell. */
export const sweAgent = recordAdapter({
  id: 'swe-agent',
  title: 'SWE-agent trajectory',
  isRecord: (value) =>
    pickList(value, 'trajectory') !== undefined &&
    pickList(value, 'history') !== undefined &&
    pickObject(value, 'info') !== undefined,
  uses: ['trajectory', 'history', 'info', 'instance_id'],
  readRecord,
});

/** One task is one row: what is under a user's name is mostly what a command printed. */
function readRecord(record: JsonObject, out: Collector): void {
  const history = pickList(record, 'history') ?? [];
  const said = history.filter((message) => pick(message, 'is_demo') !== true);
  const entries = readMessages(said, out);
  const hasCalls = entries.some(({ kind }) => kind === 'call');
  const steps = (pickList(record, 'trajectory') ?? []).flatMap(readStep);
  const { calls } = readWhole(hasCalls ? entries : steps, out);
  const task = said.find((message) => pick(messageOf(message), 'role') === 'user');
  out.row({
    id: pickText(record, 'instance_id'),
    prompt: pickText(task, 'content') ?? firstText(entries),
    response: pickText(pickObject(record, 'info'), 'submission'),
    predicted_trajectory: out.trajectory(calls, 'predicted'),
    exit_status: pickText(pickObject(record, 'info'), 'exit_status'),
  });
}

function firstText(entries: readonly Entry[]): string | undefined {
  return entries.flatMap((entry) => (entry.kind === 'user' ? [entry.text] : []))[0];
}

/** The first word of a command is the tool; the whole command is its argument. */
function readStep(step: JsonValue): readonly Entry[] {
  const command = pickText(step, 'action');
  const name = command?.trim().split(/\s/, 1)[0];
  if (command === undefined || name === undefined || name === '') return [];
  const output = pick(step, 'observation');
  const seconds = pickAmount(step, 'execution_time');
  const record = seconds === undefined ? undefined : { durationMs: seconds * 1000 };
  return [{ kind: 'call', call: { name, input: { command }, output, record } }];
}
