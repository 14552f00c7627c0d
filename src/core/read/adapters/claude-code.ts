import { isJsonList, type JsonValue } from '#core/base/json/json-value.ts';
import { hasKey, pick, pickObject, pickText } from '#core/base/json/pick.ts';
import { nest, type Entry } from '#core/read/transcripts/entry.ts';
import { readMessage } from '#core/read/transcripts/read-message.ts';
import { writeTurns } from '#core/read/transcripts/write-turns.ts';
import type { Collector, Adapter } from '#core/read/framework/adapter.ts';
import { LOG_KEYS } from '#core/read/framework/understood-keys.ts';

const SESSION_KEYS = ['sessionId', 'session_id', 'uuid'];
const TYPES = /^(user|assistant|summary|system|progress|file-history-snapshot|queue-operation)$/;

/** Sessions of Claude Code: one event a line. */
export const claudeCode: Adapter = {
  id: 'claude-code',
  title: 'Claude Code session',
  understands: LOG_KEYS,
  recognise: (value) => isLine(value) || (isJsonList(value) && value.some(isLine)),
  read: (values, out) => {
    const lines = values.flatMap((value) => (isJsonList(value) ? value : [value]));
    for (const [id, session] of bySession(lines, out)) {
      out.from(...session.slice(0, 1));
      const entries = session.flatMap((line) => readLine(line, out));
      if (entries.length > 0) writeTurns(entries, { id }, out);
    }
  },
};

function isLine(value: JsonValue): boolean {
  return (
    TYPES.test(pickText(value, 'type') ?? '') &&
    pickObject(value, 'message') !== undefined &&
    hasKey(value, ...SESSION_KEYS)
  );
}

/** A resumed session repeats earlier lines; an event is taken once. */
function bySession(lines: readonly JsonValue[], out: Collector): ReadonlyMap<string, JsonValue[]> {
  const sessions = new Map<string, JsonValue[]>();
  const seen = new Set<string>();
  for (const line of lines) {
    if (!isLine(line)) {
      out.from(line);
      const type = pickText(line, 'type');
      // how a session went is said under names that rows have, too
      if (type !== undefined && hasKey(line, ...SESSION_KEYS)) {
        if (!TYPES.test(type)) out.note('record_unread', type);
      } else if (!TYPES.test(type ?? '')) out.unread(line);
      continue;
    }
    const uuid = pickText(line, 'uuid');
    if (uuid !== undefined && seen.has(uuid)) continue;
    if (uuid !== undefined) seen.add(uuid);
    const id = pickText(line, 'sessionId', 'session_id') ?? '';
    const session = sessions.get(id);
    if (session) session.push(line);
    else sessions.set(id, [line]);
  }
  return sessions;
}

/** A sub-agent's talk is no turn of the user; its calls are nested. Meta lines nobody wrote. */
function readLine(line: JsonValue, out: Collector): readonly Entry[] {
  const entries = readMessage(pick(line, 'message') ?? null, out);
  if (pick(line, 'isMeta') === true) return entries.filter(({ kind }) => kind !== 'user');
  const isNested =
    pick(line, 'isSidechain') === true || pickText(line, 'parent_tool_use_id') !== undefined;
  if (!isNested) return entries;
  return entries.filter(({ kind }) => kind === 'call' || kind === 'result').map(nest);
}
