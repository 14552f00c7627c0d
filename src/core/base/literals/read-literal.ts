import { isJsonList, setOwn, type JsonObject, type JsonValue } from '#core/base/json/json-value.ts';
import { callValue, CLASS_KEY, classObject, needsRunning } from './call-value.ts';
import { dialectOf } from './dialect.ts';
import { CLOSERS, NOUNS, keyText, openFrame, type Frame, type FrameKind } from './frame.ts';
import {
  isBareKey,
  isCutWord,
  nextPart,
  readClassMark,
  readTemplate,
  type ClassMark,
} from './javascript.ts';
import { ToleranceCounter, type Tolerance, type ToleranceKind } from './tolerance.ts';
import { readNumberLiteral } from './number-literal.ts';
import { readTextLiteral, type Dialect } from './text-literal.ts';

/** The literal with its departures from JSON, or the place of a problem and its reason. */
export type LiteralResult =
  | {
      readonly ok: true;
      readonly value: JsonValue;
      readonly tolerances: readonly Tolerance[];
      /** 0-based offset after the value. */
      readonly end: number;
    }
  | { readonly ok: false; readonly column: number; readonly reason: string };

/** Levels of brackets allowed, as in CPython. */
const LITERAL_DEPTH = 1000;

/** The values of names assigned in a program. */
export type Names = ReadonlyMap<string, JsonValue>;

const NO_NAMES: Names = new Map();

/**
 * Reads one Python literal, or JSON with comments, trailing commas or NaN. Never evaluates anything
 * and never completes a text that breaks off; see Python's `ast.literal_eval`.
 */
export function readLiteral(text: string, dialect: Dialect = dialectOf(text)): LiteralResult {
  const reader = new LiteralReader(text, 0, dialect, NO_NAMES);
  const reading = reader.read();
  if (!reading.ok) return reading;
  const after = reader.skipSpace();
  if (after === text.length) return { ...reading, tolerances: reader.tolerances };
  return { ok: false, column: after + 1, reason: 'Text after the end of the value' };
}

/** Reads the literal at a 0-based offset; a problem has its 1-based column in the whole text. */
export function readLiteralAt(
  text: string,
  at: number,
  dialect: Dialect,
  names: Names = NO_NAMES,
): LiteralResult {
  return new LiteralReader(text, at, dialect, names).read();
}

/**
 * Reads a call in Python's notation as its arguments with its name under {@link CLASS_KEY}; else
 * undefined.
 */
export function readWrittenCall(text: string): JsonObject | undefined {
  const reader = new LiteralReader(text, 0, 'python', NO_NAMES);
  return reader.read().ok && reader.skipSpace() === text.length ? reader.written : undefined;
}

const WORD = /[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*/uy;
const TEXT_PREFIX = /[rRuUbBfF]{1,2}(?=['"])/y;
const KEYWORD = /\s*=(?!=)\s*/y;
/** Keywords whose value may be a bare name. */
const NAMING_KEYWORDS = new Set(['dtype', 'tzinfo', 'tz', 'default_factory']);
const CURLY_QUOTES = /[\u201c\u201d\u2018\u2019\u201e]/;

/** A complete value; undefined before it is complete, or after a problem. */
type Step = JsonValue | undefined;

interface Failure {
  readonly ok: false;
  readonly column: number;
  readonly reason: string;
}

/** An iterative parser with an explicit stack; stops at the first unknown form. */
class LiteralReader {
  #at: number;
  #failure: Failure | undefined;
  /** Whether the last value was `undefined` under a key. */
  #isAbsent = false;
  /** The last call outside of brackets. */
  written: JsonObject | undefined;
  readonly #text: string;
  readonly #dialect: Dialect;
  readonly #names: Names;
  readonly #counter = new ToleranceCounter();
  readonly #frames: Frame[] = [];
  #frame: Frame | undefined;

  constructor(text: string, at: number, dialect: Dialect, names: Names) {
    this.#text = text;
    this.#at = at;
    this.#dialect = dialect;
    this.#names = names;
  }

  get tolerances(): readonly Tolerance[] {
    return this.#counter.list();
  }

  read(): LiteralResult {
    for (;;) {
      let value = this.#readStart();
      // a value may close several brackets
      while (value !== undefined) {
        const frame = this.#frame;
        if (frame !== undefined) value = this.#deliver(frame, value);
        else if (typeof value === 'string' && this.#isJoinedTop()) value = this.#join(value);
        else return { ok: true, value, tolerances: this.tolerances, end: this.#at };
      }
      if (this.#failure) return this.#failure;
    }
  }

  /** Outside of brackets a line end ends the value. */
  #isJoinedTop(): boolean {
    if (this.#dialect === 'json') return false;
    let at = this.#at;
    while (this.#text.charCodeAt(at) === 32) at++;
    if (at >= this.#text.length || !this.#isTextNext(this.#text.charAt(at), at)) return false;
    this.#at = at;
    return true;
  }

  skipSpace(): number {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code === 32 || code === 10 || code === 13 || code === 9 || code === 12) this.#at++;
      else if (code === 0xfeff || code === 0xa0) this.#at++;
      else if (code === 92 && /^\\\r?\n/.test(this.#text.slice(this.#at, this.#at + 3))) this.#at++;
      else if (!this.#skipComment(code)) return this.#at;
    }
  }

  #skipComment(code: number): boolean {
    const isHash = code === 35;
    const isSlash = code === 47 && this.#dialect === 'json';
    const isBlock = isSlash && this.#text.charCodeAt(this.#at + 1) === 42;
    if (!isHash && !isBlock && !(isSlash && this.#text.charCodeAt(this.#at + 1) === 47))
      return false;
    this.#counter.add('comments', this.#at);
    const end = this.#text.indexOf(isBlock ? '*/' : '\n', this.#at + 2);
    this.#at = end < 0 ? this.#text.length : end + (isBlock ? 2 : 1);
    return true;
  }

  #fail(reason: string, at = this.#at): Step {
    this.#failure = { ok: false, column: at + 1, reason };
    return undefined;
  }

  #ends(): Step {
    const frame = this.#frame;
    if (frame === undefined) return this.#fail('No value');
    return this.#fail(`${NOUNS[frame.kind]} is not closed`);
  }

  /** Reads a scalar, or opens a bracket; undefined while no value is complete. */
  #readStart(): Step {
    this.skipSpace();
    const text = this.#text;
    if (this.#at >= text.length) return this.#ends();
    const mark = readClassMark(this.#frame, text, this.#at);
    if (mark) return this.#readMarked(mark);
    const char = text.charAt(this.#at);
    switch (char) {
      case '"':
      case "'":
        return this.#readText('');
      case '`':
        return this.#readTemplate();
      case '[':
        return this.#open('list');
      case '{':
        return this.#open('brace');
      case '(':
        return this.#open('tuple');
      case ']':
      case '}':
      case ')':
        return this.#closeEarly(char);
      case '<':
        return this.#readAngle();
    }
    if ((char >= '0' && char <= '9') || char === '-' || char === '+' || char === '.')
      return this.#readNumber(char);
    return this.#readWord();
  }

  #readMarked({ name, end }: ClassMark): Step {
    this.#counter.add('console_forms', this.#at);
    this.#at = end;
    const step = this.#open(this.#text.charAt(end) === '[' ? 'list' : 'brace');
    if (name !== '' && this.#frame) setOwn(this.#frame.object, CLASS_KEY, name);
    return step;
  }

  #open(kind: FrameKind, name = ''): Step {
    if (this.#frame && this.#frames.length + 1 >= LITERAL_DEPTH)
      return this.#fail(`Nested deeper than ${LITERAL_DEPTH} levels`);
    const start = this.#at;
    this.#at++;
    if (this.#frame) this.#frames.push(this.#frame);
    this.#frame = openFrame(kind, start, name);
    return undefined;
  }

  /** Closes a bracket in place of a value: an empty one, or one after a comma. */
  #closeEarly(char: string): Step {
    const frame = this.#frame;
    if (!frame || CLOSERS[frame.kind] !== char) return this.#fail(`Unexpected “${char}”`);
    if (frame.key !== undefined) return this.#fail('A value is missing');
    if (frame.separator === 'comma' && frame.kind !== 'tuple')
      this.#counter.add('trailing_commas', this.#at);
    this.#at++;
    return this.#close(frame);
  }

  #readText(prefix: string): Step {
    const reading = readTextLiteral(this.#text, this.#at, prefix, this.#dialect, this.#counter);
    if (!reading.ok) return this.#fail(reading.reason, reading.at);
    this.#at = reading.end;
    return reading.value;
  }

  #readTemplate(): Step {
    const reading = readTemplate(this.#text, this.#at, this.#counter);
    if (!reading.ok) return this.#fail(reading.reason, reading.at);
    this.#at = reading.end;
    return reading.value;
  }

  #readNumber(char: string): Step {
    const reading = readNumberLiteral(this.#text, this.#at, this.#counter);
    if (reading) {
      this.#at = reading.end;
      return reading.value;
    }
    if (this.#text.startsWith('...', this.#at))
      return this.#fail('Cut short with “...”: what is left out cannot be known');
    const start = this.#at;
    if (char === '-' || char === '+') {
      this.#at++;
      const value = this.#readWord();
      if (typeof value === 'number' && !Number.isFinite(value))
        return char === '-' ? -value : value;
    }
    return this.#fail('Not a number', start);
  }

  #readWord(): Step {
    const text = this.#text;
    const start = this.#at;
    TEXT_PREFIX.lastIndex = start;
    const prefix = TEXT_PREFIX.exec(text)?.[0];
    if (prefix !== undefined) return this.#readText(prefix);
    WORD.lastIndex = start;
    const name = WORD.exec(text)?.[0];
    if (name === undefined) {
      const found = String.fromCodePoint(text.codePointAt(start) ?? 0);
      if (found === '…') return this.#fail('Cut short with “…”: what is left out cannot be known');
      if (CURLY_QUOTES.test(found))
        return this.#fail('Curly quotes; JSON needs straight double quotes');
      return this.#fail(`Unexpected “${found}”`);
    }
    this.#at = start + name.length;
    if (text.charAt(this.#at) === '(') {
      this.#counter.add('python_objects', start, name);
      return this.#open('call', name);
    }
    const frame = this.#frame;
    if (frame?.kind === 'call' && frame.key === undefined && this.#skipKeyword()) {
      frame.key = name;
      return undefined;
    }
    // in a program it is a variable
    if (this.#names === NO_NAMES && isBareKey(frame, name, text, this.#at)) {
      this.#counter.add('bare_keys', start);
      return name;
    }
    const known = valueOfWord(name);
    if (known) {
      this.#isAbsent = name === 'undefined' && frame?.kind === 'object';
      if (known.tolerance !== undefined)
        this.#counter.add(known.tolerance, start, known.tolerance === 'python_objects' ? name : '');
      return known.value;
    }
    const assigned = this.#names.get(name);
    if (assigned !== undefined) return assigned;
    if (frame?.kind === 'call' && frame.key !== undefined && NAMING_KEYWORDS.has(frame.key))
      return name;
    this.#at = start;
    if (isCutWord(text, start, name))
      return this.#fail('Cut short by the console: copy it as JSON.stringify prints it');
    return this.#fail(`“${name.slice(0, 40)}” is a name, not a value`);
  }

  #skipKeyword(): boolean {
    KEYWORD.lastIndex = this.#at;
    const equals = KEYWORD.exec(this.#text)?.[0];
    if (equals === undefined) return false;
    this.#at += equals.length;
    return true;
  }

  /** `<Unit.C: 'celsius'>`, `<NA>`, and within a call a type or a time zone. */
  #readAngle(): Step {
    const start = this.#at;
    if (this.#text.startsWith('<NA>', start)) {
      this.#at += 4;
      this.#counter.add('python_words', start);
      return null;
    }
    const type = this.#frame?.kind === 'call' ? readTypeName(this.#text, start) : undefined;
    if (type !== undefined) {
      this.#at += type.length;
      return type;
    }
    const match = readEnumStart(this.#text, start);
    if (!match) return this.#fail('Python wrote a description here, not a value');
    this.#counter.add('python_objects', start, match[1]);
    this.#open('enum', match[1]);
    this.#at = start + match[0].length;
    return undefined;
  }

  /** Adds a value to its bracket and reads on; returns the bracket's value if it closes. */
  #deliver(frame: Frame, value: JsonValue): Step {
    const end = this.#at;
    this.skipSpace();
    if (this.#at >= this.#text.length) return this.#ends();
    const char = this.#text.charAt(this.#at);
    const next = char === '+' ? nextPart(this.#text, this.#at) : undefined;
    if (typeof value === 'string' && next !== undefined) return this.#joinPart(value, next);
    if (frame.kind === 'brace' || (frame.kind === 'object' && frame.key === undefined))
      return this.#deliverKey(frame, value, char);
    if (typeof value === 'string' && this.#isTextNext(char)) {
      if (!(frame.kind === 'list' && this.#isSpaced(frame, end))) return this.#join(value);
    }
    if (frame.key === undefined) frame.items.push(value);
    else {
      this.#put(frame, frame.key, value);
      frame.key = undefined;
    }
    if (char === CLOSERS[frame.kind]) {
      this.#at++;
      return this.#close(frame);
    }
    if (char === ',' && frame.kind !== 'enum') {
      this.#at++;
      return this.#separate(frame);
    }
    if (frame.kind === 'list' && this.#isSpaced(frame, end) && this.#startsValue(char)) {
      if (frame.separator === 'none') this.#counter.add('numpy_arrays', frame.start);
      frame.separator = 'space';
      return undefined;
    }
    if (frame.kind === 'enum') return this.#fail('Expected >');
    return this.#fail(`Expected a comma or ${CLOSERS[frame.kind]}`);
  }

  /** Whether items may follow each other without commas here, as numpy prints them. */
  #isSpaced(frame: Frame, end: number): boolean {
    return this.#dialect === 'python' && frame.separator !== 'comma' && this.#at > end;
  }

  #startsValue(char: string): boolean {
    if (/[[{('"<\d.\p{L}_]/u.test(char)) return true;
    return /^[+-][\d.in]/.test(this.#text.slice(this.#at, this.#at + 2));
  }

  #isTextNext(char: string, at = this.#at): boolean {
    if (char === '"' || char === "'") return true;
    if (!'rRuUbBfF'.includes(char)) return false;
    TEXT_PREFIX.lastIndex = at;
    return TEXT_PREFIX.test(this.#text);
  }

  /** Python joins adjacent texts. */
  #join(value: string): Step {
    if (this.#dialect === 'json') return this.#fail('Expected a comma');
    this.#counter.add('python_texts', this.#at);
    TEXT_PREFIX.lastIndex = this.#at;
    const next = this.#readText(TEXT_PREFIX.exec(this.#text)?.[0] ?? '');
    return typeof next === 'string' ? value + next : undefined;
  }

  /** A text continued after a plus sign. */
  #joinPart(value: string, next: number): Step {
    this.#counter.add('console_forms', this.#at);
    this.#at = next;
    const part = this.#text.charAt(next) === '`' ? this.#readTemplate() : this.#readText('');
    return typeof part === 'string' ? value + part : undefined;
  }

  #separate(frame: Frame): Step {
    // ['a' 'b', 'c'] is no numpy array: Python joins texts before a comma
    if (frame.separator === 'space') {
      if (!frame.items.every((item) => typeof item === 'string'))
        return this.#fail('A comma between items that have none', this.#at - 1);
      frame.items.splice(0, frame.items.length, frame.items.join(''));
      this.#counter.add('python_texts', frame.start);
    }
    frame.separator = 'comma';
    return undefined;
  }

  #deliverKey(frame: Frame, value: JsonValue, char: string): Step {
    // JavaScript's maps have arrows
    const isArrow = char === '=' && this.#text.charAt(this.#at + 1) === '>';
    if (char === ':' || isArrow) {
      this.#at += isArrow ? 2 : 1;
      frame.kind = 'object';
      frame.key = this.#toKey(frame, value);
      return undefined;
    }
    if (frame.kind === 'object') return this.#fail('Expected a colon after the key');
    if (typeof value === 'string' && this.#isTextNext(char)) return this.#join(value);
    if (char !== ',' && char !== '}') return this.#fail('Expected a colon after the key');
    this.#counter.add('sets', frame.start);
    frame.kind = 'set';
    frame.items = [value];
    this.#at++;
    if (char === '}') return this.#close(frame);
    frame.separator = 'comma';
    return undefined;
  }

  #toKey(frame: Frame, value: JsonValue): string {
    if (typeof value === 'string') return value;
    // consoles put this name into brackets
    if (isJsonList(value) && value.length === 1 && value[0] === '__proto__') return value[0];
    this.#counter.add('keys_not_text', this.#at);
    return keyText(frame, value);
  }

  #put(frame: Frame, key: string, value: JsonValue): void {
    // JSON has no entries with undefined
    if (this.#isAbsent) {
      this.#isAbsent = false;
      return;
    }
    if (Object.hasOwn(frame.object, key)) this.#counter.add('duplicate_keys', this.#at);
    setOwn(frame.object, key, value);
  }

  #close(frame: Frame): Step {
    this.#frame = this.#frames.pop();
    const { items, object } = frame;
    switch (frame.kind) {
      case 'brace':
      case 'object':
        return object;
      case 'list':
      case 'set':
        return items;
      case 'tuple':
        // (1) is 1; (1,) and () are tuples
        if (items.length === 1 && frame.separator === 'none') return items[0];
        this.#counter.add('tuples', frame.start);
        return items;
      case 'enum':
        return items[0];
      case 'call': {
        const call = { name: frame.name, positional: items, named: object };
        // a printed call is a value; in a program it would be executed
        if (this.#names !== NO_NAMES && needsRunning(call))
          return this.#fail(
            `What “${call.name.slice(0, 40)}(…)” gives is known only when it is run`,
          );
        if (this.#frame === undefined) this.written = classObject(call);
        return callValue(call);
      }
    }
  }
}

const ENUM = /<([\p{L}_][\p{L}\p{N}_.|]*): */uy;
const TYPE_NAME =
  /<(?:class '[^'\n]{0,200}'|(?:built-in )?function [\w.<>]{1,200} at 0x[\da-fA-F]{1,16})>/y;
const ZONE = /<(?:UTC|(?:StaticTz|DstTz)Info '[^'\n]{1,80}'[^>\n]{0,80})>/y;

/** Reads a printed type, function or time zone; undefined for anything else. */
function readTypeName(text: string, start: number): string | undefined {
  for (const pattern of [TYPE_NAME, ZONE]) {
    pattern.lastIndex = start;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Reads the beginning of a printed enum member, `<Unit.C: `; null for anything else. */
function readEnumStart(text: string, start: number): RegExpExecArray | null {
  ENUM.lastIndex = start;
  return ENUM.exec(text);
}

interface WordValue {
  readonly value: JsonValue;
  /** Its departure from JSON; undefined for JSON's own words. */
  readonly tolerance: ToleranceKind | undefined;
}

const word = (value: JsonValue, tolerance?: ToleranceKind): WordValue => ({ value, tolerance });

/** Bare words with a value. */
const WORDS: ReadonlyMap<string, WordValue> = new Map([
  ['true', word(true)],
  ['false', word(false)],
  ['null', word(null)],
  ['True', word(true, 'python_words')],
  ['False', word(false, 'python_words')],
  ['undefined', word(null, 'undefined_words')],
  ['None', word(null, 'python_words')],
  ['NaT', word(null, 'python_words')],
  ['NA', word(null, 'python_words')],
  ['nan', word(Number.NaN, 'non_finite')],
  ['NaN', word(Number.NaN, 'non_finite')],
  ['inf', word(Infinity, 'non_finite')],
  ['Infinity', word(Infinity, 'non_finite')],
  ['True_', word(true, 'python_objects')],
  ['False_', word(false, 'python_objects')],
]);

// np.nan, numpy.inf, pd.NaT, math.inf
const MODULE = /^(?:np|numpy|pd|pandas|math)\.(?=[A-Za-z_]+$)/;

/** Whether a bare word without a dot, such as `None`, has a value. */
export function isValueWord(name: string): boolean {
  return WORDS.has(name);
}

/** The value of a bare word; undefined for other names. */
function valueOfWord(name: string): WordValue | undefined {
  return WORDS.get(name) ?? WORDS.get(name.replace(MODULE, ''));
}
