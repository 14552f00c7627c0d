import type { Cells, Collector } from '#core/read/framework/adapter.ts';
import type { FoundCall } from '#core/calls/read-call.ts';
import type { JsonValue } from '#core/base/json/json-value.ts';
import type { Entry } from './entry.ts';

/** One question of a user and all that followed it. */
export interface Turn {
  readonly prompt: string | undefined;
  readonly response: string | undefined;
  readonly calls: readonly FoundCall[];
}

/**
 * Splits a conversation at every message of its user, and where a run is over.
 * @returns the turns; what comes before the first user's message is a turn without a prompt
 */
export function splitTurns(entries: readonly Entry[]): readonly Turn[] {
  const groups: Entry[][] = [];
  let isOpen = false;
  let isOver = true;
  for (const entry of entries) {
    if (entry.kind === 'end') {
      isOver = true;
      continue;
    }
    // several texts in a row are one question
    const isNew = entry.kind === 'user' && isOpen;
    if (isOver || isNew) {
      groups.push([]);
      isOpen = false;
      isOver = false;
    }
    if (entry.kind !== 'user') isOpen = true;
    groups.at(-1)?.push(entry);
  }
  return groups.map(readTurn);
}

/** Joins turns into one: every call, the question before the first call and the last answer. */
export function joinTurns(turns: readonly Turn[]): Turn {
  const first = turns.find(({ calls }) => calls.length > 0);
  const asked = first?.prompt ?? turns.find(({ prompt }) => prompt !== undefined)?.prompt;
  return {
    prompt: asked,
    response: turns.at(-1)?.response,
    calls: turns.flatMap(({ calls }) => calls),
  };
}

/** Writes a conversation as rows: one for each turn, or one for all, as a person chose. */
export function writeTurns(entries: readonly Entry[], cells: Cells, out: Collector): void {
  const turns = splitTurns(entries);
  // a reference for the whole conversation cannot be shared out
  const isWhole = cells['reference_trajectory'] !== undefined;
  if (out.options.turns === 'rows' && turns.length > 1 && !isWhole) {
    const { prompt, response, ...shared } = cells;
    for (const [index, turn] of turns.entries()) {
      // of several questions and answers the record's own can only be one
      const said = {
        prompt: turn.prompt ?? prompt,
        response: turn.response ?? (index === turns.length - 1 ? response : undefined),
      };
      writeTurn(turn, { ...shared, ...said, ...turnCells(cells['id'], index) }, out);
    }
    return;
  }
  if (turns.length > 1) out.note('turns_joined', String(turns.length));
  writeTurn(joinTurns(turns), cells, out);
}

/** Names a turn of a case. */
export function turnCells(id: JsonValue | undefined, index: number): Cells {
  const isNamed = typeof id === 'string' || typeof id === 'number';
  return { ...(isNamed ? { id: `${id}#${index + 1}` } : {}), turn: index + 1 };
}

/** What calls of one id or one tool returned, and how many of them have found their call. */
interface Outputs {
  readonly all: JsonValue[];
  next: number;
}

function writeTurn({ prompt, response, calls }: Turn, cells: Cells, out: Collector): void {
  const known = Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== undefined));
  out.row({
    prompt,
    response,
    predicted_trajectory: out.trajectory(calls, 'predicted'),
    ...known,
  });
}

function readTurn(entries: readonly Entry[]): Turn {
  const prompts: string[] = [];
  const calls: FoundCall[] = [];
  const results = new Map<string, Outputs>();
  let response: string | undefined;
  for (const entry of entries) {
    if (entry.kind === 'user') prompts.push(entry.text);
    else if (entry.kind === 'answer') response = entry.text;
    else if (entry.kind === 'call') {
      calls.push(entry.call);
      response = undefined;
    } else if (entry.kind === 'result' && entry.of !== undefined && entry.output !== undefined) {
      const known = results.get(entry.of);
      if (known) known.all.push(entry.output);
      else results.set(entry.of, { all: [entry.output], next: 0 });
    }
  }
  return {
    prompt: prompts.length === 0 ? undefined : prompts.join('\n'),
    response,
    calls: calls.map((call) => withOutput(call, results)),
  };
}

/** Results belong to a call by its id; without ids, to the calls of a tool in order. */
function withOutput(call: FoundCall, results: ReadonlyMap<string, Outputs>): FoundCall {
  if (call.output !== undefined) return call;
  const waiting = results.get(call.id ?? call.name) ?? results.get(call.name);
  const output = waiting?.all[waiting.next++];
  return output === undefined ? call : { ...call, output };
}
