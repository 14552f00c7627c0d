import {
  errorIn,
  isCallLike,
  noteUnitsTo,
  readCall,
  type FoundCall,
} from '#core/calls/read-call.ts';
import { ownWords } from '#core/calls/own-words.ts';
import { shellOutcome } from '#core/calls/shell-outcome.ts';
import { CALL_WORDS } from '#core/calls/call-keys.ts';
import { mapFlat } from '#core/base/lists/lists.ts';
import { readStepError, readStepRecord } from '#core/calls/step-record.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import {
  find,
  findText,
  hasKey,
  hasWord,
  pick,
  pickObject,
  pickText,
  unwrapEncoded,
  words,
  type Maybe,
} from '#core/base/json/pick.ts';
import { silentReader, type Author, type Entry, type EntryReader, type Result } from './entry.ts';
import { callsInText } from './calls-in-text.ts';
import { kindOf } from './event-words.ts';
import { holdsCall, unreadIn, unreadOf } from './may-be-call.ts';

/** Also `web_search_tool_result` and whatever a server's tool is called. */
function isResultType(type: string): boolean {
  if (!type.endsWith('_result')) return type === 'retry-prompt';
  const word = type.split(/\W/).at(-1) ?? '';
  return /tool|code_execution/.test(word.slice(0, -'_result'.length));
}

/** What a part holds under a key that says what it is, as those of Gemini, Bedrock and Haystack. */
export const heldAs = (part: JsonValue, kind: 'call' | 'result'): JsonObject | undefined =>
  isJsonObject(part)
    ? pickObject(part, ...Object.keys(part).filter((key) => kindOf(key) === kind))
    : undefined;

const RESULT_IDS = [...CALL_WORDS.id, ...words('source_call_id ref name tool_name')];
const OUTPUTS = words('content parts text output outputs result response value tool_result');

/** States of a call in the user interface's messages of the Vercel AI SDK. */
const UI_TOOL = /^(?:tool-|dynamic-tool$)/;

/**
 * Reads one part of a message's content, whatever framework wrote it.
 * @returns its content; nothing for thoughts, pictures and files
 */
export function readPart(part: JsonValue, author: Author, out: EntryReader): readonly Entry[] {
  if (typeof part === 'string') return say(part, author);
  if (!isJsonObject(part) || pick(part, 'thought') === true) return [];
  const type = pickText(part, 'type', 'part_kind');
  if (type === undefined) {
    const wrapped = heldAs(part, 'call');
    if (wrapped) return toEntries(part, wrapped, out);
    const answered = heldAs(part, 'result');
    return answered ? [readResult(answered, out)] : readBare(part, author, out);
  }
  const kind = partKind(part);
  const state = pickObject(part, 'state');
  const invoked = state && { ...part, ...state };
  if (invoked && isCallLike(invoked)) return callEntries([invoked], out);
  if (kind === 'call' || isFunctionCall(part, type)) return toEntries(part, part, out);
  if (kind === 'result' || isResultType(type)) return [readResult(part, out)];
  if (type === 'tool-invocation') return callEntries([pick(part, 'toolInvocation') ?? null], out);
  if (UI_TOOL.test(type)) return readUiTool(part, type, out);
  if (type === 'system-prompt') return say(pickText(part, 'content') ?? '', 'system');
  if (/text|user-prompt/.test(type)) return say(textOf(part), author);
  return author === 'agent' ? unreadOf(part, type) : [];
}

/** Whether a part is a call as OpenAI's lists of calls have it, named after its function. */
const isFunctionCall = (part: JsonObject, type: string): boolean =>
  type === 'function' && pickObject(part, 'function') !== undefined && isCallLike(part);

/** What a part of a message is by its type. */
function partKind(part: JsonObject): ReturnType<typeof kindOf> {
  return kindOf(pickText(part, 'type', 'part_kind') ?? '');
}

/**
 * Reads the text of a message's content: a text, a part, or a list of them.
 * @returns the text; parts are joined by line breaks; empty when there is none
 */
export function textOf(content: Maybe): string {
  if (typeof content === 'string') return content;
  if (Array.isArray(content)) {
    return (content as readonly JsonValue[])
      .map((part) => (typeof part === 'string' ? part : (textPart(part) ?? '')))
      .filter((text) => text !== '')
      .join('\n');
  }
  return textPart(content) ?? '';
}

/** The text inside a part; thoughts are not said. */
function textPart(part: Maybe): string | undefined {
  if (pick(part, 'thought') === true) return undefined;
  const type = pickText(part, 'type', 'part_kind') ?? 'text';
  return /text|user-prompt/.test(type) ? pickText(part, 'text', 'content') : undefined;
}

/** What happens where an author says something. */
export const KINDS = { user: 'user', agent: 'answer', system: 'system' } as const;

/**
 * Returns what an author said with a text, and the calls that an agent wrote into it.
 * @returns nothing for blank text, tools and what is silent
 */
export function say(text: string, author: Author): readonly Entry[] {
  if (text.trim() === '' || author === 'tool' || author === 'silent') return [];
  const isAdded = author === 'user' && ownWords(text) === '';
  const said: Entry = { kind: isAdded ? 'system' : KINDS[author], text };
  const found = author === 'agent' ? callsInText(text) : undefined;
  if (found === undefined && !(author === 'agent' && holdsCall(text))) return [said];
  if (found === undefined || found === 'unknown')
    return [said, { kind: 'unread', type: 'calls in text', value: text }];
  const rest = found.rest === '' ? [] : [{ ...said, text: found.rest }];
  const called = [
    ...found.calls
      .flatMap((call) => readCall(call, SILENT))
      .map((call): Entry => ({ kind: 'call', call })),
    ...found.results.map((result) => readResult(result, SILENT)),
  ];
  return found.isAnswered ? [...called, ...rest] : [...rest, ...called];
}

/** How home-made loops begin the text that gives a model the result of its call. */
const RESULT_HEAD = /^(?:tool |function )?(?:result|output|response)s?:\s*/i;

/**
 * Reads results of calls from a user message.
 * @returns undefined for a text that says anything else
 */
export function resultsIn(text: string): readonly Entry[] | undefined {
  const found = callsInText(text);
  if (found && found !== 'unknown' && found.calls.length === 0 && found.rest === '')
    return found.results.map((result) => readResult(result, SILENT));
  const [head] = RESULT_HEAD.exec(text) ?? [];
  if (head === undefined) return undefined;
  return [{ kind: 'result', of: undefined, output: unwrapEncoded(text.slice(head.length)) }];
}

/** How calls are written in a text is not noted. */
const SILENT = silentReader();

/**
 * Reads a list of calls as what happened: an item that is no known call may be one all the same. A
 * call always has arguments; some services leave empty ones out.
 * @param about what is known of all of them
 */
export function callEntries(
  list: readonly JsonValue[],
  out: EntryReader,
  about?: Partial<FoundCall>,
): readonly Entry[] {
  return mapFlat(list, (item): readonly Entry[] => {
    const calls = readCall(unwrapEncoded(item), out, list);
    if (calls.length === 0) return [{ kind: 'unread', type: 'call', value: item }];
    return calls.map((call) => {
      const ended = withEnd(call);
      const isWhole = about === undefined && call.input !== undefined;
      return {
        kind: 'call',
        call: isWhole ? ended : { ...ended, input: call.input ?? {}, ...about },
      };
    });
  });
}

/** A call with the error that its output tells, where it has one with it. */
function withEnd(call: FoundCall): FoundCall {
  if (call.output === undefined || call.error !== undefined) return call;
  return { ...call, error: endOf(call.output).error };
}

function readBare(part: JsonObject, author: Author, out: EntryReader): readonly Entry[] {
  if (author === 'tool' && hasWord(part, RESULT_IDS)) return [readResult(part, out)];
  if (isCallLike(part)) return toEntries(part, part, out);
  if (hasWord(part, CALL_WORDS.callId)) return [readResult(part, out)];
  const said = say(textOf(part), author);
  return author === 'agent' ? [...said, ...unreadIn(part, [])] : said;
}

function toEntries(part: JsonObject, call: JsonObject, out: EntryReader): readonly Entry[] {
  // made by code that another call runs
  const caller = pickText(pickObject(part, 'caller'), 'type') ?? '';
  const isNested = caller.startsWith('code_execution');
  // parts keep results in their own parts
  const entries = callEntries([call], out, { output: undefined, ...(isNested && { isNested }) });
  const isServers = /^(?:server|mcp|builtin)/.test(pickText(part, 'type', 'part_kind') ?? '');
  return isServers ? [...entries, ...runByServer(pickText(call, 'id', 'tool_call_id'))] : entries;
}

/**
 * Reads what a tool returned.
 * @param out notes units of times
 * @returns the result, and the id or the name of the call
 */
export function readResult(given: JsonObject, out: EntryReader): Entry {
  // the result may be beside its status
  const ran = pickObject(given, 'run', 'toolResult');
  const part = ran ? { ...given, ...ran } : given;
  const output = find(part, OUTPUTS);
  return {
    kind: 'result',
    of: findText(part, RESULT_IDS) ?? findText(pickObject(part, 'origin'), RESULT_IDS),
    output,
    ...aboutResult(part, output, out),
  };
}

/** Types of results that are errors. */
const ERROR_TYPE = /^(?:tool-error|retry-prompt|error-(?:text|json))$|_error$/;

/**
 * Reads what is recorded beside a result.
 * @param output the result as it was read
 */
export function aboutResult(
  holder: JsonObject,
  output: Maybe,
  out: EntryReader,
): Pick<Result, 'error' | 'record'> {
  const error = readStepError(holder);
  const isBad =
    errorIn(output) === true ||
    (pick(output, 'error') !== undefined && hasKey(holder, 'response')) ||
    [holder, output].some((part) => ERROR_TYPE.test(pickText(part, 'type', 'part_kind') ?? ''));
  // a result that is the error itself is not repeated
  const own = error !== undefined && error === output ? true : error;
  const ended = endOf(output);
  // when a result came is not when its call began
  const { startMs: _, agent: __, model: ___, ...told } = readStepRecord(holder, noteUnitsTo(out));
  const record = { ...ended.record, ...told };
  const wrong = own ?? (isBad ? true : ended.error);
  return {
    ...(wrong !== undefined && { error: wrong }),
    ...(Object.keys(record).length > 0 && { record }),
  };
}

/** How a command ended, by its exit code or the text of a coding agent's shell. */
function endOf(output: Maybe): Pick<Result, 'error' | 'record'> {
  const code = pick(output, 'exit_code', 'exitCode');
  if (typeof code === 'number') return code === 0 ? {} : { error: `exit code ${code}` };
  return shellOutcome(textOf(pick(output, 'output') ?? output));
}

/** What a service runs itself is over before it calls anything else. */
export function runByServer(id = ''): readonly Entry[] {
  return [{ kind: 'result', of: id, output: undefined }];
}

function readUiTool(part: JsonObject, type: string, out: EntryReader): readonly Entry[] {
  const toolName = pickText(part, 'toolName') ?? type.slice('tool-'.length);
  const input = pick(part, 'input', 'args', 'rawInput') ?? null;
  return callEntries([{ ...part, toolName, input }], out);
}
