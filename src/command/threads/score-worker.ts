import { parentPort } from 'node:worker_threads';
import { answer } from '#package/own-thread.ts';
import { buffersOf } from '#core/score/columns/slice-columns.ts';
import type { RecordsPart } from '#workers/score-records.ts';
import type { ScoredPart } from '#workers/score-source.ts';
import { receiveInput, type Answered, type Asked } from './messages.ts';

/** A thread of `score`: answers questions about slices of a file, one after another. */
parentPort?.on('message', ({ id, name, input }: Asked) => {
  answer(name, receiveInput(input)).then(
    (value: ScoredPart | RecordsPart | undefined) => {
      const part = value && 'part' in value ? value.part : value;
      const buffers = part ? buffersOf(part.columns) : [];
      parentPort?.postMessage({ id, value } satisfies Answered, buffers);
    },
    (error: unknown) => {
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      parentPort?.postMessage({ id, error: { name, message } } satisfies Answered);
    },
  );
});
