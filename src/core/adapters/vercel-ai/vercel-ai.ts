import { hasKey, pickList, pickText } from '#core/json/pick.ts';
import { recordCells } from '#core/transcripts/record-cells.ts';
import { writeTurns } from '#core/transcripts/write-turns.ts';
import type { Adapter } from '../adapter.ts';
import { messageAdapter, readConversations } from '../message-adapter.ts';
import { holdsRecord } from '../record-adapter.ts';
import { Reading } from '../reading.ts';
import { findRuns } from './find-runs.ts';
import { isResult, isStep } from './steps.ts';
import { isEvent } from './stream.ts';

const messages = messageAdapter({
  id: 'vercel-ai',
  title: 'Vercel AI SDK or Mastra',
  isOwn: (message) =>
    hasKey(message, 'toolInvocations') ||
    (pickList(message, 'parts', 'content')?.some(
      (part) =>
        hasKey(part, 'toolCallId', 'toolInvocation') &&
        /^(tool-|dynamic-tool$)/.test(pickText(part, 'type') ?? ''),
    ) ??
      false),
});

/**
 * What the Vercel AI SDK, and Mastra on top of it, keep of a run: the messages that a model gets
 * and that a user interface shows, results with their steps, and streams.
 */
export const vercelAi: Adapter = {
  ...messages,
  recognise: (value) =>
    holdsRecord(value, (inner) => isResult(inner) || isStep(inner) || isEvent(inner)) ||
    messages.recognise(value),
  read: (values, options) => {
    const found = findRuns(values);
    if (found.length === 0) return messages.read(values, options);
    const reading = new Reading(options);
    for (const run of found) {
      if ('other' in run) readConversations([run.other], reading);
      else {
        const { parts, read, record, taken } = run;
        reading.from(record ?? parts[0] ?? null);
        const entries = read(parts, reading);
        writeTurns(entries, recordCells(record, reading, taken), reading);
      }
    }
    return reading.result();
  },
};
