import { parentPort } from 'node:worker_threads';
import { expose, transfer } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter';
import { answer } from '#package/own-thread.ts';
import { buffersOf } from '#core/score/columns/pack-columns.ts';
import type { RecordsPart } from '#workers/score-records.ts';
import type { ScoredPart } from '#workers/score-job.ts';
import { receiveInput, type ScoreThread } from './thread-messages.ts';

const api: ScoreThread = {
  ask: async (name, input) => {
    const answered: unknown = await answer(name, receiveInput(input));
    const value = answered as ScoredPart | RecordsPart | undefined;
    const part = value && 'part' in value ? value.part : value;
    return part ? transfer({ value }, buffersOf(part.columns)) : { value };
  },
};
if (parentPort) expose(api, nodeEndpoint(parentPort));
