import { readStepRecord } from '#core/calls/step-record.ts';
import { isJsonList, type JsonValue } from '#core/base/json/json-value.ts';
import { hasKey, pick, pickAmount, pickList, pickObject, pickText } from '#core/base/json/pick.ts';
import type { StepRecord } from '#core/calls/step.ts';
import { millisecondsOf } from '#core/calls/moment.ts';
import { nest, stamp, withRecord, type Entry } from '#core/read/transcripts/entry.ts';
import { textOf } from '#core/read/transcripts/read-part.ts';
import { readMessage } from '#core/read/transcripts/read-message.ts';
import { writeTurns } from '#core/read/transcripts/write-turns.ts';
import type { Adapter, Cells, Collector } from '#core/read/framework/adapter.ts';

const SESSION_KEYS = ['sessionId', 'session_id', 'uuid'];
const TYPES =
  /^(user|assistant|tool_result|summary|system|progress|file-history-snapshot|queue-operation)$/;

/** Sessions of Claude Code: one event a line. */
export const claudeCode: Adapter = {
  id: 'claude-code',
  title: 'Claude Code session',
  recognise: (value) => isLine(value) || (isJsonList(value) && value.some(isLine)),
  read: (values, out) => {
    const lines = values.flatMap((value) => (isJsonList(value) ? value : [value]));
    const ends = endsOf(lines);
    for (const [id, session] of bySession(lines, ends, out)) {
      out.from(...session.slice(0, 1));
      const usages = usagesOf(session);
      const entries = session.flatMap((line) => readLine(line, usages, out));
      const end = ends.get(id);
      const cost = withRecord([], costOf(end), 'answer');
      const isOneTurn = entries.filter(({ kind }) => kind === 'user').length === 1;
      const cells = { id, ...(isOneTurn ? outcomeOf(end) : {}) };
      if (entries.length > 0) writeTurns([...entries, ...cost], cells, out);
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

/**
 * What the Agent SDK says of a whole session at its end. Of several ends in one session each counts
 * some of it again: none is taken.
 */
function endsOf(lines: readonly JsonValue[]): ReadonlyMap<string, JsonValue> {
  const ends = new Map<string, JsonValue>();
  const isRepeated = new Set<string>();
  for (const line of lines) {
    if (pick(line, 'type') !== 'result' || !hasKey(line, 'total_cost_usd', 'num_turns')) continue;
    const id = pickText(line, 'session_id') ?? '';
    if (ends.has(id)) isRepeated.add(id);
    ends.set(id, line);
  }
  for (const id of isRepeated) ends.delete(id);
  return ends;
}

function costOf(end: JsonValue | undefined): StepRecord {
  const amount = pickAmount(end, 'total_cost_usd');
  return amount === undefined ? {} : { cost: { amount, currency: 'USD' } };
}

function outcomeOf(end: JsonValue | undefined): Cells {
  const milliseconds = pickAmount(end, 'duration_ms');
  const isBad = pick(end, 'is_error');
  return {
    latency_in_seconds: milliseconds === undefined ? undefined : milliseconds / 1000,
    failure: typeof isBad === 'boolean' ? Number(isBad) : undefined,
  };
}

/** A resumed session repeats earlier lines; an event is taken once. */
function bySession(
  lines: readonly JsonValue[],
  ends: ReadonlyMap<string, JsonValue>,
  out: Collector,
): ReadonlyMap<string, JsonValue[]> {
  const taken = new Set(ends.values());
  const sessions = new Map<string, JsonValue[]>();
  const seen = new Set<string>();
  for (const line of lines) {
    if (!isLine(line)) {
      out.from(line);
      const type = pickText(line, 'type');
      // how a session went is said under names that rows have, too
      if (type !== undefined && hasKey(line, ...SESSION_KEYS)) {
        if (!TYPES.test(type) && !taken.has(line)) out.note('record_unread', type);
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
function readLine(
  line: JsonValue,
  usages: Map<string, StepRecord>,
  out: Collector,
): readonly Entry[] {
  // its usage is repeated on every line of an answer
  const message = { ...pickObject(line, 'message'), usage: null };
  const id = pickText(message, 'id') ?? '';
  const about = usages.get(id) ?? {};
  usages.delete(id);
  const result = pickObject(line, 'toolUseResult', 'tool_use_result');
  const took = pickAmount(result, 'totalDurationMs', 'durationMs');
  const failed = failedIn(message);
  const told = withRecord(readMessage(message, out), about, 'answer').map((entry) => {
    if (entry.kind !== 'result') return entry;
    const error = failed.get(entry.of ?? '');
    const record = took === undefined ? entry.record : { durationMs: took };
    return { ...entry, ...(error !== undefined && { error }), ...(record && { record }) };
  });
  const entries = stamp(told, {
    agent: pickText(line, 'agentName', 'agentId'),
    atMs: millisecondsOf(pick(line, 'timestamp')),
  });
  if (pick(line, 'isMeta') === true) return entries.filter(({ kind }) => kind !== 'user');
  const isNested =
    pick(line, 'isSidechain') === true || pickText(line, 'parent_tool_use_id') !== undefined;
  if (!isNested) return entries;
  return entries.flatMap((entry) => {
    if (entry.kind !== 'answer' && entry.kind !== 'user') return [nest(entry)];
    // what it said is no answer to the user; what that took is
    return entry.kind === 'answer' && entry.record?.tokens ? [{ ...entry, text: '' }] : [];
  });
}

/** What the failed calls of a message said, by their ids. */
function failedIn(message: JsonValue): ReadonlyMap<string, string | true> {
  const failed = new Map<string, string | true>();
  for (const part of pickList(message, 'content') ?? []) {
    const id = pickText(part, 'tool_use_id');
    if (id === undefined || pick(part, 'is_error') !== true) continue;
    const text = textOf(pick(part, 'content'));
    failed.set(id, text === '' ? true : text);
  }
  return failed;
}

/** Every block of an answer is a line, with the answer's usage: the last line has all of it. */
function usagesOf(session: readonly JsonValue[]): Map<string, StepRecord> {
  const usages = new Map<string, StepRecord>();
  for (const line of session) {
    const message = pickObject(line, 'message');
    const id = pickText(message, 'id');
    const { tokens } = readStepRecord(pick(message, 'usage') ?? null);
    const model = pickText(message, 'model');
    const about = { ...(model !== undefined && { model }), ...(tokens && { tokens }) };
    if (id !== undefined) usages.set(id, about);
  }
  return usages;
}
