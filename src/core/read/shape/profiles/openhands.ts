import { errorIn } from '#core/calls/read-call.ts';
import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import {
  hasKey,
  pick,
  pickAmount,
  pickList,
  pickObject,
  pickText,
  unwrapEncoded,
} from '#core/base/json/pick.ts';
import type { ListProfile } from './profile.ts';
import { oneOf } from '../words.ts';

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
      if (action === undefined) return resultOf(event, about);
      const source = pickText(event, 'source');
      if (action === 'message') return [messageOf(event, source, about)];
      if (source !== 'agent' || SILENT.test(action)) return [];
      return [{ role: 'assistant', content: [], tool_calls: [callOf(event, action)], ...about }];
    });
  },
};

function messageOf(event: JsonValue, source: string | undefined, about: JsonObject): JsonObject {
  const content =
    pickText(pickObject(event, 'args'), 'content') ?? pickText(event, 'message') ?? '';
  return { role: source === 'user' ? 'user' : 'assistant', content, ...about };
}

/** The call as the model made it, else the action without what the framework added. */
function callOf(event: JsonValue, action: string): JsonObject {
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

function resultOf(event: JsonValue, about: JsonObject): readonly JsonValue[] {
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
