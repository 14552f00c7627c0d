import { tryJson } from '#core/base/json/parse-json.ts';
import { isJsonList, isJsonObject } from '#core/base/json/json-value.ts';
import { pick, pickText, unwrapEncoded, type Maybe } from '#core/base/json/pick.ts';
import { readCallList, type FoundCall } from '#core/calls/read-call.ts';
import { Collector } from '#core/read/framework/adapter.ts';
import { isSaid, type Entry } from '#core/read/transcripts/entry.ts';
import { say, textOf } from '#core/read/transcripts/read-part.ts';
import { readWhole } from '#core/read/transcripts/write-turns.ts';
import { findRuns, readEntries } from './walk.ts';

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
  const out = new Collector();
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

/** What an input or output tells, whatever service wrote it. */
export function entriesIn(
  value: Maybe,
  role: 'user' | 'assistant',
  out: Collector,
): readonly Entry[] {
  const opened = unwrapEncoded(value);
  if (typeof opened === 'string') return say(opened, role === 'user' ? 'user' : 'agent');
  if (opened === undefined || opened === null || typeof opened !== 'object') return [];
  // of several answers the first counts; LangChain has a list for each request
  const list = isJsonList(opened) && isJsonList(opened[0] ?? null) ? opened[0] : opened;
  return readEntries([list ?? null], out).flatMap((entry) => openText(entry, out));
}

/** What a text tells that is the JSON of what a framework returned: the last of its messages. */
function openText(entry: Entry, out: Collector): readonly Entry[] {
  const text = isSaid(entry) ? entry.text : entry.kind === 'unread' ? entry.value : undefined;
  const inner = typeof text === 'string' ? unwrapEncoded(text) : undefined;
  const told = isJsonObject(inner) ? readEntries([inner], out) : [];
  if (told.length === 0) return [entry];
  // what was not understood of a text that is opened here
  if (entry.kind === 'unread') return [];
  const before = told.findLastIndex(({ kind }) => kind === 'user' || kind === 'result');
  return before < told.length - 1 ? told.slice(before + 1) : told.slice(-1);
}
