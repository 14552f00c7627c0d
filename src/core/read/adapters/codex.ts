import { readStepRecord } from '#core/calls/step-record.ts';
import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import {
  hasKey,
  pick,
  pickAmount,
  pickList,
  pickObject,
  pickText,
  unwrapEncoded,
} from '#core/base/json/pick.ts';
import type { StepRecord } from '#core/calls/step.ts';
import { millisecondsOf } from '#core/calls/moment.ts';
import { stamp, withRecord, type Entry } from '#core/read/transcripts/entry.ts';
import { readItem } from '#core/read/transcripts/read-item.ts';
import { say, unreadOf } from '#core/read/transcripts/read-part.ts';
import { writeTurns } from '#core/read/transcripts/write-turns.ts';
import type { Collector, Adapter } from '#core/read/framework/adapter.ts';

const ROLLOUT = /^(session_meta|response_item|event_msg|turn_context|compacted)$/;
const EXEC = /^(thread\.started|turn\.\w+|item\.(started|updated|completed))$/;

/** Rollouts that Codex keeps of a session, and the events that `codex exec` prints. */
export const codex: Adapter = {
  id: 'codex',
  title: 'Codex session',
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
  else writeTurns(readLines(lines, out), { id }, out);
  for (const other of others) {
    out.from(other);
    out.unread(other);
  }
}

/**
 * Reads the lines of a session. Events tell again what the items beside them say; what they say
 * besides is how a call ended and what the model's turn before them took.
 */
function readLines(lines: readonly JsonValue[], out: Collector): readonly Entry[] {
  const entries: Entry[] = [];
  let turnStart = 0;
  let model: string | undefined;
  let total: number | undefined;
  for (const line of lines) {
    const payload = pickObject(line, 'payload');
    const atMs = millisecondsOf(pick(line, 'timestamp'));
    const type = pickText(line, 'type');
    const kind = pickText(payload, 'type') ?? '';
    if (type === 'response_item') {
      const said = readItem(payload ?? null, out).map(withOutcome);
      entries.push(...stamp(said, { atMs }));
    } else if (type === 'item.completed') entries.push(...readExecItem(pick(line, 'item') ?? null));
    else if (type === 'turn_context') model = pickText(payload, 'model') ?? model;
    else if (type === 'event_msg' && kind.endsWith('_end')) {
      const of = pickText(payload, 'call_id');
      // the output itself follows as an item
      if (of !== undefined && payload) addOutcome(entries, of, outcomeOf(payload));
    } else if (kind === 'token_count' || type === 'turn.completed') {
      const info = pickObject(payload, 'info');
      const sum = pickAmount(pickObject(info, 'total_token_usage'), 'total_tokens');
      // limits are reported with the same count again
      if (kind === 'token_count' && sum !== undefined && sum === total) continue;
      total = sum;
      const { tokens } = readStepRecord(
        pick(info, 'last_token_usage') ?? pick(line, 'usage') ?? null,
      );
      if (!tokens) continue;
      const turn = entries.splice(turnStart);
      const about = { ...(model !== undefined && { model }), tokens };
      const own = turn.findIndex((entry) => entry.kind === 'call' || entry.kind === 'answer');
      // results of the calls before come first
      entries.push(...turn.splice(0, Math.max(own, 0)), ...withTokens(turn, about));
      turnStart = entries.length;
    }
  }
  return entries;
}

/** Puts what a turn took on what was said in it, beside what is recorded there already. */
function withTokens(turn: readonly Entry[], about: StepRecord): readonly Entry[] {
  const said = turn.find((entry) => entry.kind === 'answer');
  const first = turn.find((entry) => entry.kind === 'call');
  const known = said?.kind === 'answer' ? said.record : first?.call.record;
  const moment = known?.startMs === undefined ? {} : { startMs: known.startMs };
  return withRecord(turn, { ...moment, ...about }, 'answer');
}

/** How a call ended. */
interface Outcome {
  readonly error?: string | true;
  readonly record?: StepRecord;
}

function outcomeOf(end: JsonObject): Outcome {
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
    ...(seconds !== undefined && { record: { durationMs: seconds * 1000 + rest / 1e6 } }),
  };
}

function addOutcome(entries: Entry[], id: string, { error, record }: Outcome): void {
  const at = entries.findLastIndex((entry) => entry.kind === 'call' && entry.call.id === id);
  const entry = entries[at];
  if (entry?.kind !== 'call') return;
  const { call: made } = entry;
  const all = { ...made.record, ...record };
  entries[at] = { kind: 'call', call: { ...made, error: error ?? made.error, record: all } };
}

/** The output of a command is JSON text with its exit code and seconds beside it. */
function withOutcome(entry: Entry): Entry {
  if (entry.kind !== 'result') return entry;
  const metadata = pickObject(unwrapEncoded(entry.output), 'metadata');
  return metadata ? { ...entry, ...outcomeOf(metadata) } : entry;
}

function readExecItem(item: JsonValue): readonly Entry[] {
  const id = pickText(item, 'id');
  switch (pickText(item, 'type', 'item_type')) {
    case 'agent_message':
    case 'assistant_message':
      return say(pickText(item, 'text') ?? '', 'agent');
    case 'command_execution':
      return [
        call(
          'command_execution',
          inputOf(item, 'command'),
          id,
          pick(item, 'aggregated_output'),
          isJsonObject(item) ? outcomeOf(item).error : undefined,
        ),
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
          isJsonObject(item) ? outcomeOf(item).error : undefined,
        ),
      ];
    default:
      return unreadOf(item, pickText(item, 'type', 'item_type') ?? '');
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
  error?: string | true,
): Entry {
  return { kind: 'call', call: { name, input, id, output, error } };
}
