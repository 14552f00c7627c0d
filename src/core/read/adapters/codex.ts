import { isJsonList, type JsonValue } from '#core/base/json/json-value.ts';
import { hasKey, pick, pickList, pickObject, pickText } from '#core/base/json/pick.ts';
import type { Entry } from '#core/read/transcripts/entry.ts';
import { readItem } from '#core/read/transcripts/read-item.ts';
import { say } from '#core/read/transcripts/read-part.ts';
import { writeTurns } from '#core/read/transcripts/write-turns.ts';
import type { Collector, Adapter } from '#core/read/framework/adapter.ts';
import { LOG_KEYS } from '#core/read/framework/understood-keys.ts';

const ROLLOUT = /^(session_meta|response_item|event_msg|turn_context|compacted)$/;
const EXEC = /^(thread\.started|turn\.\w+|item\.(started|updated|completed))$/;

/** Rollouts that Codex keeps of a session, and the events that `codex exec` prints. */
export const codex: Adapter = {
  id: 'codex',
  title: 'Codex session',
  understands: LOG_KEYS,
  recognise: (value) => isEvent(value) || linesOf(value).some(isEvent),
  read: (values, out) => {
    if (values.some(isEvent)) writeSession(values, out);
    else {
      for (const value of values) {
        out.from(value);
        const lines = linesOf(value);
        if (lines.length > 0) writeSession(lines, out);
        else out.unread(value);
      }
    }
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

function writeSession(lines: readonly JsonValue[], out: Collector): void {
  const others = lines.filter((line) => pickText(line, 'type') === undefined);
  const meta = lines.find((line) => pickText(line, 'type') === 'session_meta');
  out.from(...lines.slice(0, 1));
  const started = lines.find((line) => pickText(line, 'type') === 'thread.started');
  const id = pickText(pickObject(meta, 'payload'), 'id') ?? pickText(started, 'thread_id');
  if (!lines.some(isEvent)) out.note('record_unread');
  else
    writeTurns(
      lines.flatMap((line) => readLine(line, out)),
      { id },
      out,
    );
  for (const other of others) {
    out.from(other);
    out.unread(other);
  }
}

/** Events tell again what the items beside them say. */
function readLine(line: JsonValue, out: Collector): readonly Entry[] {
  const type = pickText(line, 'type');
  if (type === 'response_item') return readItem(pick(line, 'payload') ?? null, out);
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
