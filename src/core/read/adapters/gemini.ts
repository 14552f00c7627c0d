import type { JsonValue } from '#core/base/json/json-value.ts';
import { hasKey, pick, pickList, pickText } from '#core/base/json/pick.ts';
import { nest, stamp, type Entry } from '#core/read/transcripts/entry.ts';
import { millisecondsOf } from '#core/calls/moment.ts';
import { readMessage } from '#core/read/transcripts/read-message.ts';
import { messageAdapter } from './message-adapter.ts';
import type { Collector } from '#core/read/framework/adapter.ts';

const KEYS = ['functionCall', 'function_call', 'functionResponse', 'function_response'];

/** Contents of Gemini's API, and the events of an ADK session, which are made of them. */
export const gemini = messageAdapter({
  id: 'gemini',
  title: 'Gemini contents or ADK session',
  isOwn: (message) =>
    pickList(message, 'parts')?.some((part) => pick(part, ...KEYS) !== undefined) ?? false,
  readMessages: readEvents,
});

/**
 * Reads contents or events in order; the events of an invocation are a run. What another agent than
 * the first one calls is nested.
 */
export function readEvents(events: readonly JsonValue[], out: Collector): readonly Entry[] {
  const root = events.map(agentOf).find((agent) => agent !== undefined);
  return [...byInvocation(events)].flatMap((run) => {
    const entries = run.flatMap((event) => {
      if (pick(event, 'partial') === true) return []; // the whole event follows
      const agent = agentOf(event);
      const said = readEvent(event, agent, out);
      return agent === undefined || agent === root ? said : said.map(nest);
    });
    return entries.length === 0 ? [] : [...entries, { kind: 'end' }];
  });
}

/** An event of ADK has a moment; one that passes results on says nothing. */
function readEvent(event: JsonValue, agent: string | undefined, out: Collector): readonly Entry[] {
  const told = readMessage(event, out);
  const isReturn = told.some(({ kind }) => kind === 'result');
  const said = isReturn ? told.filter((e) => e.kind !== 'answer' || e.text !== '') : told;
  if (!hasKey(event, 'author')) return said;
  return stamp(said, { agent, atMs: millisecondsOf(pick(event, 'timestamp')) });
}

/** Runs side by side write their events into one log; an event without a name goes on. */
function byInvocation(events: readonly JsonValue[]): Iterable<readonly JsonValue[]> {
  const runs = new Map<string, JsonValue[]>();
  let id = '';
  for (const event of events) {
    id = pickText(event, 'invocationId', 'invocation_id') ?? id;
    const run = runs.get(id);
    if (run) run.push(event);
    else runs.set(id, [event]);
  }
  return runs.values();
}

function agentOf(event: JsonValue): string | undefined {
  const author = hasKey(event, 'content') ? pickText(event, 'author') : undefined;
  return author === 'user' ? undefined : author;
}
