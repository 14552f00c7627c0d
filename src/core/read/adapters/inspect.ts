import { readStepRecord } from '#core/calls/step-record.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { pick, pickAmount, pickList, pickObject, pickText } from '#core/base/json/pick.ts';
import { readMessage } from '#core/read/transcripts/read-message.ts';
import { withRecord, type Entry } from '#core/read/transcripts/entry.ts';
import type { StepRecord } from '#core/calls/step.ts';
import { millisecondsOf } from '#core/calls/moment.ts';
import { textOf } from '#core/read/transcripts/read-part.ts';
import { writeTurns } from '#core/read/transcripts/write-turns.ts';
import { recordAdapter, recordsAndOthers } from './record-adapter.ts';
import type { Cells, Collector } from '#core/read/framework/adapter.ts';

/** Logs of Inspect: the samples of an evaluation with their messages. */
export const inspect = recordAdapter({
  id: 'inspect',
  title: 'Inspect log',
  isRecord: (value) =>
    pickList(value, 'samples') !== undefined &&
    pick(pickObject(value, 'eval'), 'task') !== undefined,
  uses: ['samples'],
  readRecord: (log, out) => {
    for (const sample of recordsAndOthers(pickList(log, 'samples') ?? [], isSample)) {
      out.from(sample, log);
      if (isJsonObject(sample) && isSample(sample)) readSample(sample, out);
      else out.other(sample);
    }
  },
});

function isSample(value: JsonObject): boolean {
  return pickList(value, 'messages') !== undefined;
}

function readSample(sample: JsonObject, out: Collector): void {
  const messages = pickList(sample, 'messages') ?? [];
  const target = textOf(pick(sample, 'target'));
  const seconds = pick(sample, 'total_time');
  const cells = {
    id: pick(sample, 'id'),
    epoch: pick(sample, 'epoch'),
    reference: target === '' ? undefined : target,
    latency_in_seconds: typeof seconds === 'number' ? seconds : undefined,
    failure: pick(sample, 'error') === undefined ? undefined : 1,
    ...scoresOf(sample, out),
  };
  out.keepRest(sample, ['messages', 'target', 'total_time', 'id', 'epoch', 'scores', 'events']);
  writeTurns(readTalk(sample, messages, out), cells, out);
}

/** Reads messages with what the events of the sample say of them: times, tokens, errors. */
function readTalk(
  sample: JsonObject,
  messages: readonly JsonValue[],
  out: Collector,
): readonly Entry[] {
  const events = pickList(sample, 'events') ?? [];
  const tools = new Map<string, JsonValue>();
  const models = new Map<string, JsonValue>();
  for (const event of events) {
    const kind = pickText(event, 'event');
    const id = pickText(event, 'id');
    const answer = pickObject(pickList(pickObject(event, 'output'), 'choices')?.[0], 'message');
    const answerId = pickText(answer, 'id');
    if (kind === 'tool' && id !== undefined) tools.set(id, event);
    if (kind === 'model' && answerId !== undefined) models.set(answerId, event);
  }
  return messages.flatMap((message) => {
    const model = models.get(pickText(message, 'id') ?? '');
    const failed = failureOf(message);
    const entries = readMessage(message, out).map((entry): Entry => {
      if (entry.kind === 'result') return { ...entry, ...(failed && { error: failed }) };
      if (entry.kind !== 'call') return entry;
      const event = tools.get(entry.call.id ?? '');
      if (event === undefined) return entry;
      const error = failureOf(event) ?? entry.call.error;
      return { kind: 'call', call: { ...entry.call, error, record: timesOf(event) } };
    });
    return model === undefined ? entries : withRecord(entries, aboutOf(model), 'answer');
  });
}

/** The error of a tool is an object with its type and message. */
function failureOf(value: JsonValue): string | true | undefined {
  const error = pickObject(value, 'error');
  return error && (pickText(error, 'message', 'type') ?? true);
}

/** Inspect has moments as ISO times, and how long it worked in seconds. */
function timesOf(event: JsonValue): StepRecord {
  const startMs = millisecondsOf(pick(event, 'timestamp'));
  const endMs = millisecondsOf(pick(event, 'completed'));
  const seconds = pickAmount(event, 'working_time');
  const isTimed = startMs !== undefined && endMs !== undefined && endMs >= startMs;
  const worked = seconds === undefined ? undefined : seconds * 1000;
  const durationMs = isTimed ? Math.round((endMs - startMs) * 1000) / 1000 : worked;
  const agent = pickText(event, 'agent');
  return {
    ...(agent !== undefined && { agent }),
    ...(startMs !== undefined && { startMs }),
    ...(durationMs !== undefined && { durationMs }),
  };
}

function aboutOf(event: JsonValue): StepRecord {
  const output = pickObject(event, 'output');
  const model = pickText(output, 'model') ?? pickText(event, 'model');
  const { tokens } = readStepRecord(pick(output, 'usage') ?? null);
  return { ...timesOf(event), ...(model !== undefined && { model }), ...(tokens && { tokens }) };
}

function scoresOf(sample: JsonObject, out: Collector): Cells {
  const scores = Object.entries(pickObject(sample, 'scores') ?? {}).flatMap(([name, score]) => {
    const value = pick(score, 'value');
    return value === undefined || typeof value === 'object' ? [] : [[`${name}/score`, value]];
  });
  for (const [name] of scores) out.note('scores_kept', String(name));
  return Object.fromEntries(scores) as Cells;
}
