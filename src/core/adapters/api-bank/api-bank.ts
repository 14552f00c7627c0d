import { readCallList } from '#core/calls/read-call.ts';
import { isJsonList, type JsonValue } from '#core/json/json-value.ts';
import { hasKey, pick, pickText } from '#core/json/pick.ts';
import type { Entry } from '#core/transcripts/entry.ts';
import { say } from '#core/transcripts/read-part.ts';
import { splitTurns, joinTurns, turnCells, type Turn } from '#core/transcripts/write-turns.ts';
import type { Adapter } from '../adapter.ts';
import { Reading } from '../reading.ts';

/** Dialogues of API-Bank: what the agent should have called. */
export const apiBank: Adapter = {
  id: 'api-bank',
  title: 'API-Bank dialogue',
  recognise: (value) => isCall(value) || (isJsonList(value) && value.some(isCall)),
  read: (values, options) => {
    const reading = new Reading(options);
    const dialogues = values.some(isJsonList)
      ? values.map((value) => (isJsonList(value) ? value : [value]))
      : [values];
    for (const dialogue of dialogues) {
      writeDialogue(dialogue.filter(isLine), reading);
      for (const other of dialogue.filter((line) => !isLine(line))) {
        reading.from(other);
        reading.unread(other);
      }
    }
    return reading.result();
  },
};

function isLine(value: JsonValue): boolean {
  return hasKey(value, 'role');
}

function isCall(value: JsonValue): boolean {
  return pick(value, 'role') === 'API' && hasKey(value, 'api_name');
}

function writeDialogue(lines: readonly JsonValue[], reading: Reading): void {
  reading.from(lines, ...lines.slice(0, 1));
  const turns = splitTurns(lines.flatMap((line) => readLine(line, reading)));
  if (reading.options.turns === 'rows') {
    for (const [index, turn] of turns.entries())
      writeTurn(turn, reading, turnCells(undefined, index));
  } else {
    if (turns.length > 1) reading.note('turns_joined', String(turns.length));
    writeTurn(joinTurns(turns), reading);
  }
}

function writeTurn(turn: Turn, reading: Reading, cells = {}): void {
  reading.row({
    ...cells,
    prompt: turn.prompt,
    reference: turn.response,
    reference_trajectory: reading.trajectory(turn.calls, 'reference'),
  });
}

function readLine(line: JsonValue, reading: Reading): readonly Entry[] {
  if (isCall(line)) {
    return readCallList([line], reading).map((call) => ({
      kind: 'call',
      call: { ...call, output: pick(pick(line, 'result'), 'output') },
    }));
  }
  const text = pickText(line, 'text') ?? '';
  return say(text, pick(line, 'role') === 'User' ? 'user' : 'agent');
}
