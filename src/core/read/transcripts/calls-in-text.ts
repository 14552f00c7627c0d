import { isEmptyWord } from '#core/calls/call-names.ts';
import { argumentsOf, CALL_WORDS } from '#core/calls/call-keys.ts';
import { isCallLike, readCallText } from '#core/calls/read-call.ts';
import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import {
  findText,
  foldKey,
  hasKey,
  hasWord,
  pick,
  pickText,
  unwrapEncoded,
} from '#core/base/json/pick.ts';
import { tryJson } from '#core/base/json/parse-json.ts';
import { TextMarks } from '#core/base/json/json-marks.ts';
import { decodeEntities } from '#core/base/text/html-entities.ts';
import { CLASS_KEY } from '#core/base/literals/call-value.ts';
import { parseTolerant } from '#core/base/literals/parse-tolerant.ts';

/** The calls that a model wrote into its text. */
export interface CallsInText {
  /** For `readCall`, with the result of a call as `tool_output` where the text says it. */
  readonly calls: readonly JsonObject[];
  /** Results of calls in an earlier text, in order: `content`, and a name or an id where known. */
  readonly results: readonly JsonObject[];
  /** The text around them. */
  readonly rest: string;
  /** Whether it ends after the last call. */
  readonly isAnswered: boolean;
}

/** Marks that calls begin with in the chat templates of models, and those that end them. */
const CALLS: ReadonlyMap<string, readonly string[]> = new Map([
  // Hermes, Qwen, GLM, Granite, Phi
  ['<tool_call>', ['</tool_call>']],
  ['<|tool_call|>', ['<|/tool_call|>', '<|tool_call|>']],
  ['<function_call>', ['</function_call>']],
  // Glaive
  ['<functioncall>', ['</functioncall>']],
  // Llama, Qwen Coder
  ['<function=', ['</function>']],
  ['<|python_tag|>', ['<|eom_id|>', '<|eot_id|>', '<|python_tag|>']],
  // Claude, MiniMax
  ['<invoke name=', ['</invoke>']],
  // Open WebUI
  ['<details type="tool_calls"', ['</details>']],
  // Mistral, DeepSeek, Kimi
  ['[TOOL_CALLS]', ['</s>', '[TOOL_CALLS]', '[TOOL_RESULTS]']],
  ['<｜tool▁call▁begin｜>', ['<｜tool▁call▁end｜>']],
  ['<|tool_call_begin|>', ['<|tool_call_end|>']],
]);

const RESULTS: ReadonlyMap<string, readonly string[]> = new Map([
  ['<tool_response>', ['</tool_response>']],
  ['<function_results>', ['</function_results>']],
  ['[TOOL_RESULTS]', ['[/TOOL_RESULTS]']],
  ['<｜tool▁output▁begin｜>', ['<｜tool▁output▁end｜>']],
]);

const FENCE = '```';
const OPENS = [...CALLS.keys(), ...RESULTS.keys(), FENCE];

/** Marks around several calls, and where a turn ends: they say nothing. */
const AROUND = [
  ...['<function_calls>', '</function_calls>', '<minimax:tool_call>', '</minimax:tool_call>'],
  ...['<｜tool▁calls▁begin｜>', '<｜tool▁calls▁end｜>'],
  ...['<｜tool▁outputs▁begin｜>', '<｜tool▁outputs▁end｜>'],
  ...['<|tool_calls_section_begin|>', '<|tool_calls_section_end|>'],
  ...['<tool_call>', '</tool_call>', '<|eom_id|>', '<|eot_id|>', '<|im_end|>', '</s>'],
];

/** Marks between the name of a call and its arguments. */
const BETWEEN = ['<｜tool▁sep｜>', '[ARGS]', '<|tool_call_argument_begin|>', '">', '>'];

/** Tags that people write about, too. */
const PLAIN_TAG = /^<\w+>$/;
const FENCED_CALLS = /^tool_(?:code|calls?|use)$/i;
const FENCED_RESULT = /^tool_(?:outputs?|results?|response)$/i;

/**
 * Finds the calls that a model wrote into its text in the documented notations of models and of
 * ReAct, and their results.
 * @returns `unknown` where a text holds calls in another notation, or broken ones; undefined where
 * it holds none
 */
export function callsInText(given: string): CallsInText | 'unknown' | undefined {
  const text = /^\s*```(?:json)?\s*[[{]/.test(given) ? unfenced(given.trim()) : given;
  const from = text.search(/^[ \t]*[[{]/m);
  const json = from < 0 ? undefined : heldInJson(text.slice(from), isKnownCall, from === 0);
  const held = json ?? listWritten(text.trim());
  if (held === 'unknown') return held;
  if (held !== undefined) {
    const { calls, answer } = held;
    // further details of a call are only in the text
    const before = calls.every(isPlainCall) ? text.slice(0, from) : text;
    const rest = answer ?? (json ? before.trim() : '');
    return { calls, results: [], rest, isAnswered: answer !== undefined };
  }
  const steps = /Action|Observation|Final Answer/.test(text) ? stepsIn(text) : undefined;
  if (steps !== undefined) return steps;
  const found = /[<`]|\[TOOL_/.test(text) ? new Blocks(text).read() : undefined;
  const tagged = found ?? (text.includes('</') ? callsAsTags(text) : undefined);
  return tagged ?? (UNREAD.test(text) || endsWithAction(text) ? 'unknown' : undefined);
}

/** Marks of calls, and of code that calls tools, in notations that are not read here. */
const UNREAD =
  /<\|(?:call|START_ACTION)\|>|\bto=functions\.|^functools\[|<(?:tool|execute\w{0,20})>|^<code>$|<end_code>/m;

const ACTION = /^(?!print\b|input\b)[a-z]\w{0,50}\(/;

/** Whether a text ends with one action in a fence, as those of agents in browsers do: `click('12')`. */
function endsWithAction(text: string): boolean {
  const end = text.trimEnd();
  if (!end.endsWith(`\n${FENCE}`)) return false;
  const [fence = '', action = ''] = end.split('\n').slice(-3);
  return fence.startsWith(FENCE) && ACTION.test(action) && action.endsWith(')');
}

/** A text that is a list of calls in Python and nothing else, as Llama writes them. */
function listWritten(text: string): Called | 'unknown' | undefined {
  if (!/^\[\w[\w .-]{0,200}\(/.test(text) || !text.endsWith(')]')) return undefined;
  const list = parseTolerant(text);
  const calls = list.ok && isJsonList(list.value) ? list.value.filter(isJsonObject) : [];
  return calls.length > 0 && calls.every((call) => hasKey(call, CLASS_KEY)) ? { calls } : 'unknown';
}

const TAG_OF_CALL = /^<([a-z]+(?:_[a-z]+)+)>/gm;

/** Calls as Cline and Roo write them: a tag named after the tool, with a tag for each argument. */
function callsAsTags(text: string): CallsInText | undefined {
  const found = new Found();
  const unclosed = new Set<string>();
  let said = 0;
  for (const { index, 0: open, 1: name = '' } of text.matchAll(TAG_OF_CALL)) {
    if (index < said || unclosed.has(name) || OPENS.includes(open) || AROUND.includes(open))
      continue;
    const close = `</${name}>`;
    const end = text.indexOf(close, index);
    if (end < 0) unclosed.add(name);
    const input = end < 0 ? undefined : taggedArguments(text.slice(index + open.length, end));
    if (!input) continue;
    found.say(text.slice(said, index));
    found.take({ calls: [{ tool_name: name, tool_input: input }] });
    said = end + close.length;
  }
  if (said === 0) return undefined;
  found.say(text.slice(said));
  return found.all;
}

/** Arguments with a tag for each; undefined where anything else is among them. */
function taggedArguments(body: string): JsonObject | undefined {
  const entries: [string, JsonValue][] = [];
  let rest = body.trim();
  while (rest !== '') {
    const [open = '', name = ''] = /^<(\w{1,100})>/.exec(rest) ?? [];
    const end = open === '' ? -1 : rest.indexOf(`</${name}>`);
    if (end < 0) return undefined;
    entries.push([name, rest.slice(open.length, end).replace(/^\n|\n$/g, '')]);
    rest = rest.slice(end + name.length + 3).trimStart();
  }
  return Object.fromEntries(entries);
}

/** Calls, results and messages, in the order of a text. */
class Found {
  readonly #calls: JsonObject[] = [];
  readonly #results: JsonObject[] = [];
  readonly #said: string[] = [];
  #waiting = 0;
  #isAnswered = false;
  #hasAnswer = false;

  say(text: string): void {
    const said = AROUND.reduce((rest, mark) => rest.replaceAll(mark, ''), text).trim();
    if (said === '') return;
    this.#said.push(said);
    this.#isAnswered = true;
  }

  /** Keeps this text, and drops the text before. */
  answer(text: string): void {
    this.#said.length = 0;
    this.#hasAnswer = true;
    this.say(text);
  }

  /** What is returned answers the first call of the text that waits. */
  take(held: Held): void {
    this.#isAnswered = false;
    if ('calls' in held) {
      this.#calls.push(...held.calls);
      if (held.answer !== undefined) this.answer(held.answer);
      return;
    }
    const call = this.#calls[this.#waiting];
    if (!call) this.#results.push(held.result);
    else
      this.#calls[this.#waiting++] = { ...call, tool_output: pick(held.result, 'content') ?? null };
  }

  get all(): CallsInText | undefined {
    const [calls, results] = [this.#calls, this.#results];
    if (calls.length + results.length === 0 && !this.#hasAnswer) return undefined;
    return { calls, results, rest: this.#said.join('\n'), isAnswered: this.#isAnswered };
  }
}

/** Calls, or the answer in the form of one. */
interface Called {
  readonly calls: readonly JsonObject[];
  readonly answer?: string;
}

/** What is between two marks. */
type Held = Called | { readonly result: JsonObject };

/** Calls between marks. */
class Blocks {
  readonly #text: string;
  readonly #found = new Found();
  /** Where each mark is next; the end of the text where it is no more. */
  readonly #places = new Map<string, number>();

  constructor(text: string) {
    this.#text = text;
  }

  read(): CallsInText | 'unknown' | undefined {
    let said = 0;
    let at = 0;
    for (;;) {
      const [open, start] = this.#first(OPENS, at);
      if (start === this.#text.length) break;
      at = start + open.length;
      if (this.#isProse(open, start)) continue;
      const [close, end] = this.#first(CALLS.get(open) ?? RESULTS.get(open) ?? [FENCE], at);
      const held = heldBetween(open, this.#text.slice(at, end));
      if (held === 'unknown') return held;
      at = open !== FENCE && OPENS.includes(close) ? end : end + close.length;
      if (held === undefined) continue;
      this.#found.say(this.#text.slice(said, start));
      this.#found.take(held);
      said = at;
    }
    this.#found.say(this.#text.slice(said));
    return this.#found.all;
  }

  /** The first of some marks from a place on; at the end of the text where none is. */
  #first(marks: readonly string[], from: number): readonly [mark: string, at: number] {
    let first: readonly [string, number] = ['', this.#text.length];
    for (const mark of marks) {
      let place = this.#places.get(mark) ?? -1;
      if (place < from) {
        const next = this.#text.indexOf(mark, from);
        place = next < 0 ? this.#text.length : next;
        this.#places.set(mark, place);
      }
      if (place < first[1]) first = [mark, place];
    }
    return first;
  }

  /** Whether a mark is only written about, or is around others. */
  #isProse(open: string, start: number): boolean {
    const before = this.#text.charAt(start - 1);
    const isLineStart = before === '' || before === '\n';
    if (open === FENCE) return !isLineStart;
    if (/["'`“‘]/.test(before)) return true;
    if (!PLAIN_TAG.test(open)) return false;
    const head = this.#text.slice(start + open.length, start + open.length + 40).trimStart();
    if (head.startsWith('<')) return true;
    return !isLineStart && before !== '>' && !/^[[{]/.test(head);
  }
}

function heldBetween(open: string, body: string): Held | 'unknown' | undefined {
  if (RESULTS.has(open)) return { result: resultOf(body) };
  if (open.startsWith('<details')) return known(single(callOfAttributes(body)));
  if (open !== FENCE) return known(callsOf(body));
  const lineEnd = (body + '\n').indexOf('\n');
  const language = body.slice(0, lineEnd).trim();
  const code = body.slice(lineEnd);
  if (FENCED_RESULT.test(language)) return { result: resultOf(code) };
  if (FENCED_CALLS.test(language)) return known(callsOf(code));
  if (/^(?:json)?$/i.test(language)) return heldInJson(code, isActionWithInput);
  // an example, or calls in a fence
  return OPENS.some((mark) => mark !== FENCE && code.includes(mark)) ? 'unknown' : undefined;
}

/** A call whose name, arguments and result are attributes of a tag. */
function callOfAttributes(body: string): JsonObject | undefined {
  const head = body.slice(0, body.indexOf('>'));
  const attributes = [...head.matchAll(/(?<!\w)(\w{1,50})="([^"]*)"/g)];
  const found = attributes.map(([, name = '', text = '']) => [name, decodeEntities(text)] as const);
  const { id, name, arguments: input, result } = Object.fromEntries(found);
  if (name === undefined) return undefined;
  return {
    ...(id !== undefined && { id }),
    tool_name: name,
    tool_input: unwrapEncoded(input ?? '{}'),
    ...(result !== undefined && { tool_output: unwrapEncoded(result) }),
  };
}

function known(calls: readonly JsonObject[] | undefined): Held | 'unknown' {
  return calls ? { calls } : 'unknown';
}

/** What a tool returned: its text, or what an object of it says the content is. */
function resultOf(body: string): JsonObject {
  const content = unwrapEncoded(body.trim());
  return hasKey(content, 'content') && hasWord(content, ['name', ...CALL_WORDS.id])
    ? content
    : { content };
}

/** The calls of what is between marks; undefined where it is something else. */
function callsOf(body: string): readonly JsonObject[] | undefined {
  const text = body.trim();
  if (!/^[[{]/.test(text))
    return single(namedCall(text) ?? writtenCall(text)) ?? writtenCalls(text);
  const values = valuesIn(text);
  const calls = values?.map(callOf).filter((call) => call !== undefined);
  return calls && calls.length > 0 && calls.length === values?.length ? calls : undefined;
}

function single(call: JsonObject | undefined): readonly JsonObject[] | undefined {
  return call && [call];
}

/** A call as an object; one without arguments is one, too. */
function callOf(value: JsonValue): JsonObject | undefined {
  if (isCallLike(value)) return value as JsonObject;
  const isNamed = isJsonObject(value) && findText(value, CALL_WORDS.name) !== undefined;
  return isNamed && argumentsOf(value) === undefined ? { ...value, arguments: {} } : undefined;
}

/** JSON values one after another, those of a list one by one; undefined where something is broken. */
function valuesIn(text: string): readonly JsonValue[] | undefined {
  const whole = parseTolerant(text);
  if (whole.ok) return isJsonList(whole.value) ? whole.value : [whole.value];
  const values: JsonValue[] = [];
  const marks = new TextMarks(text);
  let depth = 0;
  let from = 0;
  for (let mark = marks.next(); mark !== ''; mark = marks.next()) {
    if ('[{('.includes(mark)) depth++;
    else if (']})'.includes(mark) && --depth === 0) {
      const value = parseTolerant(text.slice(from, marks.end).replace(/^[\s;,]+/, ''));
      if (!value.ok) return undefined;
      values.push(...(isJsonList(value.value) ? value.value : [value.value]));
      from = marks.end;
    }
  }
  return /^[\s;]*$/.test(text.slice(from)) ? values : undefined;
}

const NAME = /^[\w.:/-]{1,200}/;

/** A name, what templates put after it, and its arguments: as JSON or each between marks. */
function namedCall(body: string): JsonObject | undefined {
  const text = body.replace(/^"|^function<｜tool▁sep｜>/, '');
  const [found = ''] = NAME.exec(text) ?? [];
  const after = text.slice(found.length).trim();
  const between = BETWEEN.find((mark) => after.startsWith(mark)) ?? '';
  const written = after.slice(between.length).trim();
  const input = argumentsIn(written);
  if (found === '' || input === undefined) return undefined;
  // Kimi’s ids have the name in them
  const [, name = found] = /^functions\.([^:]+):\d+$/.exec(found) ?? [];
  return { tool_name: name, tool_input: input, ...(name !== found && { id: found }) };
}

function argumentsIn(written: string): JsonValue | undefined {
  if (written === '') return {};
  if (written.startsWith('<parameter')) return tagged(written, '<parameter', '>', '</parameter>');
  if (written.startsWith('<arg_key>'))
    return tagged(written, '<arg_key>', '<arg_value>', '</arg_value>');
  const json = written.startsWith(FENCE)
    ? written.slice(written.indexOf('\n'), -FENCE.length)
    : written;
  const reading = /^\s*\{/.test(json) ? parseTolerant(json.trim()) : undefined;
  return reading?.ok ? reading.value : undefined;
}

/** Arguments between tags: each name up to one mark, its value up to another. */
function tagged(written: string, open: string, until: string, close: string): JsonObject {
  const entries = written
    .split(open)
    .slice(1)
    .map((part): [string, JsonValue] => {
      const at = part.indexOf(until);
      const [name = ''] = /[\w.-]+/.exec(part.slice(0, at).replace(/^\s*name=/, '')) ?? [];
      const [text = ''] = part.slice(at + until.length).split(close);
      const value = tryJson(text.trim())?.value ?? '';
      return [name, typeof value === 'string' ? text.replace(/^\n|\n$/g, '') : value];
    });
  return Object.fromEntries(entries);
}

/** Calls written in Python, each on its own line. */
function writtenCalls(text: string): readonly JsonObject[] | undefined {
  const calls = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [writtenCall(line)]));
  return calls.every((call) => call !== undefined) && calls.length > 0 ? calls : undefined;
}

/** A call written in Python, also where its result is printed; Llama’s own tools have a method. */
function writtenCall(text: string): JsonObject | undefined {
  const [, printed = text] = /^\s*print\((.*)\)\s*$/s.exec(text) ?? [];
  const call = readCallText(printed);
  const name = pickText(call, CLASS_KEY);
  return call && name !== undefined
    ? { ...call, [CLASS_KEY]: name.replace(/\.call$/, '') }
    : undefined;
}

const PLAIN = new Set([
  ...CALL_WORDS.name,
  ...CALL_WORDS.arguments,
  ...CALL_WORDS.id,
  'type',
  'thought',
]);

/** What models are asked to write where the text is nothing else. */
function isKnownCall(call: JsonObject): boolean {
  return (
    (hasKey(call, 'name', 'api', 'tool_name') && hasKey(call, 'arguments', 'parameters')) ||
    isActionWithInput(call)
  );
}

/** What LangChain asks models to write. */
function isActionWithInput(call: JsonObject): boolean {
  return hasKey(call, 'action') && hasKey(call, 'action_input');
}

/**
 * A text of JSON that is calls and nothing else; LangChain’s models answer in the same form.
 * @param isWhole whether nothing is before it: then it may be written as Python prints values
 */
function heldInJson(
  text: string,
  isKnown: (call: JsonObject) => boolean,
  isWhole = false,
): Called | 'unknown' | undefined {
  const value = unwrapEncoded(text.trim(), isWhole ? parseTolerant : undefined);
  const items = isJsonList(value) ? value : [value];
  const isList = isWhole && isJsonList(value);
  if (!areObjects(items) || !items.every(isList ? isArgued : isPlainCall)) return undefined;
  if (!items.every(isKnown)) return 'unknown';
  const calls = items.filter((call) => !isFinal(pickText(call, 'action')));
  const answer = items.find((call) => isFinal(pickText(call, 'action')));
  return { calls, ...(answer && { answer: textOf(pick(answer, 'action_input')) }) };
}

const areObjects = (items: readonly JsonValue[]): items is readonly JsonObject[] =>
  items.length > 0 && items.every(isJsonObject);

/** A call with its arguments in an object, and any other details. */
const isArgued = (value: JsonValue): boolean =>
  isCallLike(value) && isJsonObject(unwrapEncoded(argumentsOf(value as JsonObject) ?? null));

/** An object with the keys of a call and no others. */
function isPlainCall(value: JsonValue): boolean {
  return (
    isJsonObject(value) &&
    isCallLike(value) &&
    argumentsOf(value) !== undefined &&
    Object.keys(value).every((key) => PLAIN.has(foldKey(key)))
  );
}

function isFinal(action: string | undefined): boolean {
  return /^(?:final[ _]?answer|finish)$/i.test(action ?? '') || isEmptyWord(action ?? '');
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
}

const STEP =
  /^ *\*{0,2}(Thought|Action Input|Action|Observation|Final Answer)(?: \d+)?\*{0,2}: ?\*{0,2}(.*)$/;

interface Step {
  readonly label: string;
  text: string;
}

/** A text in the steps of ReAct: `Thought:`, `Action:`, `Action Input:`, `Observation:`. */
function stepsIn(text: string): CallsInText | 'unknown' | undefined {
  const steps: Step[] = [{ label: '', text: '' }];
  for (const line of text.split('\n')) {
    const [, label, said = ''] = STEP.exec(line) ?? [];
    const last = steps.at(-1);
    if (label !== undefined) steps.push({ label, text: said });
    else if (last) last.text += `\n${line}`;
  }
  const isReact = steps.some(({ label }) => label === 'Thought' || label === 'Action Input');
  const found = new Found();
  for (const [index, step] of steps.entries()) {
    const { label } = step;
    const said = step.text.trim();
    const next = steps[index + 1];
    if (label === 'Observation') {
      if (said !== '') found.take({ result: resultOf(said) });
    } else if (label === 'Final Answer') found.answer(said);
    else if (label === 'Action') {
      const held = actionOf(said, next?.label === 'Action Input' ? next.text.trim() : undefined);
      if (held) found.take(held);
      else if (isReact || /^[\w.-]+\(/.test(said)) return 'unknown';
    } else if (label !== 'Action Input') found.say(said);
  }
  return found.all;
}

/**
 * Reads a text that is the action of a step and nothing else: `Search[text]`, `click(12)`, or JSON.
 * @returns undefined for a bare name and any other text
 */
export function callsInAction(action: string): readonly JsonObject[] | undefined {
  return actionOf(action.trim(), undefined)?.calls;
}

/** A step’s action, with its input on a line of its own, as JSON, `Search[text]` or in Python. */
function actionOf(action: string, input: string | undefined): Called | undefined {
  if (input !== undefined) {
    const name = action.replace(/[`*"]/g, '').trim();
    if (isFinal(name)) return { calls: [], answer: input };
    return { calls: [{ tool_name: name, tool_input: unwrapEncoded(unfenced(input)) }] };
  }
  const json = unfenced(action);
  if (json.startsWith('{') || json.startsWith('[')) {
    const held = heldInJson(json, () => true);
    return held === 'unknown' ? undefined : held;
  }
  const [, name = '', given = ''] = /^([\w.-]+)\[(.*)\]$/s.exec(action) ?? [];
  if (isFinal(name || action)) return { calls: [], answer: given };
  if (name !== '') return { calls: [{ tool_name: name, tool_input: given }] };
  const written = writtenCall(action);
  return written && { calls: [written] };
}

/** A text without the fence around it. */
function unfenced(text: string): string {
  const isFenced = text.startsWith(FENCE) && text.endsWith(FENCE) && text.includes('\n');
  return isFenced ? text.slice(text.indexOf('\n'), -FENCE.length).trim() : text;
}
