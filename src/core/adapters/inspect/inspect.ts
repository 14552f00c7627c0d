import type { JsonObject } from '#core/json/json-value.ts';
import { pick, pickList, pickObject } from '#core/json/pick.ts';
import { readMessage } from '#core/transcripts/read-message.ts';
import { textOf } from '#core/transcripts/read-part.ts';
import { writeTurns } from '#core/transcripts/write-turns.ts';
import { findRecords, recordAdapter } from '../record-adapter.ts';
import type { Cells, Reading } from '../reading.ts';

/** Logs of Inspect: the samples of an evaluation with their messages. */
export const inspect = recordAdapter({
  id: 'inspect',
  title: 'Inspect log',
  isRecord: (value) =>
    pickList(value, 'samples') !== undefined &&
    pick(pickObject(value, 'eval'), 'task') !== undefined,
  uses: ['samples'],
  readRecord: (log, reading) => {
    for (const sample of findRecords(pickList(log, 'samples') ?? [], isSample, true)) {
      reading.from(sample, log);
      if (isSample(sample)) readSample(sample, reading);
      else reading.other(sample);
    }
  },
});

function isSample(value: JsonObject): boolean {
  return pickList(value, 'messages') !== undefined;
}

function readSample(sample: JsonObject, reading: Reading): void {
  const messages = pickList(sample, 'messages') ?? [];
  const target = textOf(pick(sample, 'target'));
  const seconds = pick(sample, 'total_time');
  const cells = {
    id: pick(sample, 'id'),
    epoch: pick(sample, 'epoch'),
    reference: target === '' ? undefined : target,
    latency_in_seconds: typeof seconds === 'number' ? seconds : undefined,
    failure: pick(sample, 'error') === undefined ? undefined : 1,
    ...scoresOf(sample, reading),
  };
  reading.keepRest(sample, ['messages', 'target', 'total_time', 'id', 'epoch', 'scores', 'events']);
  writeTurns(
    messages.flatMap((message) => readMessage(message, reading)),
    cells,
    reading,
  );
}

function scoresOf(sample: JsonObject, reading: Reading): Cells {
  const scores = Object.entries(pickObject(sample, 'scores') ?? {}).flatMap(([name, score]) => {
    const value = pick(score, 'value');
    return value === undefined || typeof value === 'object' ? [] : [[`${name}/score`, value]];
  });
  for (const [name] of scores) reading.note('scores_kept', String(name));
  return Object.fromEntries(scores) as Cells;
}
