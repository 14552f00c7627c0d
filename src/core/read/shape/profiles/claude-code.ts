import { readStepRecord } from '#core/calls/step-record.ts';
import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import { listAt } from '#core/base/lists/list-at.ts';
import {
  hasKey,
  pick,
  pickAmount,
  pickList,
  pickObject,
  pickText,
  type Maybe,
} from '#core/base/json/pick.ts';
import type { EntryReader } from '#core/read/transcripts/entry.ts';
import { textOf } from '#core/read/transcripts/read-part.ts';
import type { ListProfile, ToldRecord } from './profile.ts';
import { oneOf } from '../words.ts';

/** Lines about the program, of which nothing is said or called. */
const QUIET = /^(summary|system|progress|file-history-snapshot|queue-operation)$/;

const SESSION_KEYS = ['sessionId', 'session_id', 'uuid'];

/**
 * Sessions of Claude Code, and what its SDK prints: an answer's blocks are lines of their own, each with
 * all tokens so far, and the end says what the session cost.
 */
export const claudeCode: ListProfile = {
  hasKeys: oneOf('message'),
  isOwn: (value) =>
    /^(user|assistant)$/.test(pickText(value, 'type') ?? '') &&
    pickObject(value, 'message') !== undefined &&
    hasKey(value, ...SESSION_KEYS),
  rewrite: (lines, told, out) => {
    const usages = usagesOf(lines);
    const seen = new Set<string>();
    // of several ends each counts some of the session again
    const ends = lines.filter(isEnd);
    const end = ends.length === 1 ? ends[0] : undefined;
    const written = inOrder(lines, out).flatMap((line, at, all): readonly JsonValue[] => {
      const queued = pickObject(line, 'attachment');
      if (pick(queued, 'type') === 'queued_command')
        return [{ ...(line as JsonObject), role: 'user', content: pick(queued, 'prompt') ?? '' }];
      if (!claudeCode.isOwn(line))
        return QUIET.test(pickText(line, 'type') ?? '') || line === end ? [] : [line];
      const uuid = pickText(line, 'uuid') ?? '';
      // a resumed session repeats earlier lines
      if (uuid !== '' && seen.has(uuid)) return [];
      seen.add(uuid);
      return [lineOf(line as JsonObject, usages, all[at + 1])];
    });
    if (end === undefined) return written;
    const [record, as] = endOf(end);
    return [...written, told(record, end, as)];
  },
};

/**
 * The lines of each session in turn: those of its sub-agents, which have files of their own since 2.0, at
 * their moments; of a session that is not there each sub-agent is one of its own.
 */
function inOrder(lines: readonly JsonValue[], out: EntryReader): readonly JsonValue[] {
  if (!lines.some(isOfSubAgent)) return lines;
  const sessions = new Map<string | undefined, JsonValue[]>();
  for (const line of lines) listAt(sessions, sessionOf(line)).push(line);
  return [...sessions.values()].flatMap((own) => {
    if (!own.every(isOfSubAgent))
      return own.toSorted(
        (a, b) => Number(momentOf(a) > momentOf(b)) - Number(momentOf(a) < momentOf(b)),
      );
    out.note('sub_agent_alone');
    return own.map((line) => ofItsOwn(line as JsonObject));
  });
}

const isOfSubAgent = (line: JsonValue): boolean => pick(line, 'isSidechain') === true;
const sessionOf = (line: JsonValue): string | undefined => pickText(line, 'sessionId');
const momentOf = (line: JsonValue): string => pickText(line, 'timestamp') ?? '';

function ofItsOwn({ agentId = null, ...line }: JsonObject): JsonObject {
  return { ...line, isSidechain: false, ...(agentId !== null && { sessionId: agentId }) };
}

const textIn = (line: Maybe): string => textOf(pick(pickObject(line, 'message'), 'content'));

const isEnd = (line: JsonValue): boolean =>
  pick(line, 'type') === 'result' && hasKey(line, 'total_cost_usd', 'num_turns');

function endOf(end: JsonValue): ToldRecord {
  const milliseconds = pickAmount(end, 'duration_ms');
  const isBad = pick(end, 'is_error');
  const columns = {
    ...(milliseconds !== undefined && { latency_in_seconds: milliseconds / 1000 }),
    ...(typeof isBad === 'boolean' && { failure: Number(isBad) }),
  };
  const record = {
    session_id: pick(end, 'session_id') ?? null,
    total_cost_usd: pick(end, 'total_cost_usd') ?? null,
  };
  return [record, { end: columns }];
}

/** The last line of an answer has the usage of all of it; the first one keeps it. */
function usagesOf(lines: readonly JsonValue[]): Map<string, JsonValue> {
  const usages = new Map<string, JsonValue>();
  for (const line of lines) {
    const message = pickObject(line, 'message');
    const id = pickText(message, 'id');
    const usage = pick(message, 'usage');
    if (id !== undefined && usage !== undefined && readStepRecord(usage).tokens)
      usages.set(id, usage);
  }
  return usages;
}

function lineOf(line: JsonObject, usages: Map<string, JsonValue>, next: Maybe): JsonObject {
  const message = pickObject(line, 'message') ?? {};
  // an answer that the program made up, where there was none
  if (pick(line, 'isApiErrorMessage') === true)
    return { ...line, type: 'error', message: textIn(line) };
  // a command that the program ran itself asks nothing
  const isAdded =
    ['isMeta', 'isCompactSummary'].some((key) => pick(line, key) === true) ||
    textIn(next).startsWith('<local-command-');
  const id = pickText(message, 'id') ?? '';
  const usage = usages.get(id) ?? null;
  usages.delete(id);
  const took = pickAmount(
    pickObject(line, 'toolUseResult', 'tool_use_result'),
    'totalDurationMs',
    'durationMs',
  );
  const content = pickList(message, 'content')?.map((part) => resultOf(part, took));
  const about = { usage, ...(isAdded && { role: 'system' }), ...(content && { content }) };
  return { ...line, message: { ...message, ...about } };
}

/** How long a call took stands beside the message. */
function resultOf(part: JsonValue, took: number | undefined): JsonValue {
  if (took === undefined || pickText(part, 'tool_use_id') === undefined) return part;
  return { ...(part as JsonObject), duration_ms: took };
}
