import { tryJson } from '#core/base/json/parse-json.ts';
import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import {
  foldKey,
  hasKey,
  type Maybe,
  pick,
  pickList,
  pickObject,
  pickText,
  unwrapEncoded,
} from '#core/base/json/pick.ts';
import { readCallList, type FoundCall } from '#core/calls/read-call.ts';
import {
  mayBeRow,
  type Adapter,
  type Cells,
  type Collector,
} from '#core/read/framework/adapter.ts';
import { isConversation } from '#core/read/transcripts/read-message.ts';
import {
  isSaid,
  silentReader,
  type Entry,
  type EntryReader,
} from '#core/read/transcripts/entry.ts';
import { holdsCall, isBareCall } from '#core/read/transcripts/may-be-call.ts';
import { say, textOf } from '#core/read/transcripts/read-part.ts';
import { readWhole, turnCells, writeTurns, type Turn } from '#core/read/transcripts/write-turns.ts';
import { findRuns, readEntries, isOfProfile } from './walk.ts';
import { idKeyOf, requestedTools } from '#core/read/transcripts/record-cells.ts';
import { WORDS_GIVEN } from './run-record.ts';
import { isNamedCase } from './cases-of-lists.ts';
import type { Run } from './run.ts';

/**
 * Reads the calls that a program returned as its output, or that were expected of it: a list of calls,
 * of names or of messages, one of them, an object that holds such a list, or text with blocks of
 * them.
 * @param output any value, also as JSON text
 * @returns the calls; undefined when it does not show whether there were any
 */
export function readOutputCalls(output: Maybe, out: Collector): readonly FoundCall[] | undefined {
  const value = unwrapEncoded(output);
  if (typeof value === 'string') return blocksIn(value, out);
  if (typeof value !== 'object' || value === null) return undefined;
  return findRuns([{ reference_trajectory: value }], out).runs[0]?.reference;
}

/** Anthropic's blocks in a text: each as JSON, with blank lines around it. */
function blocksIn(text: string, out: Collector): readonly FoundCall[] | undefined {
  if (!text.includes('"tool_use"')) return undefined;
  const blocks = text
    .split('\n\n')
    .filter((part) => part.trimStart().startsWith('{'))
    .map((part) => unwrapEncoded(part) ?? '')
    .filter((part) => pickText(part, 'type') === 'tool_use');
  return blocks.length === 0 ? undefined : readCallList(blocks, out);
}

/** What an input or output says as text: what was asked last in messages, or answered. */
export function textIn(value: Maybe, role: 'user' | 'assistant'): string | undefined {
  const opened = unwrapEncoded(value);
  // MLflow keeps texts as JSON, with their quotes
  if (typeof opened === 'string') {
    const text = opened.startsWith('"') ? tryJson(opened) : undefined;
    return text?.ok && typeof text.value === 'string' ? text.value : opened;
  }
  const out = silentReader();
  const entries = entriesIn(opened, role, out);
  const turn = readWhole(entries, out);
  const said = role === 'user' ? turn.prompt : turn.response;
  const text = said ?? pickText(opened, ...TEXTS[role]) ?? textOf(pick(opened, ...TEXTS[role]));
  return text === '' ? undefined : text;
}

const TEXTS = {
  user: ['input', 'value', 'question', 'query', 'prompt', 'user_input', 'task', 'text', 'content'],
  assistant: ['output', 'value', 'answer', 'response', 'result', 'text', 'content'],
};

/** What an input or output records, whatever service wrote it. */
export function entriesIn(
  value: Maybe,
  role: 'user' | 'assistant',
  out: EntryReader,
): readonly Entry[] {
  const opened = unwrapEncoded(value);
  if (typeof opened === 'string') return say(opened, role === 'user' ? 'user' : 'agent');
  if (opened === undefined || opened === null || typeof opened !== 'object') return [];
  // of several answers the first counts; LangChain has a list for each request
  const list = isJsonList(opened) && isJsonList(opened[0] ?? null) ? opened[0] : opened;
  return readEntries([list ?? null], out).flatMap((entry) => openText(entry, out));
}

/** The last message of a framework's result that is stored as JSON text. */
function openText(entry: Entry, out: EntryReader): readonly Entry[] {
  const text = isSaid(entry) ? entry.text : entry.kind === 'unread' ? entry.value : undefined;
  const inner = typeof text === 'string' ? unwrapEncoded(text) : undefined;
  const inside = isJsonObject(inner) ? readEntries([inner], out) : [];
  if (inside.length === 0) return [entry];
  // what was not understood of a text that is opened here
  if (entry.kind === 'unread') return [];
  const before = inside.findLastIndex(({ kind }) => kind === 'user' || kind === 'result');
  return before < inside.length - 1 ? inside.slice(before + 1) : inside.slice(-1);
}

/** Runs that no framework's marks tell: read by the shape of their calls, results and messages. */
export const shape: Adapter = {
  id: 'shape',
  title: 'Runs of an agent',
  recognise: (value) => {
    // a call alone may be a row of a table
    if (isBareCall(value)) return false;
    const values = isJsonList(value) ? value : [value];
    const { runs } = findRuns(values, silentReader());
    // the columns of a table are distinguished where its rows are read
    const isTold = runs.some((run) => run.isTable !== true && tellsRun(run));
    return isTold || (runs.length > 0 && isOfProfile(values));
  },
  read: (values: readonly JsonValue[], out) => {
    const { runs, others } = findRuns(values, out);
    if (runs.length === 0) {
      for (const value of values) {
        out.from(value);
        out.other(value);
      }
    }
    const whole = joinSides(runs);
    for (const run of out.options.turns === 'rows' ? whole : joinTurnsOfCases(whole))
      writeRun(run, out);
    for (const other of others) {
      out.from(other);
      if (mayBeRow(other)) out.other(other);
      else out.note('record_unread');
    }
  },
};

/** Reads the records of a file that the program which wrote the others did not write. */
export function readOthers(records: readonly JsonValue[], out: Collector): void {
  // a chat in which nothing was called has no marks
  if (shape.recognise(records) || records.some(isConversation)) shape.read(records, out);
  else
    for (const record of records) {
      out.from(record);
      out.other(record);
    }
}

/** Whether a run shows calls, who asked and answered, or what a model is to be asked. */
function tellsRun({ events, reference, about, used, isOther }: Run): boolean {
  if (isOther) return isNamedCase(about);
  const kinds = new Set(events.map(({ kind }) => kind));
  const isTalk =
    kinds.has('user') &&
    (kinds.has('answer') ||
      used.some((key) => WORDS_GIVEN.has(foldKey(key)) && isJsonList(about[key] ?? null)));
  return reference !== undefined || kinds.has('call') || kinds.has('unread') || isTalk;
}

/** What is expected and what was done, where a file tells each of one case in a record of its own. */
function joinSides(runs: readonly Run[]): readonly Run[] {
  const expected = new Map<string, Run | undefined>();
  const isDone = ({ events, reference }: Run): boolean =>
    reference === undefined && events.some(({ kind }) => kind === 'call' || kind === 'answer');
  for (const run of runs) {
    const id = idOfRun(run);
    // an id that several cases have names none
    if (id !== undefined && run.reference && run.events.every(({ kind }) => kind === 'user'))
      expected.set(id, expected.has(id) ? undefined : run);
  }
  const taken = new Set<Run>();
  const joined = runs.map((run): Run => {
    const task = isDone(run) ? expected.get(idOfRun(run) ?? '') : undefined;
    if (!task) return run;
    taken.add(task);
    const isAsked = run.events.some(({ kind }) => kind === 'user');
    return {
      ...run,
      events: isAsked ? run.events : [...task.events, ...run.events],
      reference: task.reference,
      about: { ...task.about, ...run.about },
      used: [...task.used, ...run.used],
      names: new Map([...(task.names ?? []), ...(run.names ?? [])]),
      origins: [...run.origins, ...task.origins],
    };
  });
  return taken.size === 0 ? runs : joined.filter((run) => !taken.has(run));
}

function idOfRun({ about, isOther, turn }: Run): string | undefined {
  return isOther || turn !== undefined ? undefined : pickText(about, idKeyOf(about) ?? '');
}

/** Turns of a case that stand in records of their own, with what each expects, as one run. */
function joinTurnsOfCases(runs: readonly Run[]): readonly Run[] {
  const joined: Run[] = [];
  for (const run of runs) {
    const before = joined.at(-1);
    const isNext = before && (run.turn ?? 1) > 1;
    if (!isNext) {
      joined.push(run);
      continue;
    }
    const sides = [before.reference, run.reference].filter((calls) => calls !== undefined);
    joined[joined.length - 1] = {
      ...before,
      events: [...before.events, { kind: 'end' }, ...run.events],
      isRecorded: before.isRecorded === true || run.isRecorded === true,
      reference: sides.length > 0 ? sides.flat() : undefined,
    };
  }
  return joined;
}

/** Writes a run as a row, or as one for each turn as a person chose. */
export function writeRun(run: Run, out: Collector): void {
  const { events, about, used, isRecorded, isOther, origins, answers = 1 } = run;
  out.from(...origins);
  if (isOther) {
    out.other(about);
    return;
  }
  if (answers > 1) out.note('answers_joined');
  // what a profile rewrites has no such names in the file
  for (const [name, own] of run.names ?? []) if (hasKey(origins[0], own)) out.named(name, own);
  const ownId = idKeyOf(about);
  if (ownId !== undefined && hasKey(origins[0], ownId)) out.named('id', ownId);
  const scores = scoresOf(about, out);
  const own = cellsOf(run, out);
  const isNamed = run.turn !== undefined && out.options.turns === 'rows';
  const named = isNamed ? turnCells(own['id'], run.turn - 1) : {};
  const cells = { ...own, ...named, ...scores };
  const session = Object.keys(about).filter((key) => about[key] === run.session);
  const taken = [ownId ?? '', ...session, ...(Object.keys(scores).length > 0 ? ['scores'] : [])];
  const isRow = run.names?.has('predicted_trajectory') === true;
  const isColumn =
    isRow && (isJsonList(about['response'] ?? null) || holdsCall(about['response'] ?? null));
  const texts = isColumn ? ['prompt'] : ['prompt', 'response'];
  out.keepRest(about, [...used, ...texts, ...taken]);
  writeTurns(events, cells, out, (turn) => {
    const isShown = isRecorded === true && (run.isListed === true || isAnswered(turn));
    if (isShown && !run.lacksCalls) return out.prediction(turn.calls, turn.unread);
    // of a task alone nothing is missing
    return run.reference ? undefined : out.prediction(undefined);
  });
}

/** Whether a turn shows what the agent did or said, so that it called nothing else. */
const isAnswered = ({ calls, unread, messages }: Turn): boolean =>
  calls.length > 0 ||
  unread !== undefined ||
  messages.some(({ message }) => message.role === 'agent' && message.text.trim() !== '');

function cellsOf(run: Run, out: Collector): Cells {
  const { about, reference, answer, session, untold } = run;
  const target = pickList(about, 'target');
  return {
    id: pick(about, idKeyOf(about) ?? '') ?? session,
    tool_declarations: requestedTools(about),
    prompt: pickText(about, 'prompt'),
    response: pickText(about, 'response'),
    reference: target?.every((text) => typeof text === 'string')
      ? target.join('\n')
      : (answer ?? writtenCalls(about)),
    predicted_trajectory: untold,
    reference_trajectories: about['reference_trajectories'],
    reference_trajectory: reference && out.trajectory(reference, 'reference'),
  };
}

/** The calls expected as a text, where those of the response are one: metrics compare the two. */
function writtenCalls(about: JsonObject): string | undefined {
  const [response, reference] = ['response', 'reference'].map((key) => pickText(about, key));
  return [response, reference].every((text) => text?.includes('"tool_calls"'))
    ? reference
    : undefined;
}

/** Scores of another program, each in a column of its own. */
function scoresOf(about: JsonObject, out: Collector): Cells {
  const scores = pickList(about, 'scores') ?? Object.entries(pickObject(about, 'scores') ?? {});
  const found = scores.flatMap((one) => {
    // in a list each has its name in it
    const [name, score] = isJsonList(one) ? one : [pickText(one, 'name'), one];
    if (typeof name !== 'string') return [];
    const value = isJsonObject(score) ? pick(score, 'value', 'score') : score;
    const isPlain =
      typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string';
    return isPlain ? [[`${name}/score`, value] as const] : [];
  });
  for (const [name] of found) out.note('scores_kept', name);
  return Object.fromEntries(found);
}
