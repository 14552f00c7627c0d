import { isJsonList, type JsonValue } from '#core/base/json/json-value.ts';
import { hasKey, pick, pickText } from '#core/base/json/pick.ts';
import type { Entry } from '#core/read/transcripts/entry.ts';
import { callEntries, say } from '#core/read/transcripts/read-part.ts';
import { splitTurns, joinTurns, turnCells, type Turn } from '#core/read/transcripts/write-turns.ts';
import type { Collector, Adapter } from '#core/read/framework/adapter.ts';

/** Dialogues of API-Bank: what the agent should have called. */
export const apiBank: Adapter = {
  id: 'api-bank',
  title: 'API-Bank dialogue',
  recognise: (value) => isCall(value) || (isJsonList(value) && value.some(isCall)),
  read: (values, out) => {
    const dialogues = values.some(isJsonList)
      ? values.map((value) => (isJsonList(value) ? value : [value]))
      : [values];
    for (const dialogue of dialogues) {
      writeDialogue(dialogue.filter(isLine), out);
      for (const other of dialogue.filter((line) => !isLine(line))) {
        out.from(other);
        out.unread(other);
      }
    }
  },
};

function isLine(value: JsonValue): boolean {
  return hasKey(value, 'role');
}

function isCall(value: JsonValue): boolean {
  return pick(value, 'role') === 'API' && hasKey(value, 'api_name');
}

function writeDialogue(lines: readonly JsonValue[], out: Collector): void {
  out.from(lines, ...lines.slice(0, 1));
  const turns = splitTurns(
    lines.flatMap((line) => readLine(line, out)),
    out,
  );
  if (out.options.turns === 'rows') {
    for (const [index, turn] of turns.entries()) writeTurn(turn, out, turnCells(undefined, index));
  } else {
    if (turns.length > 1) out.note('turns_joined', String(turns.length));
    writeTurn(joinTurns(turns), out);
  }
}

function writeTurn(turn: Turn, out: Collector, cells = {}): void {
  out.row({
    ...cells,
    prompt: turn.prompt,
    reference: turn.response,
    reference_trajectory: out.trajectory(turn.calls, 'reference'),
  });
}

function readLine(line: JsonValue, out: Collector): readonly Entry[] {
  if (isCall(line)) {
    const output = pick(pick(line, 'result'), 'output');
    return callEntries([line], out, (call) => ({ ...call, output }));
  }
  const text = pickText(line, 'text') ?? '';
  return say(text, pick(line, 'role') === 'User' ? 'user' : 'agent');
}
