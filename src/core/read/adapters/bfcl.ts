import { readCall, readCallText, type FoundCall } from '#core/calls/read-call.ts';
import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { pick, pickList, pickText } from '#core/base/json/pick.ts';
import { textOf } from '#core/read/transcripts/read-part.ts';
import { turnCells } from '#core/read/transcripts/write-turns.ts';
import { recordAdapter } from './record-adapter.ts';
import type { Collector } from '#core/read/framework/adapter.ts';

/** Questions and right answers of the Berkeley Function-Calling Leaderboard. */
export const bfcl = recordAdapter({
  id: 'bfcl',
  title: 'BFCL question or answer',
  isRecord: (value) =>
    pickText(value, 'id') !== undefined && (isAnswer(value) || isQuestion(value)),
  uses: ['id', 'ground_truth', 'question'],
  readRecord: (record, out) => {
    if (!isAnswer(record)) {
      readQuestion(record, out);
      return;
    }
    const turns = turnsOf(answersIn(record));
    const calls = turns.map((turn) => turn.flatMap((item) => readAnswer(item, out)));
    writeAnswer(record, calls, out);
  },
});

function isAnswer(value: JsonObject): boolean {
  const list = answersIn(value);
  return list.length > 0 && turnsOf(list).flat().every(isCall);
}

/** Earlier answers are one call without a list around it. */
function answersIn(record: JsonObject): readonly JsonValue[] {
  const answer = pick(record, 'ground_truth');
  return pickList(record, 'ground_truth') ?? (isJsonObject(answer) ? [answer] : []);
}

function isQuestion(value: JsonObject): boolean {
  return (
    pickList(value, 'question')?.some(isJsonList) === true &&
    (pickList(value, 'function') ?? pickList(value, 'involved_classes')) !== undefined
  );
}

/** A call is `{name: {argument: [values]}}` or text. */
function isCall(value: JsonValue): boolean {
  if (typeof value === 'string') return /^[\w.]+\(.*\)$/s.test(value.trim());
  if (!isJsonObject(value)) return false;
  const inputs = Object.values(value);
  return (
    inputs.length === 1 && isJsonObject(inputs[0]) && Object.values(inputs[0]).every(isJsonList)
  );
}

/** Conversations have one list for each turn; the rest is a single turn. */
function turnsOf(list: readonly JsonValue[]): readonly (readonly JsonValue[])[] {
  return list.every(isJsonList) ? list : [list];
}

function readAnswer(item: JsonValue, out: Collector): readonly FoundCall[] {
  if (typeof item === 'string') {
    const calls = readCall(readCallText(item) ?? null, out);
    if (calls.length === 0) out.note('call_unreadable', item.slice(0, 40));
    return calls;
  }
  const [name, inputs] = isJsonObject(item) ? (Object.entries(item)[0] ?? []) : [];
  if (name === undefined || !isJsonObject(inputs)) return [];
  return [readInputs(name, inputs, out)];
}

/** Each argument lists its accepted values; the call is compared with the first of each. */
function readInputs(name: string, inputs: JsonObject, out: Collector): FoundCall {
  const several: [string, JsonValue][] = [];
  const input = Object.entries(inputs).flatMap(([argument, values]): [string, JsonValue][] => {
    const { value, isOnly } = firstChoice(values);
    if (!isOnly) {
      several.push([argument, values]);
      out.note('alternatives', name);
    }
    return value === undefined ? [] : [[argument, value]];
  });
  const call = { name, input: Object.fromEntries(input) };
  return several.length === 0 ? call : { ...call, accepted: Object.fromEntries(several) };
}

interface Choice {
  /** Undefined where the argument may be left out. */
  readonly value: JsonValue | undefined;
  /** Whether no other value is accepted. */
  readonly isOnly: boolean;
}

/** An empty text among accepted values says that the argument may be left out. */
function firstChoice(values: JsonValue): Choice {
  if (!isJsonList(values)) return { value: values, isOnly: true };
  const [first] = values;
  if (first === undefined || first === '') return { value: undefined, isOnly: first !== '' };
  const { value, isOnly } = chooseWithin(first);
  return { value, isOnly: isOnly && values.length === 1 };
}

/** The values of an object list what they may be too, also where the object is in a list. */
function chooseWithin(value: JsonValue): Choice {
  if (isJsonList(value)) {
    const items = value.map((item) => (isJsonObject(item) ? chooseWithin(item) : only(item)));
    const list = items.flatMap((item) => (item.value === undefined ? [] : [item.value]));
    return { value: list, isOnly: items.every(({ isOnly }) => isOnly) };
  }
  if (!isJsonObject(value)) return only(value);
  const choices = Object.entries(value).map(([key, values]) => [key, firstChoice(values)] as const);
  const kept = choices.flatMap(([key, choice]): [string, JsonValue][] =>
    choice.value === undefined ? [] : [[key, choice.value]],
  );
  return { value: Object.fromEntries(kept), isOnly: choices.every(([, { isOnly }]) => isOnly) };
}

function only(value: JsonValue): Choice {
  return { value, isOnly: true };
}

function writeAnswer(
  record: JsonObject,
  turns: readonly (readonly FoundCall[])[],
  out: Collector,
): void {
  const id = pick(record, 'id');
  if (out.options.turns === 'rows' && turns.length > 1) {
    for (const [index, calls] of turns.entries()) {
      const reference_trajectory = out.trajectory(calls, 'reference');
      out.row({ ...turnCells(id, index), reference_trajectory });
    }
    return;
  }
  if (turns.length > 1) out.note('turns_joined', String(turns.length));
  out.row({ id, reference_trajectory: out.trajectory(turns.flat(), 'reference') });
}

function readQuestion(record: JsonObject, out: Collector): void {
  const id = pick(record, 'id');
  const prompts = (pickList(record, 'question') ?? []).map((turn) =>
    (isJsonList(turn) ? turn : [])
      .filter((message) => pick(message, 'role') === 'user')
      .map((message) => textOf(pick(message, 'content')))
      .join('\n'),
  );
  if (out.options.turns === 'rows' && prompts.length > 1) {
    for (const [index, prompt] of prompts.entries()) out.row({ ...turnCells(id, index), prompt });
  } else out.row({ id, prompt: prompts.join('\n') });
}
