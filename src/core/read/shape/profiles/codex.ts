import { pick, pickAmount, pickObject, pickText, unwrapEncoded } from '#core/base/json/pick.ts';
import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import type { ListProfile } from './profile.ts';
import { oneOf } from '../words.ts';

const ROLLOUT = /^(session_meta|response_item|event_msg|turn_context|compacted)$/;
const EXEC = /^(thread\.started|turn\.\w+|item\.(started|updated|completed))$/;

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
    for (const line of lines) {
      const type = pickText(line, 'type') ?? '';
      const payload = pickObject(line, 'payload') ?? pickObject(line, 'item');
      const kind = pickText(payload, 'type') ?? '';
      const id = pickText(payload, 'call_id');
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
      } else if (type === 'turn.failed') items.push(line as JsonObject);
      else if (!codex.isOwn(line) && type !== 'turn.started') others.push(line);
    }
    const about = session === undefined ? {} : { session_id: session };
    return [...items.map((item) => ({ ...about, ...item })), ...others];
  },
};

/** Puts what a turn took on what was said in it, or before its first call. */
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
      return callOf(payload, 'command_execution', { command: pick(payload, 'command') ?? null });
    case 'file_change':
      return callOf(payload, 'file_change', { changes: pick(payload, 'changes') ?? null });
    case 'web_search':
      return callOf(payload, 'web_search', { query: pick(payload, 'query') ?? null });
    case 'mcp_tool_call':
      return callOf(payload, pickText(payload, 'tool') ?? '', pick(payload, 'arguments') ?? {});
    default:
      return item;
  }
}

function callOf(item: JsonObject, name: string, input: JsonValue): Record<string, JsonValue> {
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
