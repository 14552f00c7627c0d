import { millisecondsOf } from '#core/calls/moment.ts';
import { errorIn } from '#core/calls/read-call.ts';
import { readStepRecord } from '#core/calls/step-record.ts';
import type { StepRecord } from '#core/calls/step.ts';
import {
  isJsonList,
  isJsonObject,
  ownValue,
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
  type Maybe,
} from '#core/base/json/pick.ts';
import { knownTokens } from '#core/read/traces/usage-details.ts';
import { stamp, withRecord, type Entry } from '#core/read/transcripts/entry.ts';
import { callEntries, say } from '#core/read/transcripts/read-part.ts';
import { writeTurns } from '#core/read/transcripts/write-turns.ts';
import type { Collector, Adapter } from '#core/read/framework/adapter.ts';
import { findRecords, holdsRecord } from './record-adapter.ts';

/** Event histories of OpenHands. */
export const openhands: Adapter = {
  id: 'openhands',
  title: 'OpenHands events',
  recognise: (value) => isHistory(value) || holdsRecord(value, isRun),
  read: (values, out) => {
    out.from(...values.slice(0, 1));
    if (values.some(isEvent)) writeHistory(values, {}, out);
    else for (const value of values) readValue(value, out);
  },
};

function isEvent(value: JsonValue): boolean {
  return (
    hasKey(value, 'source') && hasKey(value, 'action') && pickObject(value, 'args') !== undefined
  );
}

function isHistory(value: JsonValue | undefined): boolean {
  return isJsonList(value) && value.some(isEvent);
}

function isRun(value: JsonObject): boolean {
  return isHistory(pick(value, 'history'));
}

function readValue(value: JsonValue, out: Collector): void {
  out.from(value);
  if (isJsonList(value) && isHistory(value)) {
    writeHistory(value, {}, out);
    return;
  }
  const runs = findRecords(value, isRun);
  if (runs.length === 0) out.unread(value);
  for (const run of runs) {
    out.from(run, value);
    out.keepRest(run, ['history', 'instance_id', 'id']);
    writeHistory(
      pickList(run, 'history') ?? [],
      { id: pick(run, 'instance_id', 'id'), spent: pickObject(run, 'metrics') },
      out,
    );
  }
}

/** What is known of a history as a whole. */
interface WholeRun {
  readonly id?: JsonValue | undefined;
  /** All that it took, which its events need not say. */
  readonly spent?: JsonObject | undefined;
}

function writeHistory(events: readonly JsonValue[], run: WholeRun, out: Collector): void {
  const seen = new Set<string>();
  const meter = new Meter();
  const entries = events.flatMap((event) => {
    const about = pick(event, 'source') === 'agent' ? meter.read(event) : {};
    const told = withRecord(readEvent(event, seen, out), about, 'answer');
    return stamp(told, { atMs: millisecondsOf(pick(event, 'timestamp')) });
  });
  // of a whole that no step accounts for, the end does
  const rest = meter.isUsed ? {} : spentBetween({}, run.spent ?? {});
  const { id } = run;
  writeTurns([...entries, ...withRecord([], rest, 'answer')], { id }, out);
}

/** Tells what each event of an agent took of what is counted up to it. */
class Meter {
  #before: JsonObject = {};
  readonly #answers = new Set<string>();
  isUsed = false;

  /** Reads the model's answer that an event came of, once where several did. */
  read(event: JsonValue): StepRecord {
    const answer = pickObject(pickObject(event, 'tool_call_metadata'), 'model_response') ?? {};
    const counted = pickObject(event, 'llm_metrics');
    const spent = counted ? spentBetween(this.#before, counted) : {};
    if (counted) this.#before = counted;
    const id = pickText(answer, 'id');
    const isKnown = id !== undefined && this.#answers.has(id);
    if (id !== undefined) this.#answers.add(id);
    const { model, tokens } = readStepRecord(answer);
    const record = {
      ...spent,
      ...(model !== undefined && { model }),
      ...(tokens && !isKnown && { tokens }),
    };
    this.isUsed ||= record.tokens !== undefined || record.cost !== undefined;
    return record;
  }
}

/**
 * What was spent between two counts. A count of 0 is written where nothing is known, as of the price
 * of one's own model.
 */
function spentBetween(before: JsonObject, after: JsonObject): StepRecord {
  const grown = (key: string, from: JsonValue, to: JsonValue): number | undefined => {
    const more = (pickAmount(to, key) ?? 0) - (pickAmount(from, key) ?? 0);
    return more > 0 ? more : undefined;
  };
  const usage = 'accumulated_token_usage';
  const [was, is] = [pickObject(before, usage) ?? {}, pickObject(after, usage) ?? {}];
  const amount = grown('accumulated_cost', before, after);
  const tokens = knownTokens({
    input: grown('prompt_tokens', was, is),
    output: grown('completion_tokens', was, is),
    cached: grown('cache_read_tokens', was, is),
  });
  return {
    ...(amount !== undefined && { cost: { amount, currency: 'USD' } }),
    ...(tokens && { tokens }),
  };
}

/** Events of the agent that are no calls. */
const SILENT =
  /^(message|system|change_agent_state|recall|null|condensation|condensation_request)$/;

/** Arguments that the framework adds to those of the model. */
const ADDED = new Set([
  'blocking',
  'is_input',
  'is_static',
  'hidden',
  'confirmation_state',
  'security_risk',
  'cwd',
]);

function readEvent(event: JsonValue, seen: Set<string>, out: Collector): readonly Entry[] {
  const source = pickText(event, 'source');
  const action = pickText(event, 'action');
  if (action === undefined) return readObservation(event);
  if (action === 'message') return readTalk(event, source);
  if (source !== 'agent' || SILENT.test(action)) return [];
  const metadata = pickObject(event, 'tool_call_metadata');
  const id = pickText(metadata, 'tool_call_id');
  if (metadata && id !== undefined) {
    if (seen.has(id)) return [];
    seen.add(id);
    const made = askedCalls(metadata, id);
    if (made.length > 0) {
      return callEntries(made, out, (call) => ({ ...call, id }));
    }
  }
  const name = pickText(metadata, 'function_name') ?? action;
  const call = { name, input: ownArguments(event), id: id ?? numberOf(pick(event, 'id')) };
  return [{ kind: 'call', call }];
}

function readTalk(event: JsonValue, source: string | undefined): readonly Entry[] {
  const text = pickText(pickObject(event, 'args'), 'content') ?? pickText(event, 'message') ?? '';
  return say(text, source === 'user' ? 'user' : 'agent');
}

/** Events count themselves. */
function numberOf(place: Maybe): string | undefined {
  return typeof place === 'number' ? String(place) : undefined;
}

/** What came of an action, which is named as its cause where no model's call is. */
function readObservation(event: JsonValue): readonly Entry[] {
  const metadata = pickObject(event, 'tool_call_metadata');
  const of = pickText(metadata, 'tool_call_id') ?? numberOf(pick(event, 'cause'));
  if (of === undefined) return [];
  const error = errorOf(event);
  const output = pick(event, 'content');
  return [{ kind: 'result', of, output, ...(error !== undefined && { error }) }];
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

/** The call as the model made it, without what the framework added. */
function askedCalls(metadata: JsonObject, id: string): readonly JsonValue[] {
  const choice = pickList(pickObject(metadata, 'model_response'), 'choices')?.[0];
  const calls = pickList(pickObject(choice, 'message'), 'tool_calls') ?? [];
  return calls.filter((call) => pick(call, 'id') === id);
}

function ownArguments(event: JsonValue): JsonValue {
  const args = pickObject(event, 'args');
  if (!isJsonObject(args)) return {};
  const names = Object.keys(args).filter((name) => !ADDED.has(name));
  return Object.fromEntries(names.map((name) => [name, ownValue(args, name) ?? null]));
}
