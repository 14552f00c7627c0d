import { isJsonObject, type JsonObject } from '#core/base/json/json-value.ts';
import { pick, pickList, pickObject } from '#core/base/json/pick.ts';
import { readMessages } from '#core/read/transcripts/read-message.ts';
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
  writeTurns(readMessages(messages, out), cells, out);
}

function scoresOf(sample: JsonObject, out: Collector): Cells {
  const scores = Object.entries(pickObject(sample, 'scores') ?? {}).flatMap(([name, score]) => {
    const value = pick(score, 'value');
    return value === undefined || typeof value === 'object' ? [] : [[`${name}/score`, value]];
  });
  for (const [name] of scores) out.note('scores_kept', String(name));
  return Object.fromEntries(scores) as Cells;
}
