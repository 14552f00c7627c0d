import { compileLinearRegex } from '#core/match/patterns/linear-regex.ts';
import {
  isBlank,
  isJsonList,
  setOwn,
  type JsonObject,
  type JsonValue,
} from '#core/base/json/json-value.ts';
import { printJson, tryJson, parseJson } from '#core/base/json/parse-json.ts';
import { fold, foldKey } from '#core/base/json/pick.ts';
import { CALL_WORDS } from '#core/calls/call-keys.ts';
import { RECORD_KEYS } from '#core/calls/record-names.ts';
import { MESSAGE_KEYS } from '#core/read/transcripts/read-message.ts';
import { FINDERS, FOUND_KINDS, type FindSpans } from './kinds.ts';
import { LiteralIndex } from './literal-index.ts';
import type { ColumnTreatment, FoundValue, RedactionChoices, RedactionNote } from './redaction.ts';

/** The shortest value of a chosen column that is also replaced elsewhere: “yes” is not. */
const SHORTEST_ELSEWHERE = 5;
/** How deep JSON within JSON text is followed. */
const MAX_TEXTS_DEEP = 4;
/** A rest beside a placeholder may match a kind itself; more rounds are not needed in practice. */
const MAX_ROUNDS = 6;

/** Structural keys, folded, by which calls, messages and records are recognised. */
const STRUCTURE: ReadonlySet<string> = new Set([
  ...Object.values(CALL_WORDS).flat(),
  ...MESSAGE_KEYS.map(fold),
  ...RECORD_KEYS.map(fold),
  'before',
  'content',
  'kind',
  'optional',
  'parallel',
  'partkind',
  'parts',
  'role',
  'text',
  'toolcalls',
  'type',
]);
/** Measured numbers, which do not identify anybody, however long. */
const MEASURED = /^(?:start_ms|duration_ms|(?:input|output|cached)_tokens|cost)$/;
/** Keys whose values are the kind of a part. */
const PART_KEYS = /^(?:role|type|kind)$/;
const PART_WORDS =
  /^(?:agent|assistant|developer|function|function_call|function_call_output|image_url|input_text|message|model|output_text|reasoning|system|text|thinking|tool|tool_call|tool_result|tool_use|user)$/;
const PLACEHOLDER =
  /\[([\p{L}\p{N}][\p{L}\p{N} _-]{0,39}) (\d{1,9})(?: (?:json|ascii|url|form))*\]/gu;

interface Finder {
  readonly label: string;
  readonly find: FindSpans;
}

interface Entry {
  readonly key: string;
  readonly value: string;
  readonly label: string;
  /** Whether it is replaced within texts; otherwise only as a whole value. */
  isPart: boolean;
  number: number;
  places: number;
  row?: number | undefined;
  column?: string | undefined;
}

/** An invalid word. */
export interface WordProblem {
  readonly word: string;
  readonly reason: string;
}

/** Finds the first word that is an invalid expression; undefined where all are valid. */
export function findWordProblem(words: readonly string[]): WordProblem | undefined {
  for (const word of words) {
    const reading = compileWord(word);
    if (!reading.ok) return { word, reason: reading.reason };
  }
  return undefined;
}

function compileWord(word: string): ReturnType<typeof compileLinearRegex> {
  const [, source, flags] = /^\/(.+)\/([ims]*)$/su.exec(word) ?? [];
  if (source !== undefined) return compileLinearRegex(source, flags);
  return compileLinearRegex(word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'i');
}

/**
 * Replaces values in the rows of runs by placeholders, equal ones by the same, so that equal values
 * stay equal and different ones different. Works in rounds: the first finds the values, later ones
 * replace them everywhere, until nothing new is found.
 */
export class Redactor {
  readonly #choices: RedactionChoices;
  readonly #finders: readonly Finder[];
  readonly #treatments: ReadonlyMap<string, ColumnTreatment>;
  readonly #kept: ReadonlySet<string>;
  readonly #entries = new Map<string, Entry>();
  /** By label: the highest number in use, also by placeholders in the data. */
  readonly #taken = new Map<string, number>();
  readonly #labels: ReadonlySet<string>;
  readonly #columnLabels: ReadonlyMap<string, string>;
  #index = new LiteralIndex<{ readonly entry: Entry; readonly form: string }>();
  #isFinding = true;
  #hasNew = false;
  #row: number | undefined;
  #column: string | undefined;

  /** Creates a redactor; throws RangeError for an invalid word, see {@link findWordProblem}. */
  constructor(choices: RedactionChoices) {
    this.#choices = choices;
    const words = choices.words.map((word) => {
      const reading = compileWord(word);
      if (!reading.ok) throw new RangeError(reading.reason);
      return { label: 'word', find: (text: string) => [...reading.spans(text)] };
    });
    const kinds = FOUND_KINDS.filter((kind) => choices.kinds.includes(kind));
    this.#finders = [...words, ...kinds.map((kind) => ({ label: kind, find: FINDERS[kind] }))];
    this.#treatments = new Map(choices.columns.map(({ name, treatment }) => [name, treatment]));
    this.#kept = new Set(choices.kept);
    this.#columnLabels = new Map(choices.columns.map(({ name }) => [name, this.#labelOf(name)]));
    this.#labels = new Set(['word', ...FOUND_KINDS, ...this.#columnLabels.values()]);
  }

  /** Repeats `pass` until nothing new is found; `round` counts from 0, whose result is not used. */
  async run<T>(pass: (round: number) => Promise<T>): Promise<T> {
    let outcome = await pass(0);
    for (let round = 1; round < MAX_ROUNDS; round++) {
      this.#startRound();
      outcome = await pass(round);
      if (!this.#hasNew) break;
    }
    return outcome;
  }

  /** Starts a round: found values are replaced, and counted again. */
  #startRound(): void {
    this.#isFinding = false;
    this.#hasNew = false;
    this.#buildIndex();
    for (const entry of this.#entries.values()) entry.places = 0;
  }

  /** The found values in order. */
  get found(): readonly FoundValue[] {
    return Array.from(this.#entries.values(), (entry) => ({
      key: entry.key,
      value: entry.value,
      label: entry.label,
      placeholder: placeholderOf(entry),
      isKept: this.#kept.has(entry.key),
      places: entry.places,
      ...(entry.row !== undefined && { row: entry.row }),
      ...(entry.column !== undefined && { column: entry.column }),
    }));
  }

  get note(): RedactionNote {
    const counts = new Map<string, { label: string; values: number; places: number }>();
    for (const { key, label, places } of this.#entries.values()) {
      if (this.#kept.has(key) || places === 0) continue;
      const count = counts.get(label) ?? { label, values: 0, places: 0 };
      counts.set(label, { label, values: count.values + 1, places: count.places + places });
    }
    return { counts: [...counts.values()], columns: this.#choices.columns };
  }

  /** Redacts a row, numbered from 0; returns the same object where nothing changes. */
  row(record: JsonObject, row: number): JsonObject {
    this.#row = row + 1;
    const out: Record<string, JsonValue> = {};
    let isChanged = false;
    for (const [name, cell] of Object.entries(record)) {
      this.#column = name;
      const treatment = this.#treatments.get(name);
      const redacted = treatment ? this.#cell(name, cell) : this.value(cell);
      if (treatment !== 'remove') setOwn(out, name, redacted);
      isChanged ||= treatment === 'remove' || redacted !== cell;
    }
    this.#row = undefined;
    this.#column = undefined;
    return isChanged ? out : record;
  }

  /** Redacts a value at any depth; returns the same value where nothing changes. */
  value(value: JsonValue, key = ''): JsonValue {
    if (typeof value === 'string') {
      return PART_KEYS.test(key) && PART_WORDS.test(value) ? value : this.text(value);
    }
    if (typeof value === 'number' || typeof value === 'bigint') {
      return MEASURED.test(key) ? value : this.#number(value);
    }
    if (typeof value !== 'object' || value === null) return value;
    if (isJsonList(value)) {
      const items = value.map((item) => this.value(item, key));
      return items.some((item, index) => item !== value[index]) ? items : value;
    }
    const out: Record<string, JsonValue> = {};
    let isChanged = false;
    for (const [name, item] of Object.entries(value)) {
      const redacted = this.value(item, name);
      const key = this.key(name);
      setOwn(out, key, redacted);
      isChanged ||= redacted !== item || key !== name;
    }
    return isChanged ? out : value;
  }

  /** Redacts a key of an object, except structural ones. */
  key(key: string): string {
    return STRUCTURE.has(foldKey(key)) || key.startsWith('$') ? key : this.plain(key);
  }

  /** Redacts a text; JSON stays JSON, with its spaces. */
  text(text: string, depth = 0): string {
    const isJson = depth < MAX_TEXTS_DEEP && /^\s*[[{]/.test(text) && tryJson(text) !== undefined;
    if (!isJson) return this.plain(text);
    return rewriteTokens(text, {
      text: (value, key) =>
        PART_KEYS.test(key) && PART_WORDS.test(value) ? value : this.text(value, depth + 1),
      key: (key) => this.key(key),
      number: (value, key) => (MEASURED.test(key) ? value : this.#number(value)),
    });
  }

  plain(text: string): string {
    if (this.#isFinding) {
      this.#noteTaken(text);
      for (const part of outsidePlaceholders(text, this.#labels)) {
        if (part.isText) this.#findIn(part.text, 0);
      }
      return text;
    }
    const out: string[] = [];
    let isChanged = false;
    for (const part of outsidePlaceholders(text, this.#labels)) {
      const hits = part.isText ? this.#index.find(part.text) : [];
      let end = 0;
      for (const { from, to, meaning } of hits) {
        out.push(part.text.slice(end, from), placeholderOf(meaning.entry, meaning.form));
        meaning.entry.places++;
        end = to;
      }
      out.push(part.text.slice(end));
      isChanged ||= hits.length > 0;
    }
    if (!isChanged) return text;
    // the rest beside a placeholder may match a kind that the whole did not
    for (const rest of outsidePlaceholders(out.join(''), this.#labels)) {
      if (rest.isText) this.#findIn(rest.text, 0);
    }
    return out.join('');
  }

  /** Replaces a number as a whole, apart from texts with the same digits. */
  #number(value: number | bigint): JsonValue {
    if (typeof value === 'number' && !Number.isInteger(value)) return value;
    const text = printJson(value).replace('-', '');
    const key = `number ${printJson(value)}`;
    const known = this.#entries.get(key);
    if (!this.#isFinding) {
      const hit = known ? undefined : this.#index.find(text)[0];
      const entry =
        known ?? (hit && this.#enter(key, printJson(value), hit.meaning.entry.label, false));
      if (!entry || this.#kept.has(key)) return value;
      entry.places++;
      return placeholderOf(entry);
    }
    for (const { label, find } of this.#finders) {
      const isWhole = find(text).length > 0;
      if (isWhole) this.#enter(key, printJson(value), label, false);
      if (isWhole) break;
    }
    return value;
  }

  /** Replaces a cell of a chosen column as a whole. */
  #cell(name: string, cell: JsonValue): JsonValue {
    if (isBlank(cell)) return cell;
    const label = this.#columnLabels.get(name) ?? 'value';
    if (typeof cell === 'string' && isPlaceholder(cell, this.#labels)) return cell;
    const isText = typeof cell === 'string';
    const value = isText ? cell : printJson(cell);
    const isNumber = typeof cell === 'number' || typeof cell === 'bigint';
    const key = `${isText ? 'text' : isNumber ? 'number' : 'json'} ${value}`;
    const isPart = isText && cell.length >= SHORTEST_ELSEWHERE;
    const entry = this.#enter(key, value, label, isPart);
    if (this.#isFinding || this.#kept.has(key)) return cell;
    entry.places++;
    return placeholderOf(entry);
  }

  #findIn(text: string, from: number): void {
    if (text === '') return;
    for (let index = from; index < this.#finders.length; index++) {
      const { label, find } = this.#finders[index] as Finder;
      const spans = find(text);
      if (spans.length === 0) continue;
      let end = 0;
      for (const [start, stop] of spans) {
        this.#enter(`text ${text.slice(start, stop)}`, text.slice(start, stop), label, true);
        this.#findIn(text.slice(end, start), index + 1);
        end = stop;
      }
      this.#findIn(text.slice(end), index + 1);
      return;
    }
  }

  #enter(key: string, value: string, label: string, isPart: boolean): Entry {
    const known = this.#entries.get(key);
    if (known) {
      if (isPart && !known.isPart) this.#hasNew = true;
      known.isPart ||= isPart;
      return known;
    }
    this.#hasNew = true;
    const place = { row: this.#row, column: this.#column };
    const entry = { key, value, label, isPart, number: 0, places: 0, ...place };
    this.#entries.set(key, entry);
    if (!this.#isFinding) this.#giveNumber(entry);
    return entry;
  }

  #giveNumber(entry: Entry): void {
    const number = (this.#taken.get(entry.label) ?? 0) + 1;
    this.#taken.set(entry.label, number);
    entry.number = number;
  }

  #buildIndex(): void {
    const index = new LiteralIndex<{ readonly entry: Entry; readonly form: string }>();
    const wanted: Entry[] = [];
    for (const entry of this.#entries.values()) {
      if (entry.number === 0) this.#giveNumber(entry);
      if (entry.isPart && !this.#kept.has(entry.key)) wanted.push(entry);
    }
    for (const entry of wanted) index.add(entry.value, { entry, form: '' });
    for (const entry of wanted) {
      for (const [form, text] of formsOf(entry.value)) index.add(text, { entry, form });
    }
    this.#index = index;
  }

  #noteTaken(text: string): void {
    if (!text.includes('[')) return;
    for (const [, label = '', number] of text.matchAll(PLACEHOLDER)) {
      if (!this.#labels.has(label)) continue;
      this.#taken.set(label, Math.max(this.#taken.get(label) ?? 0, Number(number)));
    }
  }

  /** The label of a column’s values: its name, unless the name itself is redacted. */
  #labelOf(name: string): string {
    const label = name
      .replace(/[^\p{L}\p{N} _-]+/gu, ' ')
      .trim()
      .slice(0, 40);
    const isWord = /^[\p{L}\p{N}]/u.test(label) && !/ \d+$/.test(label);
    return isWord && !this.#finders.some(({ find }) => find(label).length > 0) ? label : 'value';
  }
}

function placeholderOf({ label, number }: Entry, form = ''): string {
  return `[${label} ${String(number)}${form}]`;
}

/** The escaped forms of a value in JSON and URLs, where different. */
function formsOf(value: string): [form: string, text: string][] {
  const json = JSON.stringify(value).slice(1, -1);
  const ascii = json.replace(/[^ -~]/g, (char) => {
    return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  const forms: [string, string][] = [
    [' json', json],
    [' ascii', ascii],
    [' json json', JSON.stringify(json).slice(1, -1)],
    [' ascii json', JSON.stringify(ascii).slice(1, -1)],
  ];
  if (!/\p{Cs}/u.test(value)) {
    const url = encodeURIComponent(value);
    forms.push([' url', url], [' form', url.replaceAll('%20', '+')]);
  }
  return forms.filter(([, text]) => text !== value);
}

interface TextPart {
  readonly text: string;
  /** False for a placeholder. */
  readonly isText: boolean;
}

function outsidePlaceholders(text: string, labels: ReadonlySet<string>): TextPart[] {
  if (!text.includes('[')) return [{ text, isText: true }];
  const parts: TextPart[] = [];
  let end = 0;
  for (const { index, 0: found, 1: label = '' } of text.matchAll(PLACEHOLDER)) {
    if (!labels.has(label)) continue;
    parts.push({ text: text.slice(end, index), isText: true }, { text: found, isText: false });
    end = index + found.length;
  }
  parts.push({ text: text.slice(end), isText: true });
  return parts;
}

function isPlaceholder(text: string, labels: ReadonlySet<string>): boolean {
  const parts = outsidePlaceholders(text, labels).filter((part) => part.text !== '');
  return parts.length === 1 && parts[0]?.isText === false;
}

/** Rewrites the scalars of a JSON text, each with its key; '' for none. */
interface TokenRewriting {
  readonly text: (value: string, key: string) => string;
  readonly key: (key: string) => string;
  readonly number: (value: number | bigint, key: string) => JsonValue;
}

const NUMBER = /-?\d[\d.eE+-]*/y;

/** Rewrites texts, keys and numbers of strict JSON in place; everything else is kept. */
export function rewriteTokens(
  text: string,
  { text: rewrite, key: rename, number }: TokenRewriting,
): string {
  const out: string[] = [];
  /** By depth: the key of the next value. */
  const keys = [''];
  let end = 0;
  const put = (from: number, to: number, token: string): void => {
    out.push(text.slice(end, from), token);
    end = to;
  };
  for (let at = 0; at < text.length;) {
    const char = text.charAt(at);
    if (char === '"') {
      const to = endOfText(text, at);
      const value = JSON.parse(text.slice(at, to)) as string;
      const isKey = isColonAt(text, to);
      if (isKey) keys[keys.length - 1] = value;
      const rewritten = isKey ? rename(value) : rewrite(value, keys.at(-1) ?? '');
      if (rewritten !== value) put(at, to, JSON.stringify(rewritten));
      at = to;
    } else if (char === '-' || (char >= '0' && char <= '9')) {
      NUMBER.lastIndex = at;
      const token = NUMBER.exec(text)?.[0] ?? char;
      const value = parseJson(token) as number | bigint;
      const rewritten = number(value, keys.at(-1) ?? '');
      if (rewritten !== value) put(at, at + token.length, printJson(rewritten));
      at += token.length;
    } else {
      if (char === '{') keys.push('');
      else if (char === '[') keys.push(keys.at(-1) ?? '');
      else if (char === '}' || char === ']') keys.pop();
      at++;
    }
  }
  out.push(text.slice(end));
  return out.join('');
}

function endOfText(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text.charAt(at) !== '"') at += text.charAt(at) === '\\' ? 2 : 1;
  return at + 1;
}

function isColonAt(text: string, from: number): boolean {
  let at = from;
  while (/\s/.test(text.charAt(at))) at++;
  return text.charAt(at) === ':';
}
