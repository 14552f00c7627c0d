import { isJsonList, type JsonValue } from '#core/json/json-value.ts';
import { hasKey, pick, pickList, pickObject, pickText } from '#core/json/pick.ts';
import type { Entry } from '#core/transcripts/entry.ts';
import { readItem } from '#core/transcripts/read-item.ts';
import { say } from '#core/transcripts/read-part.ts';
import { writeTurns } from '#core/transcripts/write-turns.ts';
import type { Adapter } from '../adapter.ts';
import { Reading } from '../reading.ts';

const ROLLOUT = /^(session_meta|response_item|event_msg|turn_context|compacted)$/;
const EXEC = /^(thread\.started|turn\.\w+|item\.(started|updated|completed))$/;

/** Rollouts that Codex keeps of a session, and the events that `codex exec` prints. */
export const codex: Adapter = {
  id: 'codex',
  title: 'Codex session',
  recognise: (value) => isEvent(value) || linesOf(value).some(isEvent),
  read: (values, options) => {
    const reading = new Reading(options);
    if (values.some(isEvent)) writeSession(values, reading);
    else {
      for (const value of values) {
        reading.from(value);
        const lines = linesOf(value);
        if (lines.length > 0) writeSession(lines, reading);
        else reading.unread(value);
      }
    }
    return reading.result();
  },
};

function isEvent(value: JsonValue): boolean {
  const type = pickText(value, 'type') ?? '';
  return (
    (ROLLOUT.test(type) && hasKey(value, 'payload')) ||
    (EXEC.test(type) && hasKey(value, 'item', 'thread_id', 'usage'))
  );
}

function linesOf(value: JsonValue): readonly JsonValue[] {
  return isJsonList(value) ? value : (pickList(value, 'events') ?? []);
}

function writeSession(lines: readonly JsonValue[], reading: Reading): void {
  const others = lines.filter((line) => pickText(line, 'type') === undefined);
  const meta = lines.find((line) => pickText(line, 'type') === 'session_meta');
  reading.from(...lines.slice(0, 1));
  const started = lines.find((line) => pickText(line, 'type') === 'thread.started');
  const id = pickText(pickObject(meta, 'payload'), 'id') ?? pickText(started, 'thread_id');
  if (!lines.some(isEvent)) reading.note('record_unread');
  else
    writeTurns(
      lines.flatMap((line) => readLine(line, reading)),
      { id },
      reading,
    );
  for (const other of others) {
    reading.from(other);
    reading.unread(other);
  }
}

/** Events tell again what the items beside them say. */
function readLine(line: JsonValue, reading: Reading): readonly Entry[] {
  const type = pickText(line, 'type');
  if (type === 'response_item') return readItem(pick(line, 'payload') ?? null, reading);
  if (type === 'item.completed') return readExecItem(pick(line, 'item') ?? null);
  return [];
}

function readExecItem(item: JsonValue): readonly Entry[] {
  const id = pickText(item, 'id');
  switch (pickText(item, 'type', 'item_type')) {
    case 'agent_message':
    case 'assistant_message':
      return say(pickText(item, 'text') ?? '', 'agent');
    case 'command_execution':
      return [
        call('command_execution', inputOf(item, 'command'), id, pick(item, 'aggregated_output')),
      ];
    case 'file_change':
      return [call('file_change', inputOf(item, 'changes'), id)];
    case 'web_search':
      return [call('web_search', inputOf(item, 'query'), id)];
    case 'mcp_tool_call':
      return [
        call(
          pickText(item, 'tool') ?? 'mcp_tool_call',
          pick(item, 'arguments'),
          id,
          pick(item, 'result'),
        ),
      ];
    default:
      return [];
  }
}

function inputOf(item: JsonValue, key: string): JsonValue {
  return { [key]: pick(item, key) ?? null };
}

function call(
  name: string,
  input: JsonValue | undefined,
  id: string | undefined,
  output?: JsonValue,
): Entry {
  return { kind: 'call', call: { name, input, id, output } };
}
