import { readStepRecord } from '#core/calls/step-record.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { listAt } from '#core/base/lists/lists.ts';
import {
  hasKey,
  type Maybe,
  oneOf,
  pick,
  pickAmount,
  pickList,
  pickObject,
  pickText,
  unwrapEncoded,
} from '#core/base/json/pick.ts';
import type { EntryReader } from '#core/read/transcripts/entry.ts';
import { textOf } from '#core/read/transcripts/read-part.ts';
import type { ListProfile, RecordWithTraits } from './profile.ts';
import { errorIn } from '#core/calls/read-call.ts';

/** Lines about the program, without messages or calls. */
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
  rewrite: (lines, write, out) => {
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
    return [...written, write(record, end, as)];
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

function endOf(end: JsonValue): RecordWithTraits {
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

const ROLLOUT = /^(session_meta|response_item|event_msg|turn_context|compacted)$/;
const EXEC = /^(thread\.started|turn\.\w+|item\.(started|updated|completed))$/;

/** Events that repeat a message, and who speaks in it. */
const SPOKEN = new Map([
  ['user_message', 'user'],
  ['agent_message', 'assistant'],
]);

/**
 * Rollouts that Codex keeps of a session, and the events that `codex exec` prints: items of a response,
 * each with what the events around it say of it. Messages that an event repeats are told once.
 */
export const codex: ListProfile = {
  hasKeys: oneOf('payload', 'item', 'thread_id', 'usage'),
  isOwn: (value) => {
    const type = pickText(value, 'type') ?? '';
    return (
      (ROLLOUT.test(type) && pickObject(value, 'payload') !== undefined) ||
      (EXEC.test(type) && pick(value, 'item', 'thread_id', 'usage') !== undefined)
    );
  },
  rewrite: (lines) => {
    const items: Record<string, JsonValue>[] = [];
    const byCall = new Map<string, Record<string, JsonValue>>();
    let session: string | undefined;
    let model: string | undefined;
    let turn = 0;
    let total: number | undefined;
    const others: JsonValue[] = [];
    const speakers = new Set(lines.map((line) => pickText(pickObject(line, 'payload'), 'role')));
    for (const line of lines) {
      const type = pickText(line, 'type') ?? '';
      const payload = pickObject(line, 'payload') ?? pickObject(line, 'item');
      const kind = pickText(payload, 'type') ?? '';
      const id = pickText(payload, 'call_id');
      const role = SPOKEN.get(kind);
      session ??= type === 'session_meta' ? pickText(payload, 'id') : pickText(line, 'thread_id');
      if (type === 'turn_context') model = pickText(payload, 'model') ?? model;
      if ((type === 'response_item' || type === 'item.completed') && payload) {
        const item = itemOf(payload, pick(line, 'timestamp'));
        if (id !== undefined && !kind.endsWith('_output')) byCall.set(id, item);
        items.push(item);
        // what a model took before a question that it did not end belongs to no later turn
        if (pick(item, 'role') === 'user') turn = items.length;
      } else if (type === 'event_msg' && kind.endsWith('_end') && payload) {
        // the output itself follows as an item
        Object.assign(byCall.get(id ?? '') ?? {}, outcomeOf(payload));
      } else if (kind === 'token_count' || type === 'turn.completed') {
        const info = pickObject(payload, 'info');
        const sum = pickAmount(pickObject(info, 'total_token_usage'), 'total_tokens');
        // limits are reported with the same count again
        if (kind === 'token_count' && sum !== undefined && sum === total) continue;
        total = sum;
        const usage = pick(info, 'last_token_usage') ?? pick(line, 'usage');
        const at = items.findIndex((item, index) => index >= turn && !isReturn(item));
        if (at >= 0 && usage !== undefined) reportUsage(items, at, { usage, model: model ?? null });
        turn = items.length;
      } else if (type === 'compacted' || kind === 'turn_aborted') {
        const content = pickText(payload, 'message', 'reason') ?? '';
        items.push({ role: 'system', content, timestamp: pick(line, 'timestamp') ?? null });
      } else if (type === 'event_msg' && role !== undefined && !speakers.has(role)) {
        // a rollout may keep what was said in events alone
        const content = pickText(payload, 'message') ?? '';
        items.push({ role, content, timestamp: pick(line, 'timestamp') ?? null });
        if (role === 'user') turn = items.length;
      } else if (type === 'turn.failed' || (type === 'message' && hasKey(line, 'role')))
        items.push(line as JsonObject);
      else if (!codex.isOwn(line) && type !== 'turn.started') others.push(line);
    }
    const about = session === undefined ? {} : { session_id: session };
    return [...items.map((item) => ({ ...about, ...item })), ...others];
  },
};

/** Adds the cost of a turn to its message, or before its first call. */
function reportUsage(items: Record<string, JsonValue>[], at: number, about: JsonObject): void {
  const said = items.findIndex((item, index) => index >= at && pick(item, 'role') === 'assistant');
  const own = items[said >= 0 ? said : at];
  if (said >= 0) Object.assign(own ?? {}, about);
  else
    items.splice(at, 0, {
      role: 'assistant',
      content: '',
      timestamp: own?.['timestamp'] ?? null,
      ...about,
    });
  for (const item of items.slice(at))
    if (!isReturn(item) && item['role'] === undefined)
      Object.assign(item, { model: about['model'] });
}

const isReturn = (item: JsonObject): boolean =>
  (pickText(item, 'type') ?? '').endsWith('_output') || pick(item, 'role') === 'user';

/** An item of `codex exec` says what was run under the name of its kind. */
function itemOf(payload: JsonObject, timestamp: JsonValue | undefined): Record<string, JsonValue> {
  const moment = timestamp === undefined ? {} : { timestamp };
  const output = pickObject(unwrapEncoded(pick(payload, 'output')), 'metadata');
  const item = { ...payload, ...moment, ...(output && outcomeOf(output)) };
  switch (pickText(payload, 'type', 'item_type')) {
    case 'agent_message':
    case 'assistant_message':
      return { role: 'assistant', content: pick(payload, 'text') ?? '' };
    case 'command_execution':
      return itemCall(payload, 'command_execution', { command: pick(payload, 'command') ?? null });
    case 'file_change':
      return itemCall(payload, 'file_change', { changes: pick(payload, 'changes') ?? null });
    case 'web_search':
      return itemCall(payload, 'web_search', { query: pick(payload, 'query') ?? null });
    case 'mcp_tool_call':
      return itemCall(payload, pickText(payload, 'tool') ?? '', pick(payload, 'arguments') ?? {});
    default:
      return item;
  }
}

function itemCall(item: JsonObject, name: string, input: JsonValue): Record<string, JsonValue> {
  const output = pick(item, 'aggregated_output', 'result');
  return {
    tool_name: name,
    tool_input: input,
    id: pick(item, 'id') ?? null,
    ...(output !== undefined && { tool_output: output }),
    ...outcomeOf(item),
  };
}

/** How a call ended: its exit code, what failed, and how long it ran. */
function outcomeOf(end: JsonObject): JsonObject {
  const code = pick(end, 'exit_code');
  const failure = pick(pickObject(end, 'result'), 'Err') ?? pick(end, 'error');
  const text = typeof failure === 'string' ? failure : pickText(failure, 'message');
  const isFailed = failure !== undefined || pickText(end, 'status') === 'failed';
  const duration = pickObject(end, 'duration');
  const seconds = pickAmount(duration, 'secs') ?? pickAmount(end, 'duration_seconds');
  const rest = pickAmount(duration, 'nanos') ?? 0;
  return {
    ...(isFailed && { error: text ?? true }),
    ...(typeof code === 'number' && code !== 0 && { error: `exit code ${code}` }),
    ...(seconds !== undefined && { duration_ms: seconds * 1000 + rest / 1e6 }),
  };
}

/** Events of the agent that are no calls. */
const SILENT = /^(system|change_agent_state|recall|null|condensation|condensation_request)$/;

/** Arguments that the framework adds to those of the model. */
const ADDED = new Set(
  'blocking is_input is_static hidden confirmation_state security_risk cwd'.split(' '),
);

/** Event histories of OpenHands: actions, and observations that name their cause. */
export const openhands: ListProfile = {
  hasKeys: oneOf('args'),
  isOwn: (value) =>
    hasKey(value, 'source') && hasKey(value, 'action') && pickObject(value, 'args') !== undefined,
  rewrite: (events) => {
    const meter = new Meter();
    return events.flatMap((event): readonly JsonValue[] => {
      if (hasKey(event, 'role')) return [event];
      const action = pickText(event, 'action');
      const about = {
        timestamp: pick(event, 'timestamp') ?? null,
        ...(pick(event, 'source') === 'agent' && meter.read(event)),
      };
      if (action === undefined) return observationOf(event, about);
      const source = pickText(event, 'source');
      if (action === 'message') return [messageOf(event, source, about)];
      if (source !== 'agent' || SILENT.test(action)) return [];
      return [
        { role: 'assistant', content: [], tool_calls: [actionCall(event, action)], ...about },
      ];
    });
  },
};

function messageOf(event: JsonValue, source: string | undefined, about: JsonObject): JsonObject {
  const content =
    pickText(pickObject(event, 'args'), 'content') ?? pickText(event, 'message') ?? '';
  return { role: source === 'user' ? 'user' : 'assistant', content, ...about };
}

/** The call as the model made it, else the action without what the framework added. */
function actionCall(event: JsonValue, action: string): JsonObject {
  const metadata = pickObject(event, 'tool_call_metadata');
  const id = pickText(metadata, 'tool_call_id');
  const choice = pickList(pickObject(metadata, 'model_response'), 'choices')?.[0];
  const asked = pickList(pickObject(choice, 'message'), 'tool_calls');
  const made = asked?.find((call) => id !== undefined && pick(call, 'id') === id);
  if (made !== undefined) return made as JsonObject;
  const args = Object.entries(pickObject(event, 'args') ?? {}).filter(([name]) => !ADDED.has(name));
  const number = pick(event, 'id');
  return {
    name: pickText(metadata, 'function_name') ?? action,
    arguments: Object.fromEntries(args),
    id: id ?? (typeof number === 'number' ? String(number) : null),
  };
}

function observationOf(event: JsonValue, about: JsonObject): readonly JsonValue[] {
  const cause = pick(event, 'cause');
  const metadata = pickObject(event, 'tool_call_metadata');
  const id =
    pickText(metadata, 'tool_call_id') ?? (typeof cause === 'number' ? String(cause) : undefined);
  if (id === undefined) return [];
  const error = errorOf(event);
  return [
    {
      role: 'tool',
      tool_call_id: id,
      content: pick(event, 'content') ?? null,
      ...about,
      ...(error !== undefined && { error }),
    },
  ];
}

/** Observations that say that an action failed, or was not allowed. */
const FAILED = new Set(['error', 'user_rejected']);

function errorOf(event: JsonValue): string | true | undefined {
  const extras = pickObject(event, 'extras');
  const code = pick(pickObject(extras, 'metadata'), 'exit_code') ?? pick(extras, 'exit_code');
  if (typeof code === 'number') return code === 0 ? undefined : `exit code ${code}`;
  const isBad =
    FAILED.has(pickText(event, 'observation') ?? '') || pick(event, 'success') === false;
  return isBad || errorIn(unwrapEncoded(pick(event, 'content'))) ? true : undefined;
}

/** Tells what each event of an agent took of what is counted up to it. */
class Meter {
  #before: JsonObject = {};
  readonly #answers = new Set<string>();

  /** Reads the model's answer that an event came of, once where several did. */
  read(event: JsonValue): JsonObject {
    const answer = pickObject(pickObject(event, 'tool_call_metadata'), 'model_response') ?? {};
    const counted = pickObject(event, 'llm_metrics');
    const spent = counted ? spentBetween(this.#before, counted) : {};
    if (counted) this.#before = counted;
    const id = pickText(answer, 'id');
    const isKnown = id !== undefined && this.#answers.has(id);
    if (id !== undefined) this.#answers.add(id);
    const model = pick(answer, 'model');
    return {
      ...(!isKnown && pick(answer, 'usage') !== undefined && { usage: pick(answer, 'usage') }),
      ...(model !== undefined && { model }),
      ...spent,
    } as JsonObject;
  }
}

/**
 * What was spent between two counts. A count of 0 is written where nothing is known, as of the price
 * of one's own model.
 */
export function spentBetween(before: JsonObject, after: JsonObject): JsonObject {
  const usage = 'accumulated_token_usage';
  const grown = (key: string, to: string, inUsage = true): [string, number][] => {
    const [was, is] = inUsage
      ? [pickObject(before, usage), pickObject(after, usage)]
      : [before, after];
    const more = (pickAmount(is, key) ?? 0) - (pickAmount(was, key) ?? 0);
    return more > 0 ? [[to, more]] : [];
  };
  return Object.fromEntries([
    ...grown('accumulated_cost', 'cost_usd', false),
    ...grown('prompt_tokens', 'prompt_tokens'),
    ...grown('completion_tokens', 'completion_tokens'),
    ...grown('cache_read_tokens', 'cached_tokens'),
  ]);
}

/** A bubble of a chat in Cursor, also as its database has it, under the id of its chat. */
function bubbleOf(value: JsonValue): JsonObject | undefined {
  const [kind, session_id] = pickText(value, 'key')?.split(':') ?? [];
  const held = kind === 'bubbleId' ? unwrapEncoded(pick(value, 'value')) : value;
  if (!isJsonObject(held) || !hasKey(held, 'bubbleId')) return undefined;
  return session_id === undefined ? held : { ...held, session_id };
}

/** Bubbles of Cursor: a number says who speaks, and the database has them in no order. */
export const cursorBubbles: ListProfile = {
  hasKeys: oneOf('key', 'bubbleId'),
  isOwn: (value) => bubbleOf(value) !== undefined,
  rewrite: (values, write) =>
    values
      .map((value) => {
        const bubble = bubbleOf(value);
        if (!bubble) return value;
        const { type, text: content = '', toolFormerData: call = null, ...about } = bubble;
        const given = pick(call, 'rawArgs') ?? pick(call, 'params') ?? {};
        const tool_calls = isJsonObject(call) ? [{ ...call, arguments: given }] : [];
        const role = type === 1 ? 'user' : 'assistant';
        return write({ ...about, role, content, tool_calls }, value);
      })
      .sort((a, b) => createdAt(a).localeCompare(createdAt(b))),
};

const createdAt = (bubble: JsonValue): string => pickText(bubble, 'createdAt') ?? '';
