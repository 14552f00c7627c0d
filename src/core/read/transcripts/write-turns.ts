import { type JsonValue } from '#core/base/json/json-value.ts';
import type { FoundCall } from '#core/calls/read-call.ts';
import { type Entry, type EntryReader, isSaid, type Unread } from './entry.ts';
import type { Cells, Collector } from '#core/read/framework/adapter.ts';
import { ownWords } from '#core/calls/own-words.ts';
import type { PlacedMessage } from '#core/calls/transcript.ts';
import { pairResults } from './pair-results.ts';

/** One question of a user and all that followed it. */
export interface Turn {
  readonly prompt: string | undefined;
  readonly response: string | undefined;
  readonly calls: readonly FoundCall[];
  /** The first thing that may have been a call and was not understood. */
  readonly unread: Unread | undefined;
  /** All messages, in order, each with the number of calls before it. */
  readonly messages: readonly PlacedMessage[];
  /** Whether it broke off with an error. */
  readonly isFailed: boolean;
}

/**
 * Splits a conversation at every message of its user, and where a run is over. Calls get their
 * results first.
 * @returns the turns; calls before the first user's message are a turn without a prompt
 */
function splitTurns(entries: readonly Entry[], out: EntryReader): readonly Turn[] {
  const groups: Entry[][] = [];
  let aside: Entry[] = [];
  let isOpen = false;
  let isAsked = false;
  let isOver = true;
  for (const entry of pairResults(entries, out)) {
    if (entry.kind === 'end') {
      isOver = true;
      continue;
    }
    const isAside = isSaidAside(entry);
    if (isAside && isOver) {
      aside.push(entry);
      continue;
    }
    // several texts in a row are one question
    const isNew = entry.kind === 'user' && isOpen;
    if (isOver || isNew) {
      groups.push(aside);
      aside = [];
      isOpen = false;
      isAsked = false;
      isOver = false;
    }
    if (entry.kind === 'user') isAsked = true;
    // a greeting waits for the first question, as does what is not understood
    else if (!isAside && (isAsked || !(entry.kind === 'answer' || entry.kind === 'unread')))
      isOpen = true;
    groups.at(-1)?.push(entry);
  }
  if (aside.length > 0) {
    if (groups.length === 0) groups.push(aside);
    else groups.at(-1)?.push(...aside);
  }
  return groups.map(readTurn);
}

/** Whether a message begins no turn: a system's text, or a model's turn without text. */
function isSaidAside(entry: Entry): boolean {
  if (!isSaid(entry) || entry.kind === 'user') return false;
  return entry.kind === 'system' || entry.isNested === true || entry.text.trim() === '';
}

/**
 * Joins turns into one: every call, the question before the first call and the last answer; where
 * nothing came of them, all questions.
 */
function joinTurns(turns: readonly Turn[]): Turn {
  const [only] = turns;
  if (only && turns.length === 1) return only;
  const first = turns.find(({ calls }) => calls.length > 0);
  const prompts = turns.flatMap(({ prompt }) => prompt ?? []);
  const isTask = !first && turns.every(({ response }) => response === undefined);
  let made = 0;
  const messages = turns.flatMap((turn) => {
    const placed = turn.messages.map((item) => ({ ...item, before: item.before + made }));
    made += turn.calls.length;
    return placed;
  });
  return {
    prompt: first?.prompt ?? (isTask && prompts.length > 0 ? prompts.join('\n') : prompts[0]),
    response: turns.at(-1)?.response,
    calls: turns.flatMap(({ calls }) => calls),
    unread: turns.find(({ unread }) => unread !== undefined)?.unread,
    messages,
    isFailed: turns.at(-1)?.isFailed === true,
  };
}

/** Reads a conversation as one turn. */
export function readWhole(entries: readonly Entry[], out: EntryReader): Turn {
  return joinTurns(splitTurns(entries, out));
}

/** Writes a conversation as rows: one for each turn, or one for all, as a person chose. */
export function writeTurns(
  entries: readonly Entry[],
  cells: Cells,
  out: Collector,
  predict = (turn: Turn): readonly JsonValue[] | undefined =>
    out.prediction(turn.calls, turn.unread),
): void {
  const turns = splitTurns(entries, out);
  // a log that records one error would have recorded others
  const tellsErrors = turns.some(({ isFailed }) => isFailed);
  const failureOf = ({ isFailed }: Turn): Cells =>
    tellsErrors ? { failure: Number(isFailed) } : {};
  // a reference for the whole conversation cannot be shared out
  const isWhole = (cells['reference_trajectory'] ?? cells['reference_trajectories']) !== undefined;
  if (out.options.turns === 'rows' && turns.length > 1 && !isWhole) {
    const { prompt, response, ...shared } = cells;
    for (const [index, turn] of turns.entries()) {
      // of several questions and answers the record's own can only be one
      const own = {
        prompt: turn.prompt ?? prompt,
        response: turn.response ?? (index === turns.length - 1 ? response : undefined),
        ...failureOf(turn),
        ...shared,
        ...turnCells(cells['id'], index),
      };
      writeTurn(turn, own, predict, out);
    }
    return;
  }
  if (turns.length > 1) out.note('turns_joined', String(turns.length));
  const whole = joinTurns(turns);
  writeTurn(whole, { ...failureOf(whole), ...cells }, predict, out);
}

/** Names a turn of a case. */
export function turnCells(id: JsonValue | undefined, index: number): Cells {
  const turn = index + 1;
  const isNamed = typeof id === 'string' || typeof id === 'number';
  return isNamed ? { id: `${id}#${turn}`, turn } : { turn };
}

/**
 * Writes a turn as a row.
 * @param cells what the record says of it; overrides what the turn says
 */
function writeTurn(
  turn: Turn,
  cells: Cells,
  predict: (turn: Turn) => readonly JsonValue[] | undefined,
  out: Collector,
): void {
  const { prompt = turn.prompt, response = turn.response } = cells;
  const row: Record<string, JsonValue | undefined> = {
    prompt,
    response,
    predicted_trajectory: predict(turn),
    transcript: out.transcript(turn, { prompt, response }),
  };
  for (const name in cells) if (cells[name] !== undefined) row[name] = cells[name];
  out.row(row);
}

const ROLES = { user: 'user', answer: 'agent', system: 'system' } as const;

function readTurn(entries: readonly Entry[]): Turn {
  const prompts: string[] = [];
  const calls: FoundCall[] = [];
  const messages: PlacedMessage[] = [];
  let response: string | undefined;
  let unread: Unread | undefined;
  let isFailed = false;
  for (const entry of entries) {
    if (entry.kind === 'unread') unread ??= entry;
    else if (entry.kind === 'call') {
      calls.push(entry.call);
      // a sub-agent may go on after the answer
      if (entry.call.isNested) continue;
      response = undefined;
      isFailed = false;
    } else if (isSaid(entry)) {
      const { kind, text, record, isFailure = false, isNested = false } = entry;
      isFailed = isFailure || (isFailed && kind === 'system');
      messages.push({
        message: { kind: 'message', role: ROLES[kind], text, ...record },
        before: calls.length,
      });
      if (kind === 'user') {
        prompts.push(ownWords(text));
        // a greeting is no answer
        response = undefined;
      } else if (kind === 'answer' && text.trim() !== '' && !isNested) response = text;
    }
  }
  return {
    prompt: prompts.length === 0 ? undefined : prompts.join('\n'),
    response,
    calls,
    unread,
    messages,
    isFailed,
  };
}
