import { splitEvents } from '#core/read/containers/event-stream.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import { readJson } from '#core/base/literals/read-json.ts';
import { AgentError } from './agent-error.ts';

/** What came back, read: one value, or those of a stream in their order. */
export interface ReplyValues {
  readonly values: readonly JsonValue[];
  readonly isStream: boolean;
}

/**
 * Reads an answer as JSON, as JSON lines, or as server-sent events.
 * @param contentType its `Content-Type`; empty where there is none
 * @returns its values; events that are no JSON as texts
 * @throws AgentError when it is none of these, or broke off
 */
export function readReply(text: string, contentType: string): ReplyValues {
  const isEvents = contentType.includes('event-stream') || /^(?:data|event|id|retry|):/.test(text);
  if (isEvents) return { values: readEvents(text), isStream: true };
  if (/ndjson|jsonl|json-seq/.test(contentType)) return { values: readLines(text), isStream: true };
  const reading = readJson(text.replace(/^\uFEFF/, ''));
  if (reading.ok) return { values: [reading.value], isStream: false };
  if (text.trim() === '') throw new AgentError('no_answer', 'It is empty.');
  throw new AgentError('not_json', `It begins “${text.trim().slice(0, 80)}”.`);
}

function readLines(text: string): JsonValue[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  return lines.map((line) => {
    // JSON text sequences begin each record with this sign
    const reading = readJson(line.startsWith('\u001e') ? line.slice(1) : line);
    if (!reading.ok) throw new AgentError('broken_off', `A line begins “${line.slice(0, 80)}”.`);
    return reading.value;
  });
}

/**
 * Reads server-sent events.
 * @returns the data of each event, as JSON where it is JSON; `[DONE]` is left out
 * @throws AgentError when the stream ends within an event
 */
function readEvents(text: string): JsonValue[] {
  return splitEvents(text).flatMap(({ data, isClosed }) => {
    if (data === '[DONE]') return [];
    const reading = readJson(data);
    if (reading.ok) return [reading.value];
    if (!isClosed || /^\s*[[{]/.test(data))
      throw new AgentError('broken_off', 'The stream ends within an event.');
    return [data];
  });
}
